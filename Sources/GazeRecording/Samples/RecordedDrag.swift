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
    public var camera: Quaternion?
    /// The world's direction of the content that the person grabbed with this stroke, where an app knows it (a mark that
    /// was to be dragged).
    public var anchor: SIMD3<Double>?

    /// An observation from its parts.
    public init(
      time: Double, phase: DragPhase?, location: SIMD2<Double>? = nil, camera: Quaternion? = nil,
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

  /// Its numbers.
  public static let fields = [
    SampleField("location", 2, .number, "x, y of the touch in points from the top-left corner"),
    SampleField(
      "phase", 1, .name(DragPhase.allCases.map(\.rawValue)), "where the stroke is; null for a frame without a touch"),
    SampleField(
      "camera", 4, .number, "w, x, y, z of the camera's orientation as shown, camera to world: a unit quaternion"),
    SampleField("anchor", 3, .number, "x, y, z of the grabbed content's direction in the world: a unit vector"),
    SampleField("truth.location", 2, .number, "x, y of the finger in points, without touch noise and latency"),
    SampleField("truth.heading", 1, .number, "heading that the person wants to see, radians"),
    SampleField("truth.pitch", 1, .number, "pitch that the person wants to see, radians"),
    SampleField("truth.state", 1, .name(State.allCases.map(\.rawValue)), "what the person does"),
  ]

  /// Seconds.
  public var time: Double { observation.time }
  /// A simulator's truth is there.
  public var hasTruth: Bool { truth != nil }

  /// A sample from its numbers.
  ///
  /// - Throws: a touch without a place, a place without a touch, a camera that is no unit quaternion, an anchor that is
  ///   no unit vector.
  public init(time: Double, participant: Int, values v: [Double]) throws(SampleFault) {
    self.participant = participant
    let phase = v[2].isFinite ? Self.name(v[2], DragPhase.allCases) : nil
    let location = try Self.place(v[0], v[1], "location")
    if phase != nil, location == nil {
      throw SampleFault("location", "is missing although \"phase\" says that there is a touch; expected x, y in points")
    }
    if phase == nil, location != nil {
      throw SampleFault(
        "phase", "is missing although there is a \"location\"; expected began, moved, ended or cancelled")
    }
    observation = Observation(
      time: time, phase: phase, location: location, camera: try Quaternion.written(v[3...6], "camera"),
      anchor: try Self.anchor(SIMD3(v[7], v[8], v[9])))
    truth =
      v[12].isFinite && v[13].isFinite && v[14].isFinite
      ? Truth(
        location: try Self.place(v[10], v[11], "truth.location"), heading: v[12], pitch: v[13],
        state: Self.name(v[14], State.allCases) ?? .rest) : nil
  }

  /// Writes its numbers over `values`.
  public func write(to values: inout [Double]) {
    let unknown = Double.nan
    let o = observation
    (values[0], values[1]) = (o.location?.x ?? unknown, o.location?.y ?? unknown)
    values[2] = Self.index(o.phase)
    (values[3], values[4]) = (o.camera?.w ?? unknown, o.camera?.x ?? unknown)
    (values[5], values[6]) = (o.camera?.y ?? unknown, o.camera?.z ?? unknown)
    for i in 0..<3 { values[7 + i] = o.anchor?[i] ?? unknown }
    (values[10], values[11]) = (truth?.location?.x ?? unknown, truth?.location?.y ?? unknown)
    (values[12], values[13]) = (truth?.heading ?? unknown, truth?.pitch ?? unknown)
    values[14] = Self.index(truth?.state)
  }

  private static func name<Name>(_ value: Double, _ all: [Name]) -> Name? {
    guard let index = Int(exactly: value), all.indices.contains(index) else { return nil }
    return all[index]
  }

  private static func index<Name: CaseIterable & Equatable>(_ name: Name?) -> Double
  where Name.AllCases == [Name] {
    name.flatMap { Name.allCases.firstIndex(of: $0) }.map(Double.init) ?? .nan
  }

  private static func place(_ x: Double, _ y: Double, _ field: String) throws(SampleFault) -> SIMD2<Double>? {
    guard x.isFinite || y.isFinite else { return nil }
    guard x.isFinite, y.isFinite else { throw SampleFault(field, "has only one of its two numbers; expected x, y") }
    return SIMD2(x, y)
  }

  private static func anchor(_ d: SIMD3<Double>) throws(SampleFault) -> SIMD3<Double>? {
    if (0..<3).allSatisfy({ d[$0].isNaN }) { return nil }
    guard abs(d.length - 1) <= Quaternion.writtenTolerance else {
      throw SampleFault(
        "anchor",
        "has length \(d.length); expected a unit vector x, y, z, its length within \(Quaternion.writtenTolerance) of 1")
    }
    return d
  }
}
