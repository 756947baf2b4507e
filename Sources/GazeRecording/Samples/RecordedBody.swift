public import GazePipeline

/// One frame of a body recording: the skeleton that ARKit gave, where a person or a ruler says that joints are on the screen,
/// and the simulator's truth.
public struct RecordedBody: RigSample {
  /// What anybody may see.
  public struct Observation: Sendable, Equatable {
    /// The skeleton.
    public var skeleton: BodySkeleton
    /// Where joints are in the picture on the screen, view points, as somebody who looked at this frame marked them.
    public var shown: BodyPoints

    /// An observation from its parts.
    public init(skeleton: BodySkeleton, shown: BodyPoints = BodyPoints()) {
      self.skeleton = skeleton
      self.shown = shown
    }
  }

  /// What a simulated person does.
  public enum State: String, Sendable, CaseIterable {
    /// Gait.
    case walk
    /// Stands and waves an arm.
    case wave
    /// Stands, or turns where it stands.
    case stand
    /// Something stands before a part of the body.
    case occluded
    /// No joint is in the picture.
    case out
  }

  /// What only a simulator knows.
  public struct Truth: Sendable, Equatable {
    /// Where every joint is in the picture on the screen, view points; also those that are hidden or outside.
    public var joints: BodyPoints
    /// The joints that the camera sees: in its picture, and with nothing before them.
    public var seen: Set
    /// What the person does; nil where it is not known.
    public var state: State?

    /// A truth from its parts.
    public init(joints: BodyPoints, seen: Set, state: State?) {
      self.joints = joints
      self.seen = seen
      self.state = state
    }

    /// A set of joints.
    public struct Set: OptionSet, Sendable {
      /// A bit a joint.
      public var rawValue: UInt32

      /// A set from its bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }

      /// True if it holds the joint.
      public func contains(_ joint: BodyJoint) -> Bool { rawValue & 1 << UInt32(joint.rawValue) != 0 }
      /// Puts the joint in.
      public mutating func insert(_ joint: BodyJoint) { rawValue |= 1 << UInt32(joint.rawValue) }
    }
  }

  /// Seconds.
  public var time: Double { observation.skeleton.time }
  /// Whose, 0-based within the recording.
  public var participant: Int
  /// What an app may see.
  public var observation: Observation
  /// What only a simulator knows; nil in a take.
  public var truth: Truth?

  /// A sample from its parts.
  public init(participant: Int, observation: Observation, truth: Truth? = nil) {
    self.participant = participant
    self.observation = observation
    self.truth = truth
  }

  /// `body`.
  public static var rig: String { "body" }
  /// A simulator's truth is there.
  public var hasTruth: Bool { truth != nil }

  // MARK: Numbers

  /// Largest landmark that is taken for one. ARKit gives joints somewhat outside of its picture; pixels are far above.
  static let largestLandmark = 10.0
  /// Largest point of a view.
  static let largestPoint = 1e6

  private static let order = "x, y of " + BodyJoint.allCases.map(\.name).joined(separator: ", ")

  /// Besides `t` and `participant`.
  public static let fields: [SampleField] = [
    SampleField(
      "joints", 2 * BodyJoint.count, .number, isRequired: true,
      "\(order), normalised in the camera's native landscape image, origin top-left; null where not tracked, as the ears are "
        + "before iOS 16"),
    SampleField("tracked", 1, .flag, "false where there is no body"),
    SampleField(
      "shown", 2 * BodyJoint.count, .number,
      "where somebody marked the joints in this frame's picture on the screen, view points, in the joints' order; null where "
        + "nobody did"),
    SampleField(
      "truth.joints", 2 * BodyJoint.count, .number,
      "where the joints are in the picture on the screen, view points, in the same order"),
    SampleField(
      "truth.seen", BodyJoint.count, .number,
      "1 where the camera sees the joint, 0 where it is hidden or outside of the picture"),
    SampleField("truth.state", 1, .name(State.allCases.map(\.rawValue)), "what the person does"),
  ]

  /// How many numbers all fields have.
  static let valueCount = fields.reduce(0) { $0 + $1.count }

