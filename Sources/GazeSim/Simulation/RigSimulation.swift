public import PortableFoundation
public import GazePipeline
public import GazeRecording

/// Description of a simulated recording: the phone, the people, their task and the sensor's errors. For the gaze rig,
/// the type is called `Simulation`.
public struct RigSimulation<Rig: SimulatedRig>: Sendable {
  /// The device as its data sheet states it.
  public var device: NominalPhone
  /// The task.
  public var scenario: Rig.Task
  /// Errors of the sensor.
  public var preset: ParameterPreset<Rig.Parameters>
  /// Values that replace the preset's and the scenario's constants, by key, in the constants' units; `set(_:_:)` checks
  /// them.
  public private(set) var settings: [String: Double] = [:]
  /// Seed of people, behaviour and noise.
  public var seed: UInt64
  /// Number from which the true properties of the phone or the headphones are drawn; 0 is the nominal device.
  public var phone: UInt64
  /// Number of people.
  public var participants: Int
  /// Seconds for each person; nil means the scenario's default.
  public var duration: Double?
  /// Samples a second.
  public var rate: Double
  /// Controller of the page: `open` means that the page follows the person's intent; any other value is the name of the
  /// pipeline whose commands are passed to `SimulatedFrames.scroll(_:)`. Only the gaze rig has a page.
  public var loop = "open"
  /// Number of the session; nil means the scenario's session.
  public var session: Int?
  /// The take of the session, 0…255. Two takes of one session have the same posture, distance and biases, but different
  /// noise, drift and behaviour. nil means the scenario's own number, which is at least 1.
  public var take: Int?
  /// Number that selects another draw of the sensor's errors within a take (noise, drift, jitter, dropouts, dropped and
  /// duplicated frames). People, behaviour and truth stay the same, bit for bit. 0 is the draw that `seed` itself
  /// gives.
  public var noise: UInt64 = 0

  /// A simulation; arguments that are not given have defaults. If `phone` is nil, the preset's default phone is used.
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

  /// The parameters that the simulation uses: those of the preset, replaced by the scenario's settings, replaced by
  /// `settings`.
  public var parameters: Rig.Parameters {
    var parameters = preset.parameters
    for (key, value) in scenario.setting + settings.map({ ($0.key, $0.value) }) {
      // Errors are ignored because none can occur: a test checks the scenarios' settings, and `set(_:_:)` checks the
      // user's settings.
      try? ParameterConstant<Rig.Parameters>.named(key).set(value, in: &parameters)
    }
    return parameters
  }

  /// Seconds for each person; with nil, the take lasts until the script's end.
  public var seconds: Double? { duration ?? scenario.defaultDuration }

  /// Orientation of the interface on the phone.
  public var orientation: ScreenOrientation { Rig.orientation(self) }

  /// One participant's samples, ordered by time.
  public func frames(participant: Int) -> Rig.Samples { Rig.samples(self, participant: participant) }

  /// Refuses invalid numbers of people, rates and durations, and everything that the rig's own `check(_:)` refuses.
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
    header.setLines((0..<participants).map { Rig.lines(self, participant: $0) })
    header.truth = Rig.headerTruth(self)
    return header
  }

  /// The header as an app would state it for one participant alone: with the lines of that participant's page, and
  /// without the simulator's truth.
  package func stated(for participant: Int) -> RecordingHeader {
    var header = stated
    header.lines = Rig.lines(self, participant: participant)
    return header
  }

  /// The header without each person's facts, whose computation takes time proportional to the number of people: without
  /// lines and truth.
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

/// The random numbers of head, body and drag. Gaze uses other streams (`Component`), which cannot change because
/// existing recordings depend on them.
extension RigSimulation {
  /// The random numbers of one of the rig's components, 0…255, for this person, session and take. Components below 128
  /// are for people and behaviour; components from 128 on are for the sensor's noise, of which `noise` selects the
  /// draw.
  package func stream(_ component: UInt8, participant: Int) -> RandomStream {
    RandomStream(
      seed: component < 128 ? seed : RandomStream.seed(seed, noise: noise), rig: Rig.Sample.rig, component,
      participant: participant, session: session ?? scenario.session, take: take ?? scenario.take)
  }

  /// The streams of a person's take by component.
  func streams(of participant: Int) -> (_ component: UInt8) -> RandomStream {
    { stream($0, participant: participant) }
  }

  /// The random numbers that belong to a person, independent of session and take.
  package func personStream(_ component: UInt8, participant: Int) -> RandomStream {
    RandomStream(seed: seed, rig: Rig.Sample.rig, component, participant: participant, session: 0, take: 0)
  }

  /// The random numbers that belong to a person's session; they are the same in all scenarios of the session and for
  /// every `noise`. No scenario has take 255, so that session 0 shares no random numbers with the person.
  func sessionStream(_ component: UInt8, participant: Int) -> RandomStream {
    RandomStream(
      seed: seed, rig: Rig.Sample.rig, component, participant: participant, session: session ?? scenario.session,
      take: 0xFF)
  }

  /// The random numbers that belong to the phone; they do not depend on the person. No person has session 65535, so
  /// that phone 1 shares no random numbers with the first person of seed 1.
  func phoneStream(_ component: UInt8) -> RandomStream {
    RandomStream(seed: phone, rig: Rig.Sample.rig, component, participant: 0, session: 0xFFFF, take: 0)
  }
}

/// Reason for refusing a simulation.
public enum SimulationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A constant outside its range.
  case value(key: String, value: Double, unit: String, range: ClosedRange<Double>, isWhole: Bool = false)
  /// An invalid argument; the text states what is wrong.
  case argument(String)

  /// The error in one line, which states the expected value.
  public var description: String {
    switch self {
    case .value(let key, let value, let unit, let range, let isWhole):
      "\(key) = \(value): expected \(isWhole ? "a whole number, " : "")\(range.lowerBound) to \(range.upperBound)"
        + (["1", "choice"].contains(unit) ? "" : " \(unit)")
    case .argument(let message): message
    }
  }
}

extension SimulationError: LocalizedError {
  /// The error in one line, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}
