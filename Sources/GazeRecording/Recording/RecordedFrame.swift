public import GazePipeline

/// What only a simulator knows of a frame. Calibration takes `RecordedFrame.Observation`s, so it cannot read this.
public struct FrameTruth: Sendable, Equatable {
  /// What the eyes do.
  public enum State: String, Sendable, Codable, CaseIterable {
    /// Looking at a target.
    case fixate
    /// Reading text.
    case read
    /// Following something that moves.
    case pursue
    /// Between two places.
    case saccade
    /// Lids closed.
    case blink
    /// Looking at the page's edge in order to scroll.
    case scroll
    /// Looking at something that is not the screen.
    case away
  }

  /// Where the visual axes meet the screen's plane, points of the true screen; nil while they do not.
  public var gaze: SIMD2<Double>?
  /// What the eyes do.
  public var state: State
  /// The page's `contentOffset.y`, points; nil where there is no page.
  public var page: Double?

  /// A truth from its parts.
  public init(gaze: SIMD2<Double>?, state: State, page: Double? = nil) {
    self.gaze = gaze
    self.state = state
    self.page = page
  }
}

/// One line of a recording of gaze.
public struct RecordedFrame: RigSample {
  /// Checks the lids.
  public typealias Order = LidOrder

  /// A frame and what the app knew when it came: all that a calibration may see.
  public struct Observation: Sendable, Equatable {
    /// Whose face, 0-based within the recording.
    public var participant: Int
    /// The frame as ARKit gave it.
    public var frame: FaceFrame
    /// What the app showed to look at, screen points; nil where it showed nothing in particular.
    public var target: SIMD2<Double>?
    /// What the person wanted the page to do, where the app knows it.
    public var intent: ScrollDirection?
    /// State of the app: its pointer, scrolls, taps, dots and page. No evidence of gaze, so a fit does without it.
    public var app: AppState

    /// An observation from its parts.
    public init(
      participant: Int = 0, frame: FaceFrame, target: SIMD2<Double>? = nil, intent: ScrollDirection? = nil,
      app: AppState = AppState()
    ) {
      self.participant = participant
      self.frame = frame
      self.target = target
      self.intent = intent
      self.app = app
    }
  }

  /// What anybody may see.
  public var observation: Observation
  /// What a simulator adds.
  public var truth: FrameTruth?

  /// A line from its parts.
  public init(observation: Observation, truth: FrameTruth? = nil) {
    self.observation = observation
    self.truth = truth
  }

  /// Gaze.
  public static let rig = "gaze"

  /// A tracked frame of which no pose is known, with open lids.
  public init(time: Double, participant: Int) {
    let frame = FaceFrame(
      time: time, camera: .unknown, face: .unknown, leftEye: .unknown, rightEye: .unknown,
      lookAt: SIMD3(repeating: .nan))
    self.init(observation: Observation(participant: participant, frame: frame))
  }

  /// Seconds.
  public var time: Double { observation.frame.time }
  /// Whose, 0-based within the recording.
  public var participant: Int { observation.participant }
  /// A simulator's truth is there.
  public var hasTruth: Bool { truth != nil }

  /// Lists its fields; a pose is 4 × 4, column-major.
  public mutating func fields(_ list: inout FieldList) {
    let pose: SampleField.Rules = [.together, .requiredWhileTracked]
    list.field("camera", &observation.frame.camera, "worldFromCamera, the portrait view's", pose)
    list.field("face", &observation.frame.face, "worldFromFace", pose)
    list.field("leftEye", &observation.frame.leftEye, "faceFromEye", pose)
    list.field("rightEye", &observation.frame.rightEye, "faceFromEye", pose)
    list.field("tracked", &observation.frame.isTracked, "true while there is a face")
    list.field(
      "blink", &observation.frame.blink, "0 open to 1 closed", [.together, .null], absent: 0,
      parts: .suffixed(["Left", "Right"]))
    list.field(
      "lookAt", &observation.frame.lookAt, "face frame, metres", [.together, .null], parts: .suffixed(["X", "Y", "Z"]))
    list.field("target", &observation.target, "points", [.together, .null], parts: .suffixed(["X", "Y"]))
    list.field("intent", &observation.intent, "the scroll that the person wants", .null)
    observation.app.fields(&list)

    var (gaze, state, page) = (truth?.gaze, truth?.state, truth?.page)
    list.field(
      "truth.gaze", &gaze, "points of the true screen", [.together, .null], table: "truthGaze",
      parts: .suffixed(["X", "Y"]))
    list.field("truth.state", &state, "the eyes' behaviour", .requiredInObject, table: "truthState")
    list.field("truth.page", &page, "the page's contentOffset.y, points", table: "truthPage")
    truth = state.map { FrameTruth(gaze: gaze, state: $0, page: page) }

    list.field(
      "blendShapes", &observation.frame.blendShapes, "ARKit's facial coefficients", [.together, .extra],
      parts: .named(BlendShapes.names))
  }
}

extension FrameTruth.State: SampleName {
  // A stored list is found faster than one made each time.
  package static let coded = allCases
}