  /// A sample from its numbers.
  ///
  /// - Throws: `SampleFault` for landmarks that are not normalised, a joint with one coordinate, and points that no view has.
  public init(time: Double, participant: Int, values: [Double]) throws(SampleFault) {
    guard values.count == Self.valueCount else {
      throw SampleFault("joints", "found \(values.count) numbers, expected \(Self.valueCount)")
    }
    var rest = values[...]
    let joints = try BodyPoints(
      &rest, field: "joints", largest: Self.largestLandmark,
      hint: "landmarks are normalised to the image, about 0 to 1; divide pixels by the image's width and height")
    let tracked = rest.removeFirst()
    let hint = "view points, the view's width and height at most"
    let shown = try BodyPoints(&rest, field: "shown", largest: Self.largestPoint, hint: hint)
    let trueJoints = try BodyPoints(&rest, field: "truth.joints", largest: Self.largestPoint, hint: hint)
    var seen = Truth.Set()
    for joint in BodyJoint.allCases where rest.removeFirst() == 1 { seen.insert(joint) }
    let state = rest.removeFirst()
    observation = Observation(
      // Where nobody says, the joints themselves do.
      skeleton: BodySkeleton(time: time, isTracked: tracked.isNaN ? joints.count > 0 : tracked != 0, joints: joints),
      shown: shown)
    self.participant = participant
    if trueJoints.count > 0 || state.isFinite {
      let index = state.isFinite && state >= 0 && state < Double(State.allCases.count) ? Int(state) : nil
      truth = Truth(joints: trueJoints, seen: seen, state: index.map { State.allCases[$0] })
    }
  }

  /// Writes its numbers over `values`.
  public func write(to values: inout [Double]) {
    var place = 0
    func write(_ points: BodyPoints, _ values: inout [Double]) {
      for joint in BodyJoint.allCases {
        let point = points[joint] ?? SIMD2(.nan, .nan)
        (values[place], values[place + 1]) = (point.x, point.y)
        place += 2
      }
    }
    write(observation.skeleton.joints, &values)
    values[place] = observation.skeleton.isTracked ? 1 : 0
    place += 1
    write(observation.shown, &values)
    write(truth?.joints ?? BodyPoints(), &values)
    for joint in BodyJoint.allCases {
      values[place] = truth.map { $0.seen.contains(joint) ? 1 : 0 } ?? .nan
      place += 1
    }
    values[place] = truth?.state.flatMap { State.allCases.firstIndex(of: $0) }.map(Double.init) ?? .nan
  }
}

extension BodyPoints {
  /// Takes 19 pairs off the front.
  fileprivate init(
    _ values: inout ArraySlice<Double>, field: String, largest: Double, hint: String
  ) throws(SampleFault) {
    self.init()
    for joint in BodyJoint.allCases {
      let point = SIMD2(values.removeFirst(), values.removeFirst())
      guard point.x.isNaN == point.y.isNaN else {
        throw SampleFault(field, "\(joint.name) has one coordinate: expected x and y, or null for both")
      }
      if point.x.isNaN { continue }
      guard abs(point.x) <= largest, abs(point.y) <= largest else {
        throw SampleFault(
          field, "\(joint.name) is at (\(point.x), \(point.y)): expected at most \(largest) either way; \(hint)")
      }
      self[joint] = point
    }
  }

  /// Points by ARKit's joint names, as an app's own log or a table may hold them; joints that are not named have none.
  ///
  /// - Throws: `UnknownName` for a name that is no joint of the 2-D skeleton, with the nearest ones.
  public init(named points: [String: SIMD2<Double>]) throws(UnknownName) {
    self.init()
    // In the order of names, so that the same fault is found every time.
    for (name, point) in points.sorted(by: { $0.key < $1.key }) { self[try BodyJoint.named(name)] = point }
  }
}

extension BodyJoint {
  /// The joint with ARKit's name.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ name: String) throws(UnknownName) -> BodyJoint {
    if let joint = BodyJoint(name: name) { return joint }
    throw UnknownName(kind: "joint", name: name, among: allCases.map(\.name))
  }
}
