public import GazePipeline

/// One line of a drag recording: a touch or a frame of the display, the rotation that the app showed, and the
/// simulator's truth.
///
/// The header's constants hold what all lines have in common: `width` and `height` (points) and `fieldOfViewDegrees`
/// (vertical); see `PerspectiveView.init(_:)`. A simulator adds `truth.fieldOfViewDegrees`, the field of view that is
/// really shown.
public struct RecordedDrag: RigSample {
  /// Check of each sample in turn: the strokes must be complete.
  public typealias Check = DragStrokes

  /// The part of a sample that an app and a fit may see.
  public struct Observation: Sendable, Equatable {
    /// Seconds.
    public var time: Double
    /// Phase of the touch; nil for a frame of the display without a touch.
    public var phase: DragPhase?
    /// Position of the touch, points from the top-left corner; nil without a touch.
    public var location: SIMD2<Double>?
    /// Rotation from camera to world, as the app showed it at this time.
    public var camera: UnitQuaternion?
    /// Direction, in the world, of the content that the person grabbed with this stroke, if the app knows it, for
    /// example because the person was asked to drag a mark.
    public var anchor: SIMD3<Double>?

    /// An observation from its parts.
    public init(
      time: Double, phase: DragPhase?, location: SIMD2<Double>? = nil, camera: UnitQuaternion? = nil,
      anchor: SIMD3<Double>? = nil
    ) {
      self.time = time
      self.phase = phase
      self.location = location
      self.camera = camera
      self.anchor = anchor
    }

    /// The touch in the form that a pipeline takes.
    public var touch: DragTouch {
      DragTouch(time: time, phase: phase, location: location ?? SIMD2(.nan, .nan))
    }
  }

  /// Activity of a person.
  public enum State: String, Sendable, CaseIterable {
    /// Drags.
    case drag
    /// Has lifted the finger to continue the drag elsewhere.
    case lift
    /// Looks at the view without dragging.
    case rest
    /// Drags, and lifts the finger while it moves fast.
    case flick
  }

  /// Facts that only a simulator knows.
  public struct Truth: Sendable, Equatable {
    /// Position of the finger at this time, points; nil while the finger is lifted.
    public var location: SIMD2<Double>?
    /// Heading that the person wants to see, radians; with this heading the content stays under the finger.
    public var heading: Double
    /// Pitch that the person wants to see, radians.
    public var pitch: Double
    /// Activity of the person.
    public var state: State

    /// A truth from its parts.
    public init(location: SIMD2<Double>?, heading: Double, pitch: Double, state: State) {
      self.location = location
      self.heading = heading
      self.pitch = pitch
      self.state = state
    }
  }

  /// Number of the person.
  public var participant: Int
  /// The observation: everything except the truth.
  public var observation: Observation
  /// The simulator's truth; nil in a take.
  public var truth: Truth?

  /// A sample from its parts.
  public init(participant: Int, observation: Observation, truth: Truth? = nil) {
    self.participant = participant
    self.observation = observation
    self.truth = truth
  }

  /// `drag`.
  public static let rig = "drag"

  /// Name of the header's constant for the vertical field of view that is really shown, which only a simulator knows. A
  /// pipeline and a fit know only the stated field of view, `fieldOfViewDegrees`.
  package static let trueFieldOfView = "truth.fieldOfViewDegrees"

  /// A frame without a touch.
  public init(time: Double, participant: Int) {
    self.init(participant: participant, observation: Observation(time: time, phase: nil))
  }

  /// Seconds.
  public var time: Double { observation.time }
  /// True if the sample holds a simulator's truth.
  public var hasTruth: Bool { truth != nil }

  /// Lists the fields.
  public mutating func fields(_ list: inout FieldList) {
    list.field("location", &observation.location, "x, y of the touch in points from the top-left corner")
    list.field("phase", &observation.phase, "the stroke's phase; null for a frame without a touch")
    list.field(
      "camera", &observation.camera,
      "w, x, y, z of the camera's orientation as shown, camera to world: a unit quaternion")
    list.field("anchor", &observation.anchor, "x, y, z of the grabbed content's direction in the world: a unit vector")

    var (location, heading) = (truth?.location, truth?.heading)
    var (pitch, state) = (truth?.pitch, truth?.state)
    list.field("truth.location", &location, "x, y of the finger in points, without touch noise and latency")
    list.field("truth.heading", &heading, "heading that the person wants to see, radians")
    list.field("truth.pitch", &pitch, "pitch that the person wants to see, radians")
    list.field("truth.state", &state, "the person's activity")
    truth = nil
    if let heading, let pitch, let state {
      truth = Truth(location: location, heading: heading, pitch: pitch, state: state)
    }
  }

