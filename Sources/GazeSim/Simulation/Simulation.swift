public import GazePipeline
public import GazeRecording

/// A simulated recording to be made: which phone, which people, what they do, how the tracker errs.
///
/// The flow, in one place: a `Person`, a `Session` and a `NominalPhone` are drawn; a `Script` tells the person what to
/// do; the `Behaviour` does it at 240 ticks a second with eyes, lids, head and hand; the `TrackerView` looks at it at the
/// frame rate; and the result is a `RecordedFrame` with its truth.
public struct Simulation: RigSimulating {
  /// The device.
  public var device: NominalPhone
  /// The task.
  public var scenario: Scenario
  /// How the tracker errs.
  public var preset: Preset
  /// Constants that differ from the preset's and the scenario's, by key, in the constants' units.
  public private(set) var settings: [String: Double] = [:]
  /// Draws people, behaviour and noise.
  public var seed: UInt64
  /// Draws the phone's true geometry; 0 is the nominal one.
  public var phone: UInt64
  /// How many people.
  public var participants: Int
  /// Seconds for each; nil is the scenario's own.
  public var duration: Double?
  /// Frames a second, 1…240.
  public var rate: Double
  /// Who moves the page: `open`, the person's wish; else the name of the pipeline whose commands are passed to
  /// `SimulatedFrames.scroll(_:)`.
  public var loop = "open"
  /// The session; nil is the scenario's own.
  public var session: Int?
  /// The take of the session, 0…255: another one has the same session's posture, distance and biases, and other noise,
  /// drift and behaviour. nil is the scenario's own, 1…10.
  public var take: Int?
  /// Draws the tracker's own noise again (noise, drift, jitter, dropouts, frames dropped and doubled): people, behaviour
  /// and truth stay what they are, bit for bit. 0 is the seed's own.
  public var noise: UInt64 = 0

  /// A simulation; what is not given has its default.
  public init(
    device: NominalPhone, scenario: Scenario, preset: Preset = .typical, seed: UInt64 = 1, phone: UInt64? = nil,
    participants: Int = 1, duration: Double? = nil, rate: Double = 60
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

  /// Takes over a setting that `set(_:_:)` has checked.
  public mutating func keep(_ key: String, _ value: Double) { settings[key] = value }

  /// Frames a second that the simulator's clock can give.
  public static var rates: ClosedRange<Double> { 1...240 }

  /// How the interface stands on the phone.
  public var orientation: ScreenOrientation {
    let turns = Int(parameters.phone.orientation)
    return ScreenOrientation.allCases.first { $0.quarterTurns == turns } ?? .portrait
  }

  /// The phone's true screen, as the interface stands.
  public var screen: ScreenGeometry { device.phone(phone).turned(to: orientation) }

  /// Refuses what makes no sense.
  public func validate() throws(SimulationError) {
    try checkCommon()
    if loop != "open", !scenario.hasPage {
      let pages = Scenario.allCases.filter(\.hasPage).map(\.rawValue).joined(separator: ", ")
      throw .argument("loop = \(loop): \(scenario.rawValue) has no page that a pipeline could move; expected \(pages)")
    }
  }

  /// One participant's frames, in the order of time.
  public func frames(participant: Int) -> SimulatedFrames { SimulatedFrames(self, participant: participant) }

  /// A participant's own numbers.
  package func person(_ participant: Int) -> Person { Person(parameters, seed: seed, participant: participant) }

  /// A participant's session.
  package func session(_ participant: Int) -> Session {
    Session(
      parameters, of: person(participant), seed: seed, participant: participant,
      session: session ?? scenario.session)
  }

  /// The recording's first line.
  public var header: RecordingHeader {
    var header = RecordingHeader(
      device: device.id, rate: rate, scenario: scenario.rawValue, participants: participants, source: .simulated)
    let screen = screen
    header.points = screen.points
    header.orientation = orientation
    header.seed = seed
    header.phone = phone
    header.noise = noise == 0 ? nil : noise
    header.preset = preset.name
    header.session = .init(session ?? scenario.session)
    header.loop = loop
    let portrait = device.phone(phone)
    header.truth = RecordingHeader.Truth(
      screen: [portrait.metres.x, portrait.metres.y], camera: [portrait.camera.x, portrait.camera.y],
      people: (0..<participants).map { number in
        let person = person(number)
        return RecordingHeader.Truth.Person(
          participant: number, failing: person.isFailing,
          kappaLeft: [person.kappa.left.towardsX, person.kappa.left.up],
          kappaRight: [person.kappa.right.towardsX, person.kappa.right.up], flag: person.flag?.rawValue)
      })
    return header
  }
}
