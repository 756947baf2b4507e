public import GazePipeline
public import GazeRecording

/// A simulated recording to be made: which phone, which people, what they do, how the tracker errs.
///
/// The flow, in one place: a `Person` and a `NominalPhone` are drawn, a `Script` tells the person what to do, the
/// `Behaviour` does it at 240 ticks a second, the `TrackerView` looks at it at the frame rate, and the result is a
/// `RecordedFrame` with its truth.
public struct Simulation: Sendable {
  /// The device.
  public var device: NominalPhone
  /// The task.
  public var scenario: Scenario
  /// Every number of the simulator.
  public var parameters: SimulationParameters
  /// The preset's name, for the header.
  public var preset: String
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

  /// A simulation; what is not given has its default.
  public init(
    device: NominalPhone, scenario: Scenario, preset: Preset = .typical, seed: UInt64 = 1, phone: UInt64? = nil,
    participants: Int = 1, duration: Double? = nil, rate: Double = 60
  ) {
    self.device = device
    self.scenario = scenario
    parameters = preset.parameters
    self.preset = preset.rawValue
    self.seed = seed
    self.phone = phone ?? preset.defaultPhone
    self.participants = participants
    self.duration = duration
    self.rate = rate
  }

  /// The phone's true screen.
  public var screen: ScreenGeometry { device.phone(phone) }

  /// Refuses what makes no sense.
  public func validate() throws(SimulationError) {
    guard rate.isFinite, rate >= 1, rate <= 240 else {
      throw .argument("rate = \(rate): expected 1 to 240 frames a second")
    }
    guard participants >= 1, participants <= 100_000 else {
      throw .argument("participants = \(participants): expected 1 to 100000")
    }
    if let duration {
      guard duration.isFinite, duration > 0, duration <= 864_000 else {
        throw .argument("duration = \(duration): expected more than 0 and at most 864000 seconds")
      }
    }
  }

  /// One participant's frames, in the order of time.
  public func frames(participant: Int) -> SimulatedFrames { SimulatedFrames(self, participant: participant) }

  /// A participant's own numbers.
  package func person(_ participant: Int) -> Person { Person(parameters, seed: seed, participant: participant) }

  /// The recording's first line.
  public var header: RecordingHeader {
    var header = RecordingHeader(
      device: device.id, rate: rate, scenario: scenario.rawValue, participants: participants, source: .simulated)
    header.points = device.geometry.points
    header.seed = seed
    header.phone = phone
    header.preset = preset
    header.session = scenario.session
    let screen = screen
    header.truth = RecordingHeader.Truth(
      screen: [screen.metres.x, screen.metres.y], camera: [screen.camera.x, screen.camera.y],
      people: (0..<participants).map { number in
        let person = person(number)
        return RecordingHeader.Truth.Person(
          participant: number, failing: person.isFailing,
          kappaLeft: [person.kappa.left.towardsX, person.kappa.left.up],
          kappaRight: [person.kappa.right.towardsX, person.kappa.right.up])
      })
    return header
  }
}
