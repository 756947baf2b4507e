public import GazePipeline
public import GazeRecording

/// A rig that `RigSimulation` simulates: its constants, its scenarios, and what a person's samples are.
public protocol SimulatedRig: Sendable {
  associatedtype Parameters: SimulatorParameters
  associatedtype Task: RigScenario
  associatedtype Sample: RigSample
  associatedtype Samples: Sequence<Sample> & Sendable

  /// Samples a second when nobody says otherwise.
  static var defaultRate: Double { get }
  /// What its sensor can give.
  static var rates: ClosedRange<Double> { get }

  /// One participant's samples, in the order of time. `simulation.seconds` is never nil for a rig whose scenarios all
  /// have a length.
  static func samples(_ simulation: RigSimulation<Self>, participant: Int) -> Samples
  /// How the interface stands on the phone; the header's points are the interface's.
  static func orientation(_ simulation: RigSimulation<Self>) -> ScreenOrientation
  /// What the header says for the whole recording, by name.
  static func constants(_ simulation: RigSimulation<Self>) -> [String: Double]
  /// Whether the sensor fails this person (no headphones that measure, a phone that tracks nobody); reported apart.
  static func isFailing(_ simulation: RigSimulation<Self>, participant: Int) -> Bool
}

extension SimulatedRig {
  /// Upright.
  public static func orientation(_ simulation: RigSimulation<Self>) -> ScreenOrientation { .portrait }

  /// Nothing.
  public static func constants(_ simulation: RigSimulation<Self>) -> [String: Double] { [:] }
}

/// A simulated recording of head, body or drag to be made.
public struct RigSimulation<Rig: SimulatedRig>: RigSimulating {
  /// The device.
  public var device: NominalPhone
  /// The task.
  public var scenario: Rig.Task
  /// How the sensor errs.
  public var preset: ParameterPreset<Rig.Parameters>
  /// Constants set by hand.
  public private(set) var settings: [String: Double] = [:]
  /// Draws people, behaviour and noise.
  public var seed: UInt64
  /// Draws what is true of this phone or these headphones; 0 is the nominal one.
  public var phone: UInt64
  /// Draws the sensor's own noise again.
  public var noise: UInt64 = 0
  /// How many people.
  public var participants: Int
  /// Seconds for each; nil is the scenario's own.
  public var duration: Double?
  /// Samples a second.
  public var rate: Double

  /// A simulation.
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

  /// What rates a sensor of this rig may have.
  public static var rates: ClosedRange<Double> { Rig.rates }

  /// Takes over a setting that `set(_:_:)` has checked.
  public mutating func keep(_ key: String, _ value: Double) { settings[key] = value }

  /// One participant's samples, in the order of time.
  public func frames(participant: Int) -> Rig.Samples { Rig.samples(self, participant: participant) }

  /// The recording's first line.
  public var header: RecordingHeader {
    var header = RecordingHeader(
      device: device.id, rate: rate, scenario: scenario.rawValue, participants: participants, source: .simulated)
    header.rig = Rig.Sample.rig
    header.orientation = Rig.orientation(self)
    header.points = header.orientation.viewport(upright: device.geometry.points)
    (header.seed, header.phone, header.noise) = (seed, phone, noise == 0 ? nil : noise)
    (header.preset, header.session) = (preset.name, .init(scenario.session))
    header.constants = Rig.constants(self)
    return header
  }

  /// The random numbers of one of the rig's components, 0…255, for this person, session and take. Components below 128
  /// are people and behaviour, those from 128 on the sensor's own noise, which `noise` draws again.
  package func stream(_ component: UInt8, participant: Int) -> RandomStream {
    RandomStream(
      seed: component < 128 ? seed : RandomStream.seed(seed, noise: noise), rig: Rig.Sample.rig, component,
      participant: participant, session: scenario.session, take: take)
  }

  /// The random numbers of what belongs to a person, whatever is done.
  package func personStream(_ component: UInt8, participant: Int) -> RandomStream {
    RandomStream(seed: seed, rig: Rig.Sample.rig, component, participant: participant, session: 0, take: 0)
  }

  /// The random numbers of what holds for a person's session: the same in all its scenarios, and whatever `noise` is. Take
  /// 255 is no scenario's, so that session 0 has nothing in common with the person.
  package func sessionStream(_ component: UInt8, participant: Int) -> RandomStream {
    RandomStream(
      seed: seed, rig: Rig.Sample.rig, component, participant: participant, session: scenario.session, take: 0xFF)
  }

  /// The random numbers of what belongs to the phone, whoever holds it. Session 65535 is nobody's, so that phone 1 has
  /// nothing in common with the first person of seed 1.
  package func phoneStream(_ component: UInt8) -> RandomStream {
    RandomStream(seed: phone, rig: Rig.Sample.rig, component, participant: 0, session: 0xFFFF, take: 0)
  }

  /// Two scenarios of one session are two takes.
  private var take: Int { Array(Rig.Task.allCases).firstIndex(of: scenario).map { $0 + 1 } ?? 0 }
}
