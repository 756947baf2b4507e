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

  /// Largest landmark that is taken for one. ARKit gives joints somewhat outside of its picture; pixels are far above.
  static let largestLandmark = 10.0
  /// Largest point of a view.
  static let largestPoint = 1e6

  /// A sample without a joint.
  public init(time: Double, participant: Int) {
    let skeleton = BodySkeleton(time: time, isTracked: false, joints: BodyPoints())
    self.init(participant: participant, observation: Observation(skeleton: skeleton))
  }

  private static let joints =
    "x, y of " + BodyJoint.allCases.map(\.name).joined(separator: ", ")
    + ", normalised in the camera's native landscape image, origin top-left; null where not tracked, as the ears are "
    + "before iOS 16"

  /// Lists its fields.
  public mutating func fields(_ list: inout FieldList) {
    list.field("joints", &observation.skeleton.joints, Self.joints, .required)
    var tracked: Bool? = observation.skeleton.isTracked
    list.field("tracked", &tracked, "false where there is no body")
    // Without the flag the joints decide.
    observation.skeleton.isTracked = tracked ?? (observation.skeleton.joints.count > 0)
    list.field(
      "shown", &observation.shown,
      "the joints as a person marked them in this frame's picture on the screen, view points, in the joints' order; "
        + "null where not marked")

    var (joints, seen, state) = (truth?.joints ?? BodyPoints(), truth?.seen, truth?.state)
    list.field(
      "truth.joints", &joints, "the joints' places in the picture on the screen, view points, in the same order")
    list.field(
      "truth.seen", &seen, "1 where the camera sees the joint, 0 where it is hidden or outside of the picture")
    list.field("truth.state", &state, "the person's activity")
    truth = joints.count > 0 || state != nil ? Truth(joints: joints, seen: seen ?? [], state: state) : nil
  }

  /// Refuses landmarks that are not normalised, and points that no view has.
  public func check() throws(SampleError) {
    try Self.check(
      observation.skeleton.joints, field: "joints", largest: Self.largestLandmark,
      hint: "landmarks are normalised to the image, about 0 to 1; divide pixels by the image's width and height")
    let hint = "view points are at most the view's width and height"
    try Self.check(observation.shown, field: "shown", largest: Self.largestPoint, hint: hint)
    guard let truth else { return }
    try Self.check(truth.joints, field: "truth.joints", largest: Self.largestPoint, hint: hint)
  }

  private static func check(
    _ points: BodyPoints, field: String, largest: Double, hint: String
  ) throws(SampleError) {
    for joint in BodyJoint.allCases {
      guard let point = points[joint], abs(point.x) > largest || abs(point.y) > largest else { continue }
      throw SampleError(
        field, "\(joint.name) is at (\(point.x), \(point.y)): expected at most \(largest) either way; \(hint)")
    }
  }
}

extension RecordedBody.State: SampleName {}

/// Coordinates x, y of each joint, both NaN for a joint without a point.
extension BodyPoints: SampleValue {
  package static var kind: SampleField.Kind { .number }
  package static var numberCount: Int { 2 * BodyJoint.count }
  package static var numberWidth: Int { 8 }

  package init(_ row: UnsafeRawPointer, _ key: String) throws(SampleError) {
    self.init()
    for joint in BodyJoint.allCases {
      let point = row.loadUnaligned(fromByteOffset: 16 * joint.rawValue, as: SIMD2<Double>.self)
      guard point.x.isFinite == point.y.isFinite else {
        throw SampleError(key, "\(joint.name) has only one coordinate: expected x and y, or null for both")
      }
      self[joint] = point
    }
  }

  package func store(_ row: UnsafeMutableRawPointer) {
    for joint in BodyJoint.allCases { (self[joint] ?? SIMD2(.nan, .nan)).store(row + 16 * joint.rawValue) }
  }
}

/// A number for each joint: 1 if the set holds it, else 0.
extension RecordedBody.Truth.Set: SampleValue {
  package static var kind: SampleField.Kind { .number }
  package static var numberCount: Int { BodyJoint.count }
  package static var numberWidth: Int { 8 }

  package init(_ row: UnsafeRawPointer, _ key: String) {
    self.init()
    for joint in BodyJoint.allCases where Double(row + 8 * joint.rawValue, key) == 1 { insert(joint) }
  }

  package func store(_ row: UnsafeMutableRawPointer) {
    for joint in BodyJoint.allCases { (contains(joint) ? 1.0 : 0).store(row + 8 * joint.rawValue) }
  }
}

extension BodyPoints {
  /// Points by ARKit's joint names, as an app's own log or a table may hold them; joints that are not named have none.
  ///
  /// - Throws: `UnknownNameError` for a name that is no joint of the 2-D skeleton, with the nearest ones.
  public init(named points: [String: SIMD2<Double>]) throws(UnknownNameError) {
    self.init()
    // In the order of names, so that the same fault is found every time.
    for (name, point) in points.sorted(by: { $0.key < $1.key }) { self[try BodyJoint.named(name)] = point }
  }
}

extension BodyJoint {
  /// The joint with ARKit's name.
  ///
  /// - Throws: `UnknownNameError` with the nearest ones.
  public static func named(_ name: String) throws(UnknownNameError) -> BodyJoint {
    if let joint = BodyJoint(name: name) { return joint }
    throw UnknownNameError(kind: "joint", name: name, among: allCases.map(\.name))
  }
}
