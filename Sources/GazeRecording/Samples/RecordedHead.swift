public import GazePipeline

/// One recorded sample of the rig `head`: the headphones' data, the gesture that the app asked for if known, and in a
/// simulation the truth.
public struct RecordedHead: RigSample {
  /// The part of a sample that an app and a fit may see.
  public struct Observation: Sendable, Equatable {
    /// The data in the form that a pipeline takes.
    public var frame: HeadFrame
    /// Number of the person, 0-based within the recording.
    public var participant: Int
    /// The gesture that the app asked for or the person wanted; nil for none.
    public var gesture: HeadGesture?
    /// True if the recording states which gesture was wanted, even if none was; false if the gesture is unknown.
    public var isIntentKnown: Bool

    /// An observation from its parts.
    public init(frame: HeadFrame, participant: Int = 0, gesture: HeadGesture? = nil, isIntentKnown: Bool = true) {
      self.frame = frame
      self.participant = participant
      self.gesture = gesture
      self.isIntentKnown = isIntentKnown
    }
  }

  /// Facts that only a simulator knows.
  public struct Truth: Sendable, Equatable {
    /// Activity of the person.
    public enum State: String, Sendable, CaseIterable {
      /// Rests.
      case still
      /// Looks straight ahead, as the app asked.
      case forward
      /// Walks.
      case walk
      /// Turns the head to look at something.
      case look
      /// Makes a gesture.
      case gesture
    }

    /// Rotation of the head from straight ahead.
    public var attitude: UnitQuaternion
    /// Gesture that the head makes; nil for none.
    public var gesture: HeadGesture?
    /// Activity of the person.
    public var state: State

    /// A truth from its parts.
    public init(attitude: UnitQuaternion, gesture: HeadGesture? = nil, state: State = .still) {
      self.attitude = attitude
      self.gesture = gesture
      self.state = state
    }
  }

  /// The observation.
  public var observation: Observation
  /// The simulator's truth; nil in a take.
  public var truth: Truth?

  /// A sample from its parts.
  public init(_ observation: Observation, truth: Truth? = nil) {
    self.observation = observation
    self.truth = truth
  }

  /// `head`.
  public static let rig = "head"

  /// A gesture or no gesture, with the names that files use. A case of `HeadGesture` that is missing here would be
  /// written as `none`.
  private enum GestureName: String, SampleName {
    case none, nod, shake, tilt

    init(_ gesture: HeadGesture?) { self = gesture.flatMap { GestureName(rawValue: $0.rawValue) } ?? .none }
    var gesture: HeadGesture? { HeadGesture(rawValue: rawValue) }
  }

  /// A sample of connected headphones without known numbers.
  public init(time: Double, participant: Int) {
    let unknown = Vector3(repeating: .nan)
    let sample = HeadSample(
      time: time, attitude: SIMD4(repeating: .nan), rotationRate: unknown, acceleration: unknown)
    self.init(Observation(frame: HeadFrame(sample: sample), participant: participant, isIntentKnown: false))
  }

  /// Seconds.
  public var time: Double { observation.frame.sample.time }
  /// Number of the person.
  public var participant: Int { observation.participant }
  /// True if the sample holds a simulator's truth.
  public var hasTruth: Bool { truth != nil }

  /// Lists the fields.
  public mutating func fields(_ list: inout FieldList) {
    var attitude = observation.frame.sample.writtenAttitude
    list.field(
      "attitude", &attitude, "w, x, y, z of the unit quaternion from the headphones' frame to the reference's, z up",
      .required)
    observation.frame.sample.attitude = attitude.map(HeadSample.attitude) ?? SIMD4(repeating: .nan)
    list.field("rotationRate", &observation.frame.sample.rotationRate, "rad/s about the headphones' axes")
    list.field(
      "acceleration", &observation.frame.sample.acceleration, "m/s² along the headphones' axes, without gravity")
    var (connected, forward): (Bool?, Bool?) = (observation.frame.isConnected, observation.frame.isForward)
    list.field("connected", &connected, "false while the headphones deliver nothing; true by default")
    list.field(
      "reference", &observation.frame.reference,
      "w, x, y, z of the head's turn from straight ahead as known from elsewhere, such as the camera")
    list.field("forward", &forward, "the app has asked the person to look straight ahead, and they do")
    (observation.frame.isConnected, observation.frame.isForward) = (connected ?? true, forward ?? false)
    var intent = observation.isIntentKnown ? GestureName(observation.gesture) : nil
    list.field("intent", &intent, "the gesture that was asked for; null where unknown")
    (observation.gesture, observation.isIntentKnown) = (intent?.gesture, intent != nil)

    var (turn, gesture, state) = (truth?.attitude, truth.map { GestureName($0.gesture) }, truth?.state)
    list.field("truth.attitude", &turn, "w, x, y, z of the head's turn from straight ahead")
    list.field("truth.gesture", &gesture, "the head's gesture")
    list.field("truth.state", &state, "the person's activity")
    truth = turn.map { Truth(attitude: $0, gesture: gesture?.gesture, state: state ?? .still) }
  }

  /// Refuses a quaternion that is missing while the headphones are connected, consists of zeros, or has a length far
  /// from 1.
  public func check() throws(SampleError) {
    let a = observation.frame.sample.attitude
    let attitude = try UnitQuaternion.written(SIMD4(a.w, a.x, a.y, a.z), "attitude")
    if attitude == nil, observation.frame.isConnected {
      throw SampleError(
        "attitude",
        "is missing while the headphones are connected: expected w, x, y, z of a unit quaternion; while they deliver "
          + "nothing, write \"connected\": false")
    }
  }
}

extension RecordedHead.Truth.State: SampleName {}

extension HeadSample {
  /// The attitude, unchecked; nil if all of its numbers are unknown.
  fileprivate var writtenAttitude: UnitQuaternion? {
    let a = attitude
    return a.indices.allSatisfy { a[$0].isNaN } ? nil : UnitQuaternion(unchecked: a.w, a.x, a.y, a.z)
  }
}
