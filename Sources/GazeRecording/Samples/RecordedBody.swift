public import GazePipeline

/// One frame of a body recording: the skeleton that ARKit gave, the positions of joints on the screen as a person or a
/// ruler measured them, and the simulator's truth.
public struct RecordedBody: RigSample {
  /// The part of a sample that an app and a fit may see.
  public struct Observation: Sendable, Equatable {
    /// The skeleton that ARKit gave.
    public var skeleton: BodySkeleton
    /// Positions of joints in the picture on the screen, view points, as marked by a person who viewed this frame.
    public var shown: BodyPoints

    /// An observation from its parts.
    public init(skeleton: BodySkeleton, shown: BodyPoints = BodyPoints()) {
      self.skeleton = skeleton
      self.shown = shown
    }
  }

  /// Activity of a simulated person.
  public enum State: String, Sendable, CaseIterable {
    /// Walks.
    case walk
    /// Waves an arm, standing.
    case wave
    /// Remains in place, or turns in place.
    case stand
    /// Is partly hidden by an object.
    case occluded
    /// Has no joint in the picture.
    case out
  }

  /// Facts that only a simulator knows.
  public struct Truth: Sendable, Equatable {
    /// Positions of all joints in the picture on the screen, view points, including those that are hidden or outside.
    public var joints: BodyPoints
    /// Joints that the camera sees: inside its picture and not hidden.
    public var seen: Set
    /// Activity of the person; nil if unknown.
    public var state: State?

    /// A truth from its parts.
    public init(joints: BodyPoints, seen: Set, state: State?) {
      self.joints = joints
      self.seen = seen
      self.state = state
    }

    /// A set of joints.
    public struct Set: OptionSet, Sendable {
      /// One bit per joint.
      public var rawValue: UInt32

      /// A set from its bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }

      /// True if the set contains the joint.
      public func contains(_ joint: BodyJoint) -> Bool { rawValue & 1 << UInt32(joint.rawValue) != 0 }
      /// Adds the joint.
      public mutating func insert(_ joint: BodyJoint) { rawValue |= 1 << UInt32(joint.rawValue) }
    }
  }

  /// Seconds.
  public var time: Double { observation.skeleton.time }
  /// Number of the person, 0-based within the recording.
  public var participant: Int
  /// The observation.
  public var observation: Observation
  /// The simulator's truth; nil in a take.
  public var truth: Truth?

  /// A sample from its parts.
  public init(participant: Int, observation: Observation, truth: Truth? = nil) {
    self.participant = participant
    self.observation = observation
    self.truth = truth
  }

  /// `body`.
  public static var rig: String { "body" }
  /// True if the sample holds a simulator's truth.
  public var hasTruth: Bool { truth != nil }

  /// Largest accepted coordinate of a point in a view.
  static let largestPoint = 1e6

  /// A sample without joints.
  public init(time: Double, participant: Int) {
    let skeleton = BodySkeleton(time: time, isTracked: false, joints: BodyPoints())
    self.init(participant: participant, observation: Observation(skeleton: skeleton))
  }

  private static let joints =
    "x, y of " + BodyJoint.allCases.map(\.name).joined(separator: ", ")
    + ", normalised in the camera's native landscape image, origin top-left; null where not tracked, as the ears are "
    + "before iOS 16"

  /// Lists the fields.
  public mutating func fields(_ list: inout FieldList) {
    list.field("joints", &observation.skeleton.joints, Self.joints, .required)
    var tracked: Bool? = observation.skeleton.isTracked
    list.field("tracked", &tracked, "false where there is no body")
    // Without the flag, the body counts as tracked if there is a joint.
    observation.skeleton.isTracked = tracked ?? (observation.skeleton.joints.count > 0)
    list.field(
      "shown", &observation.shown,
      "places of the joints that a person marked in this frame's picture on the screen, in the view's points and in "
        + "the joints' order; null where not marked")

    var (joints, seen, state) = (truth?.joints ?? BodyPoints(), truth?.seen, truth?.state)
    list.field(
      "truth.joints", &joints, "the joints' places in the picture on the screen, view points, in the same order")
    list.field(
      "truth.seen", &seen, "1 where the camera sees the joint, 0 where it is hidden or outside of the picture")
    list.field("truth.state", &state, "the person's activity")
    truth = joints.count > 0 || state != nil ? Truth(joints: joints, seen: seen ?? [], state: state) : nil
  }

  /// Refuses landmarks that are not normalised, and points that no view can have.
  public func check() throws(SampleError) {
    try Self.check(
      observation.skeleton.joints, field: "joints", largest: BodySkeleton.largestLandmark,
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

/// Stored as the coordinates x, y of each joint; both are NaN for a joint without a point.
extension BodyPoints: SampleValue {
  package typealias StoredNumber = Double
  package static var numberCount: Int { 2 * BodyJoint.count }

  package init(_ row: UnsafeRawPointer, _ key: String) throws(SampleError) {
    self.init()
    for joint in BodyJoint.allCases {
      let point = row.loadUnaligned(fromByteOffset: 16 * joint.rawValue, as: Vector2.self)
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

/// Stored as a number for each joint: 1 if the set holds the joint, else 0.
extension RecordedBody.Truth.Set: SampleValue {
  package typealias StoredNumber = Double
  package static var numberCount: Int { BodyJoint.count }

  package init(_ row: UnsafeRawPointer, _ key: String) {
    self.init()
    for joint in BodyJoint.allCases where Double(row + 8 * joint.rawValue, key) == 1 { insert(joint) }
  }

  package func store(_ row: UnsafeMutableRawPointer) {
    for joint in BodyJoint.allCases { (contains(joint) ? 1.0 : 0).store(row + 8 * joint.rawValue) }
  }
}

extension BodyPoints {
  /// Points by ARKit's joint names, as in an app's own log or a table; joints that the dictionary does not name have no
  /// point.
  ///
  /// - Throws: `UnknownNameError`, with the most similar names, for a name that is not a joint of the 2-D skeleton.
  public init(named points: [String: SIMD2<Double>]) throws(UnknownNameError) {
    self.init()
    // Sorted by name, so that the same fault is found every time.
    for (name, point) in points.sorted(by: { $0.key < $1.key }) { self[try BodyJoint.named(name)] = point }
  }
}

extension BodyJoint {
  /// The joint with this name of ARKit.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public static func named(_ name: String) throws(UnknownNameError) -> BodyJoint {
    if let joint = BodyJoint(name: name) { return joint }
    throw UnknownNameError(kind: "joint", name: name, among: allCases.map(\.name))
  }
}
