public import GazePipeline

/// One recorded sample of the rig `head`: what the headphones gave, what the app knew beside it, and for a simulation the
/// truth.
public struct RecordedHead: RigSample {
  /// What anybody may see.
  public struct Observation: Sendable, Equatable {
    /// What a pipeline takes.
    public var frame: HeadFrame
    /// Whose, 0-based within the recording.
    public var participant: Int
    /// The gesture that the app asked for or the person wanted; nil for none.
    public var gesture: HeadGesture?
    /// Whether it is known what was asked for.
    public var isIntentKnown: Bool

    /// An observation from its parts.
    public init(frame: HeadFrame, participant: Int = 0, gesture: HeadGesture? = nil, isIntentKnown: Bool = true) {
      self.frame = frame
      self.participant = participant
      self.gesture = gesture
      self.isIntentKnown = isIntentKnown
    }
  }

  /// What only a simulator knows.
  public struct Truth: Sendable, Equatable {
    /// What the person does.
    public enum State: String, Sendable, CaseIterable {
      case still, forward, walk, look, gesture
    }

    /// The head's turn from straight ahead.
    public var attitude: Quaternion
    /// What it says.
    public var gesture: HeadGesture?
    /// What the person does.
    public var state: State

    /// A truth from its parts.
    public init(attitude: Quaternion, gesture: HeadGesture? = nil, state: State = .still) {
      self.attitude = attitude
      self.gesture = gesture
      self.state = state
    }
  }

  /// What anybody may see.
  public var observation: Observation
  /// What only a simulator knows.
  public var truth: Truth?

  /// A sample from its parts.
  public init(_ observation: Observation, truth: Truth? = nil) {
    self.observation = observation
    self.truth = truth
  }

  /// `head`.
  public static let rig = "head"
  private static let gestures = ["none"] + HeadGesture.allCases.map(\.rawValue)

  /// What a line holds.
  public static let fields = [
    SampleField(
      "attitude", 4, isRequired: true,
      "w, x, y, z of the unit quaternion from the headphones' frame to the reference's, z up"),
    SampleField("rotationRate", 3, .number, "rad/s about the headphones' axes"),
    SampleField("acceleration", 3, .number, "m/s² along the headphones' axes, without gravity"),
    SampleField("connected", 1, .flag, "false while the headphones give nothing; true where it is not said"),
    SampleField(
      "reference", 4, .number,
      "w, x, y, z of the head's turn from straight ahead as known from elsewhere, such as the camera"),
    SampleField("forward", 1, .flag, "the app has asked the person to look straight ahead, and they do"),
    SampleField("intent", 1, .name(gestures), "the gesture that was asked for; null where nobody knows"),
    SampleField("truth.attitude", 4, .number, "w, x, y, z of the head's turn from straight ahead"),
    SampleField("truth.gesture", 1, .name(gestures), "what the head says"),
    SampleField("truth.state", 1, .name(Truth.State.allCases.map(\.rawValue)), "what the person does"),
  ]

  /// Seconds.
  public var time: Double { observation.frame.sample.time }
  /// Whose.
  public var participant: Int { observation.participant }
  /// A simulator's truth is there.
  public var hasTruth: Bool { truth != nil }

  /// A sample from its numbers.
  ///
  /// - Throws: for a quaternion that is missing while connected, of zeros, or far from a length of 1.
  public init(time: Double, participant: Int, values v: [Double]) throws(SampleFault) {
    let isConnected = v[10] != 0
    let attitude = try Quaternion.written(v[0...3], "attitude")
    if attitude == nil, isConnected {
      throw SampleFault(
        "attitude",
        "is missing while the headphones are connected: expected w, x, y, z of a unit quaternion; where they give nothing "
          + "write \"connected\": false")
    }
    let sample = HeadSample(
      time: time, attitude: attitude.map(HeadSample.attitude) ?? .init(repeating: .nan),
      rotationRate: SIMD3(v[4], v[5], v[6]), acceleration: SIMD3(v[7], v[8], v[9]))
    let reference = try Quaternion.written(v[11...14], "reference")
    observation = Observation(
      frame: HeadFrame(sample: sample, isConnected: isConnected, isForward: v[15] == 1, reference: reference),
      participant: participant, gesture: Self.gesture(v[16]), isIntentKnown: v[16].isFinite)
    if let true_ = try Quaternion.written(v[17...20], "truth.attitude") {
      let states = Truth.State.allCases
      let state = Int(exactly: v[22]).flatMap { states.indices.contains($0) ? states[$0] : nil } ?? .still
      truth = Truth(attitude: true_, gesture: Self.gesture(v[21]), state: state)
    } else {
      truth = nil
    }
  }

  /// Writes its numbers in their order.
  public func write(to v: inout [Double]) {
    let frame = observation.frame
    let q = frame.sample.attitude
    let (w, a) = (frame.sample.rotationRate, frame.sample.acceleration)
    v[0] = q.w
    (v[1], v[2], v[3]) = (q.x, q.y, q.z)
    (v[4], v[5], v[6]) = (w.x, w.y, w.z)
    (v[7], v[8], v[9]) = (a.x, a.y, a.z)
    v[10] = frame.isConnected ? 1 : 0
    Self.put(frame.reference, in: &v, at: 11)
    v[15] = frame.isForward ? 1 : 0
    v[16] = observation.isIntentKnown ? Self.number(observation.gesture) : .nan
    Self.put(truth?.attitude, in: &v, at: 17)
    v[21] = truth.map { Self.number($0.gesture) } ?? .nan
    v[22] = truth.flatMap { Truth.State.allCases.firstIndex(of: $0.state) }.map(Double.init) ?? .nan
  }

  private static func put(_ q: Quaternion?, in v: inout [Double], at i: Int) {
    v[i] = q?.w ?? .nan
    v[i + 1] = q?.x ?? .nan
    v[i + 2] = q?.y ?? .nan
    v[i + 3] = q?.z ?? .nan
  }

  private static func number(_ gesture: HeadGesture?) -> Double {
    gesture.flatMap { HeadGesture.allCases.firstIndex(of: $0) }.map { Double($0 + 1) } ?? 0
  }

  private static func gesture(_ number: Double) -> HeadGesture? {
    guard number.isFinite, number >= 1, number <= Double(HeadGesture.allCases.count) else { return nil }
    return HeadGesture.allCases[Int(number) - 1]
  }
}
