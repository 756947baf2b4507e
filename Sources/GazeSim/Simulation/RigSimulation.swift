public import GazePipeline
public import GazeRecording

/// A simulated recording to be made: which phone, which people, what they do, how the sensor errs. The gaze rig's is
/// `Simulation`.
public struct RigSimulation<Rig: SimulatedRig>: Sendable {
  /// The device.
  public var device: NominalPhone
  /// The task.
  public var scenario: Rig.Task
  /// How the sensor errs.
  public var preset: ParameterPreset<Rig.Parameters>
  /// Constants that differ from the preset's and the scenario's, by key, in the constants' units; `set(_:_:)` checks.
  public private(set) var settings: [String: Double] = [:]
  /// Draws people, behaviour and noise.
  public var seed: UInt64
  /// Draws what is true of this phone or these headphones; 0 is the nominal one.
  public var phone: UInt64
  /// How many people.
  public var participants: Int
  /// Seconds for each; nil is the scenario's own.
  public var duration: Double?
  /// Samples a second.
  public var rate: Double
  /// Who moves the page: `open`, the person's intent; else the name of the pipeline whose commands are passed to
  /// `SimulatedFrames.scroll(_:)`. No rig but gaze has a page.
  public var loop = "open"
  /// The session; nil is the scenario's own.
  public var session: Int?
  /// The take of the session, 0…255: another one has the same session's posture, distance and biases, and other noise,
  /// drift and behaviour. nil is the scenario's own, from 1 on.
  public var take: Int?
  /// Draws the sensor's own noise again (noise, drift, jitter, dropouts, frames dropped and doubled): people, behaviour
  /// and truth stay what they are, bit for bit. 0 is the seed's own.
  public var noise: UInt64 = 0

  /// A simulation; what is not given has its default, and a phone of nil is the preset's.
  public init(
    device: NominalPhone, scenario: Rig.Task, preset: ParameterPreset<Rig.Parameters>, seed: UInt64 = 1,
    phone: UInt64? = nil, participants: Int = 1, duration: Double? = nil, rate: Double = Rig.defaultRate
  ) {
    self.device = device
    self.scenario = scenario
    self.preset = preset
    self.seed = seed
    self.phone = phone ?? preset.defaultPhone
    self.participants = participants
    self.duration = duration
    self.rate = rate
  }

  /// Sets a constant, in its unit.
  ///
  /// - Throws: `UnknownNameError` for a key that does not exist, `SimulationError.value` outside the constant's range.
  public mutating func set(_ key: String, _ value: Double) throws {
    var trial = Rig.Parameters()
    try ParameterConstant<Rig.Parameters>.named(key).set(value, in: &trial)
    settings[key] = value
  }

  /// Every number in force: the preset's, then the scenario's place, then what was set by hand.
  public var parameters: Rig.Parameters {
    var parameters = preset.parameters
    for (key, value) in scenario.setting + settings.map({ ($0.key, $0.value) }) {
      // Both were checked: the scenarios' by a test, the others when they were set.
      try? ParameterConstant<Rig.Parameters>.named(key).set(value, in: &parameters)
    }
    return parameters
  }

  /// Seconds for each person; nil runs to the script's end.
  public var seconds: Double? { duration ?? scenario.defaultDuration }

  /// How the interface stands on the phone.
  public var orientation: ScreenOrientation { Rig.orientation(self) }

  /// One participant's samples, in the order of time.
  public func frames(participant: Int) -> Rig.Samples { Rig.samples(self, participant: participant) }

  /// Refuses what makes no sense: people, rates, lengths, and what the rig itself refuses.
  public func validate() throws(SimulationError) {
    let rates = Rig.rates
    guard rate.isFinite, rates.contains(rate) else {
      throw .argument(
        "rate = \(rate): expected \(Int(rates.lowerBound)) to \(Int(rates.upperBound)) frames a second")
    }
    guard participants >= 1, participants <= 100_000 else {
      throw .argument("participants = \(participants): expected 1 to 100000")
    }
    if let duration {
      guard duration.isFinite, duration > 0, duration <= 864_000 else {
        throw .argument("duration = \(duration): expected more than 0 and at most 864000 seconds")
      }
    }
    try Rig.check(self)
  }

  /// The recording's first line.
  public var header: RecordingHeader {
    var header = stated
    header.truth = Rig.headerTruth(self)
    return header
  }

  /// The same without what only the simulator knows, which is as much work as there are people.
  package var stated: RecordingHeader {
    var header = RecordingHeader(
      device: device.id, rate: rate, scenario: scenario.rawValue, participants: participants, source: .simulated)
    header.rig = Rig.Sample.rig
    header.orientation = orientation
    header.points = header.orientation.viewport(upright: device.geometry.points)
    (header.seed, header.phone, header.noise) = (seed, phone, noise == 0 ? nil : noise)
    (header.preset, header.session) = (preset.name, .init(session ?? scenario.session))
    header.loop = loop
    header.constants = Rig.constants(self)
    return header
  }
}

/// The random numbers of head, body and drag. Gaze has streams of its own (`RandomStream.Purpose`), which its recordings keep.
extension RigSimulation {
  /// The random numbers of one of the rig's components, 0…255, for this person, session and take. Components below 128
  /// are people and behaviour, those from 128 on the sensor's own noise, which `noise` draws again.
  package func stream(_ component: UInt8, participant: Int) -> RandomStream {
    RandomStream(
      seed: component < 128 ? seed : RandomStream.seed(seed, noise: noise), rig: Rig.Sample.rig, component,
      participant: participant, session: session ?? scenario.session, take: takeInForce)
  }

  /// The random numbers of what belongs to a person, whatever is done.
  package func personStream(_ component: UInt8, participant: Int) -> RandomStream {
    RandomStream(seed: seed, rig: Rig.Sample.rig, component, participant: participant, session: 0, take: 0)
  }

  /// The random numbers of what holds for a person's session: the same in all its scenarios, and whatever `noise` is. Take
  /// 255 is no scenario's, so that session 0 has nothing in common with the person.
  package func sessionStream(_ component: UInt8, participant: Int) -> RandomStream {
    RandomStream(
      seed: seed, rig: Rig.Sample.rig, component, participant: participant, session: session ?? scenario.session,
      take: 0xFF)
  }

  /// The random numbers of what belongs to the phone, whoever holds it. Session 65535 is nobody's, so that phone 1 has
  /// nothing in common with the first person of seed 1.
  package func phoneStream(_ component: UInt8) -> RandomStream {
    RandomStream(seed: phone, rig: Rig.Sample.rig, component, participant: 0, session: 0xFFFF, take: 0)
  }

  /// Two scenarios of one session are two takes.
  private var takeInForce: Int {
    take ?? Array(Rig.Task.allCases).firstIndex(of: scenario).map { $0 + 1 } ?? 0
  }
}
