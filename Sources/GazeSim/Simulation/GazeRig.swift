public import GazePipeline
public import GazeRecording

/// The gaze rig's simulator. The flow is: a `Person`, a `Session` and a `NominalPhone` are drawn; a `Script` sets the
/// person's tasks; the `Behaviour` performs them at 240 ticks a second with eyes, lids, head and hand; the
/// `TrackerView` observes at the frame rate; the result is a `RecordedFrame` with its truth.
public enum GazeRig: SimulatedRig {
  /// All constants.
  public typealias Parameters = SimulationParameters
  /// Tasks of the people.
  public typealias Task = GazeScenario
  /// A frame as delivered by ARKit.
  public typealias Sample = RecordedFrame

  /// ARKit's frame rate.
  public static let defaultRate = 60.0
  /// Frame rates that the simulator's clock supports.
  public static let rates = 1.0...240

  /// One participant's frames.
  public static func samples(_ simulation: Simulation, participant: Int) -> SimulatedFrames {
    SimulatedFrames(simulation, participant: participant)
  }

  /// Orientation of the interface, from `phone.orientation`.
  public static func orientation(_ simulation: Simulation) -> ScreenOrientation {
    let turns = Int(simulation.parameters.phone.orientation)
    return ScreenOrientation.allCases.first { $0.quarterTurns == turns } ?? .portrait
  }

  /// The phone's true screen and the eyes of all people.
  public static func headerTruth(_ simulation: Simulation) -> RecordingHeader.Truth? {
    let portrait = simulation.device.phone(simulation.phone)
    return RecordingHeader.Truth(
      screen: [portrait.metres.x, portrait.metres.y], camera: [portrait.camera.x, portrait.camera.y],
      people: (0..<simulation.participants).map { number in
        let person = simulation.person(number)
        return RecordingHeader.Truth.Person(
          participant: number, failing: person.isFailing,
          kappaLeft: [person.kappa.left.towardsX, person.kappa.left.up],
          kappaRight: [person.kappa.right.towardsX, person.kappa.right.up], flag: person.flag?.rawValue)
      })
  }

  /// Boxes of the text on the participant's screen if `task.appStates` is 1, and with taps or a dot at the take's
  /// beginning.
  public static func lines(_ simulation: Simulation, participant: Int) -> [RecordingHeader.LineBox] {
    simulation.recordsTextLines ? simulation.lineBoxes(of: participant) : []
  }

  /// True if face tracking fails for this person.
  public static func isFailing(_ simulation: Simulation, participant: Int) -> Bool {
    simulation.person(participant).isFailing
  }

  /// Refuses a pipeline that moves the page in a scenario without one.
  public static func check(_ simulation: Simulation) throws(SimulationError) {
    let (loop, scenario) = (simulation.loop, simulation.scenario)
    guard loop != "open", !scenario.hasPage else { return }
    let pages = GazeScenario.allCases.filter(\.hasPage).map(\.rawValue).joined(separator: ", ")
    throw .argument("loop = \(loop): \(scenario.rawValue) has no page that a pipeline could move; expected \(pages)")
  }
}

/// A simulated recording of gaze.
public typealias Simulation = RigSimulation<GazeRig>

extension RigSimulation where Rig == GazeRig {
  /// A simulation; arguments that are not given have defaults.
  public init(
    device: NominalPhone, scenario: GazeScenario, seed: UInt64 = 1, phone: UInt64? = nil, participants: Int = 1,
    duration: Double? = nil, rate: Double = GazeRig.defaultRate
  ) {
    self.init(
      device: device, scenario: scenario, preset: .typical, seed: seed, phone: phone, participants: participants,
      duration: duration, rate: rate)
  }

  /// The phone's true screen, turned to the interface's orientation.
  public var screen: ScreenGeometry { device.phone(phone).turned(to: orientation) }

  /// The person that is drawn for a participant.
  package func person(_ participant: Int) -> Person { Person(parameters, seed: seed, participant: participant) }

  /// The random values of the participant's session.
  package func session(_ participant: Int) -> Session {
    Session(
      parameters, of: person(participant), seed: seed, participant: participant,
      session: session ?? scenario.session)
  }
}
