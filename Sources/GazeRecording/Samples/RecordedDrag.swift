public import GazePipeline

/// One line of a drag recording: a touch or a frame, what the app showed, and a simulator's truth.
///
/// The header's constants say what all of them have in common: `width` and `height` (points) and `fieldOfViewDegrees`
/// (vertical); see `PerspectiveView.init(_:)`. A simulator adds `truth.fieldOfViewDegrees`, the one that is really shown.
public struct RecordedDrag: RigSample {
  /// Strokes are whole.
  public typealias Order = DragStrokes

  /// What an app may see.
  public struct Observation: Sendable, Equatable {
    /// Seconds.
    public var time: Double
    /// nil: no touch, a frame of the display.
    public var phase: DragPhase?
    /// Points from the top-left corner; nil without a touch.
    public var location: SIMD2<Double>?
    /// Camera to world, as the app showed it then.
    public var camera: UnitQuaternion?
    /// The world's direction of the content that the person grabbed with this stroke, where an app knows it (a mark that
    /// was to be dragged).
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

    /// What a pipeline takes.
    public var touch: DragTouch {
      DragTouch(time: time, phase: phase, location: location ?? SIMD2(.nan, .nan))
    }
  }

  /// What a person does.
  public enum State: String, Sendable, CaseIterable {
    /// Drags.
    case drag
    /// Has lifted the finger to drag on.
    case lift
    /// Looks.
    case rest
    /// Drags, and lifts the finger while it moves fast.
    case flick
  }

  /// What only a simulator knows.
  public struct Truth: Sendable, Equatable {
    /// Where the finger is at this time, points; nil while it is up.
    public var location: SIMD2<Double>?
    /// Heading that the person wants to see: what keeps content under the finger, radians.
    public var heading: Double
    /// Pitch of it, radians.
    public var pitch: Double
    /// What the person does.
    public var state: State

    /// A truth from its parts.
    public init(location: SIMD2<Double>?, heading: Double, pitch: Double, state: State) {
      self.location = location
      self.heading = heading
      self.pitch = pitch
      self.state = state
    }
  }

  /// Whose.
  public var participant: Int
  /// All but the truth.
  public var observation: Observation
  /// What only a simulator knows.
  public var truth: Truth?

  /// A sample from its parts.
  public init(participant: Int, observation: Observation, truth: Truth? = nil) {
    self.participant = participant
    self.observation = observation
    self.truth = truth
  }

  /// `drag`.
  public static let rig = "drag"

  /// The header's constant with the vertical field of view that is really shown, where a simulator knows it; the stated
  /// one is `fieldOfViewDegrees`. A pipeline and a fit know the stated one alone.
  package static let trueFieldOfView = "truth.fieldOfViewDegrees"

  /// A frame without a touch.
  public init(time: Double, participant: Int) {
    self.init(participant: participant, observation: Observation(time: time, phase: nil))
  }

  /// Seconds.
  public var time: Double { observation.time }
  /// A simulator's truth is there.
  public var hasTruth: Bool { truth != nil }

  /// Lists its fields.
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

  /// Refuses half a place, a touch without a place, a place without a touch, and an anchor that is no unit vector.
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
        "has length \(length); expected a unit vector x, y, z, its length within \(UnitQuaternion.writtenTolerance) of 1"
      )
    }
    try Self.checkWhole(truth?.location, "truth.location")
  }

  private static func checkWhole(_ place: SIMD2<Double>?, _ key: String) throws(SampleError) {
    guard let place, place.x.isFinite != place.y.isFinite else { return }
    throw SampleError(key, "has only one of its two numbers; expected x, y")
  }
}

extension RecordedDrag.State: SampleName {}