  /// Refuses a location with one coordinate, a touch without a location, a location without a touch, and an anchor that
  /// is not a unit vector.
  public func check() throws(SampleError) {
    let (location, phase) = (observation.location, observation.phase)
    try Self.checkWhole(location, "location")
    if phase != nil, location == nil {
      throw SampleError("location", "is missing although \"phase\" says that there is a touch; expected x, y in points")
    }
    if phase == nil, location != nil {
      throw SampleError(
        "phase", "is missing although there is a \"location\"; expected began, moved, ended or cancelled")
    }
    let length = observation.anchor?.length ?? 1
    guard abs(length - 1) <= UnitQuaternion.writtenTolerance else {
      throw SampleError(
        "anchor",
        "has length \(length); expected a unit vector x, y, z, its length within "
          + "\(UnitQuaternion.writtenTolerance) of 1"
      )
    }
    try Self.checkWhole(truth?.location, "truth.location")
  }

  private static func checkWhole(_ place: Vector2?, _ key: String) throws(SampleError) {
    guard let place, place.x.isFinite != place.y.isFinite else { return }
    throw SampleError(key, "has only one of its two numbers; expected x, y")
  }
}

extension RecordedDrag.State: SampleName {}

/// Checks that a drag recording's strokes are complete: each stroke begins once, then moves, then ends or is cancelled.
///
/// Takes in a recording's samples in order; call `finish()` after the last one. Frames without a touch may occur
/// anywhere. Memory use grows only with the number of participants.
public struct DragStrokes: SampleCheck {
  /// Time at which each participant's unfinished stroke began, seconds.
  private var open: [Int: Double] = [:]

  /// A check before the first sample.
  public init() {}

  /// Takes in a sample.
  ///
  /// - Throws: `SampleError` if a stroke begins within another one, or moves or ends without having begun.
  public mutating func check(_ sample: RecordedDrag) throws(SampleError) {
    let (participant, time) = (sample.participant, sample.time)
    switch sample.observation.phase {
    case nil: break
    case .began:
      if let since = open[participant] {
        throw SampleError(
          "phase",
          "a stroke of participant \(participant) begins at \(time) s while the one from \(since) s has no end; "
            + "expected \"ended\" or \"cancelled\" before it: record the end of every touch")
      }
      open[participant] = time
    case .moved:
      guard open[participant] != nil else { throw Self.withoutStart(participant, time, "moves") }
    case .ended, .cancelled:
      guard open.removeValue(forKey: participant) != nil else { throw Self.withoutStart(participant, time, "ends") }
    }
  }

  /// Finishes the check after the last sample.
  ///
  /// - Throws: `SampleError` if a stroke has no end.
  public func finish() throws(SampleError) {
    guard let (participant, since) = open.min(by: { $0.key < $1.key }) else { return }
    throw SampleError(
      "phase",
      "the stroke of participant \(participant) that began at \(since) s has no end; "
        + "expected \"ended\" or \"cancelled\": record one when the recording stops")
  }

  private static func withoutStart(_ participant: Int, _ time: Double, _ verb: String) -> SampleError {
    SampleError(
      "phase",
      "a stroke of participant \(participant) \(verb) at \(time) s although it has not begun; "
        + "expected \"began\" first: record the touch that starts it")
  }
}

extension PerspectiveView {
  /// The view that a drag recording's header describes: `constants.width` and `constants.height` in points (by default
  /// the header's `points`) and `constants.fieldOfViewDegrees`, the vertical field of view.
  ///
  /// - Throws: `SampleError`, with the name of the constant that is missing or out of range. The ranges are those of
  ///   `init(points:fieldOfView:)`.
  public init(_ header: RecordingHeader) throws(SampleError) {
    let constants = header.constants
    func constant(_ name: String, _ other: Double?, _ range: String, _ isFine: (Double) -> Bool) throws(SampleError)
      -> Double
    {
      guard let value = constants[name] ?? other else {
        throw SampleError("constants.\(name)", "is missing; expected \(range)")
      }
      guard isFine(value) else {
        throw SampleError("constants.\(name)", "is \(value); expected \(range), as the app's view has it")
      }
      return value
    }
    let width = try constant("width", header.points?.x, "1 to 100000 points") { $0 >= 1 && $0 <= 1e5 }
    let height = try constant("height", header.points?.y, "1 to 100000 points") { $0 >= 1 && $0 <= 1e5 }
    let degrees = try constant(
      "fieldOfViewDegrees", nil, "the vertical field of view, more than 0.1 and less than 179.9 degrees"
    ) { $0 > 0.1 && $0 < 179.9 }
    do throws(PerspectiveViewError) {
      try self.init(points: SIMD2(width, height), fieldOfView: degrees.radians)
    } catch {
      throw SampleError("constants.fieldOfViewDegrees", error.description)
    }
  }
}
