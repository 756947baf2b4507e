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

  package func person(_ participant: Int) -> Person { Person(parameters, seed: seed, participant: participant) }

  /// The random values of the participant's session.
  package func session(_ participant: Int) -> Session {
    Session(
      parameters, of: person(participant), seed: seed, participant: participant,
      session: session ?? scenario.session)
  }
}

extension Simulation {
  /// The layout of the page that a participant reads in this scenario; nil if the scenario has no page.
  package func pageLayout(of participant: Int) -> PageLayout? {
    scenario.hasPage ? textLayout(of: participant) : nil
  }

  /// The boxes of the lines of a participant's page from top to bottom, points of the page; at most 10,000, as many as
  /// a header may hold. In `steer`, the boxes of the text that is on the screen meanwhile; empty in other scenarios
  /// without a page.
  func lineBoxes(of participant: Int) -> [RecordingHeader.LineBox] {
    textLayout(of: participant)?.lineBoxes ?? []
  }

  /// True if everybody reads one and the same page.
  package var hasSharedPage: Bool { parameters.task.samePage == 1 }

  /// True if the app states the text's place in its recording: the page's offset in every frame, and the lines in the
  /// header.
  var recordsTextLines: Bool {
    guard scenario.hasText else { return false }
    let task = parameters.task
    return task.appStates == 1 || task.dotAtStart == 1 || task.tapInterval > 0
  }

  private func textLayout(of participant: Int) -> PageLayout? {
    guard scenario.hasText else { return nil }
    return PageLayout(
      parameters.task, screen: screen.points,
      paragraph: scenario == .recipe ? RecipeScript.paragraph : ReadingScript.paragraph, seed: seed,
      participant: participant)
  }
}

extension Simulation {
  /// Time that this person takes to read this many lines of the same page by touch, seconds. The time is measured in an
  /// open-loop simulation with the same people and random numbers, in which the page follows the reader's intent.
  ///
  /// nil if `lines` is 0, in a scenario without a reader, and if the person does not finish within four times the
  /// take's duration.
  package func touchSeconds(participant: Int, lines: Int) -> Double? {
    guard lines > 0, scenario.hasPage else { return nil }
    var twin = self
    twin.loop = "open"
    // A low rate is enough: the truth is the same at every rate, and no one reads a line in a quarter of a second.
    twin.rate = 4
    // The limit is the longest take that `validate()` allows.
    twin.duration = seconds.map { min(4 * $0, 864_000) }
    var frames = twin.frames(participant: participant)
    while frames.next() != nil {
      if let log = frames.readingLog, log.linesRead >= lines { return log.lastLineRead }
    }
    return nil
  }
}
