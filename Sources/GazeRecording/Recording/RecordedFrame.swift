public import GazePipeline

/// One line of a recording of gaze.
public struct RecordedFrame: RigSample {
  /// Check of each frame in turn: the closure of the lids must be in its valid range.
  public typealias Check = LidRangeCheck

  /// A frame and what the app knew when the frame came. A calibration sees nothing else of the recording's lines.
  public struct Observation: Sendable, Equatable {
    /// Number of the person whose face it is, 0-based within the recording.
    public var participant: Int
    /// The frame as ARKit gave it.
    public var frame: FaceFrame
    /// Place that the app asked the person to look at, screen points; nil if none.
    public var target: SIMD2<Double>?
    /// Scroll that the person wanted; nil if the app does not know it.
    public var intent: ScrollDirection?
    /// State of the app: its pointer, scrolls, taps, dots and page. The app's state says nothing about where the person
    /// looks, so a fit does not use it.
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

  /// The observation.
  public var observation: Observation
  /// The simulator's truth; nil in a take.
  public var truth: Truth?

  /// A line from its parts.
  public init(observation: Observation, truth: Truth? = nil) {
    self.observation = observation
    self.truth = truth
  }

  /// `gaze`.
  public static let rig = "gaze"

  /// A tracked frame without known poses, with open lids.
  public init(time: Double, participant: Int) {
    self = Self.blank
    observation.frame.time = time
    observation.participant = participant
  }

  /// A frame to copy, which is faster than to put 700 bytes together.
  private static let blank = RecordedFrame(
    observation: Observation(
      frame: FaceFrame(
        time: 0, camera: .unknown, face: .unknown, leftEye: .unknown, rightEye: .unknown,
        lookAt: SIMD3(repeating: .nan))))

  /// Seconds.
  public var time: Double { observation.frame.time }
  /// Number of the person, 0-based within the recording.
  public var participant: Int { observation.participant }
  /// True if the frame holds a simulator's truth.
  public var hasTruth: Bool { truth != nil }

  /// Lists the fields; a pose is 4 × 4, column-major.
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
    list.field("target", &observation.target, "points", [.together, .null], parts: .xy)
    list.field("intent", &observation.intent, "the scroll that the person wants", .null)
    observation.app.fields(&list)

    var (gaze, state, page) = (truth?.gaze, truth?.state, truth?.page)
    list.field(
      "truth.gaze", &gaze, "points of the true screen", [.together, .null], table: "truthGaze",
      parts: .xy)
    list.field("truth.state", &state, "the eyes' behaviour", .requiredInObject, table: "truthState")
    list.field("truth.page", &page, "the page's contentOffset.y, points", table: "truthPage")
    truth = state.map { Truth(gaze: gaze, state: $0, page: page) }

    list.field(
      "blendShapes", &observation.frame.blendShapes, "ARKit's facial coefficients", [.together, .extra],
      parts: .named(BlendShapes.names))
  }
}

extension RecordedFrame.Truth.State: SampleName {
  // A stored list of the cases is faster to access than one that is made at each access.
  package static let coded = allCases
}

extension RecordedFrame {
  /// Facts about a frame that only a simulator knows. Calibration takes `RecordedFrame.Observation`s, so it cannot read
  /// the truth.
  public struct Truth: Sendable, Equatable {
    /// Behaviour of the eyes.
    public enum State: String, Sendable, Codable, CaseIterable {
      /// Looking at a target.
      case fixate
      /// Reading text.
      case read
      /// Following something that moves.
      case pursue
      /// Moving from one place to another.
      case saccade
      /// Lids closed.
      case blink
      /// Looking at the page's edge in order to scroll.
      case scroll
      /// Looking at something other than the screen.
      case away
    }

    /// Point at which the visual axes meet the screen's plane, points of the true screen; nil while the axes do not
    /// meet the plane.
    public var gaze: SIMD2<Double>?
    /// Behaviour of the eyes.
    public var state: State
    /// The page's `contentOffset.y`, points; nil without a page.
    public var page: Double?

    /// A truth from its parts.
    public init(gaze: SIMD2<Double>?, state: State, page: Double? = nil) {
      self.gaze = gaze
      self.state = state
      self.page = page
    }
  }
}

/// Checks that the closure of the lids is between 0 (open) and 1 (closed), because all computations with blinks rely on
/// this range.
public struct LidRangeCheck: SampleCheck {
  /// Valid range of a lid's closure, with tolerance for rounding.
  private static let lids: ClosedRange<Float> = -0.01...1.01

  /// A check without state.
  public init() {}

  /// Takes in a frame.
  ///
  /// - Throws: `SampleError` for a lid closure out of range.
  public func check(_ sample: RecordedFrame) throws(SampleError) {
    let blink = sample.observation.frame.blink
    for lid in [blink.x, blink.y] where lid < Self.lids.lowerBound || lid > Self.lids.upperBound {
      throw SampleError("blink", "is \(lid); expected 0 (open) to 1 (closed)")
    }
  }

  /// Does nothing.
  public func finish() {}
}

extension FaceFrame {
  /// True if the pose of the face or of an eye is known. A frame of a recording that holds a pointer alone has none.
  package var hasFace: Bool { face.isFinite || leftEye.isFinite || rightEye.isFinite }
}
