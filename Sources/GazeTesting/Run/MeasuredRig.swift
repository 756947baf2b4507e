public import GazePipeline
import GazeRecording
public import GazeSimulation

/// A simulated rig whose pipelines are run and whose people are measured.
@usableFromInline package protocol MeasuredRig: SimulatedRig {
  /// One person's results.
  associatedtype Person: MeasuredPerson
  /// Output of a pipeline for a sample.
  associatedtype Output: Sendable

  /// Kind of metrics for which a person's take of this scenario counts.
  static func kind(_ scenario: Task) -> TakeKind
  /// Kind of metrics for which a recording of this person counts.
  static func kind(_ person: Person) -> TakeKind
  /// Replaces a sample by the next one of a simulation; returns false after the last one.
  static func advance(_ sample: inout Sample, _ samples: inout Samples.Iterator) -> Bool
  /// True if the scenario has a page that a pipeline can move.
  static func hasPage(_ scenario: Task) -> Bool
  /// Returns a pipeline's output to a simulation whose loop it closes; the output moves the page. Writes it into the
  /// sample that it is for, as an app records it.
  static func apply(_ output: Output, to sample: inout Sample, _ samples: inout Samples.Iterator)
  /// Adds the facts about a person that only the simulator knows, once the take is over: `isFailing`, and a reader's
  /// progress.
  static func addSimulatorFacts(
    _ person: inout Person, _ simulation: RigSimulation<Self>, participant: Int, after samples: Samples.Iterator)
  /// Gives up what only further takes of a person would need.
  static func condense(_ person: inout Person)
  /// Results of pipelines' trials on a simulated take: `TrialDriver.results`. It is a requirement so that each rig
  /// compiles it for its own types; if it were called only through the protocol's extension, it would make an
  /// evaluation 5 to 15 % slower.
  static func measure(
    _ take: inout SimulatedTake<Self>, _ trials: [any Trial<Sample, Output, Person>],
    watching watch: ((Sample, [Output]) -> Void)?
  ) -> [Person]
}

/// The kind of metrics for which a take counts.
@usableFromInline package enum TakeKind: Sendable {
  /// Metrics of the pointer, in takes with targets.
  case targets
  /// Metrics of scrolling, in takes without targets.
  case pages
  /// All metrics.
  case all
}

extension MeasuredRig {
  /// By default a take counts for all metrics.
  @usableFromInline package static func kind(_ scenario: Task) -> TakeKind { .all }

  /// By default a take counts for all metrics.
  @usableFromInline package static func kind(_ person: Person) -> TakeKind { .all }

  /// Calls `next()`.
  @inlinable package static func advance(_ sample: inout Sample, _ samples: inout Samples.Iterator) -> Bool {
    guard let next = samples.next() else { return false }
    sample = next
    return true
  }

  /// By default no scenario has a page.
  @usableFromInline package static func hasPage(_ scenario: Task) -> Bool { false }

  /// By default does nothing, because a rig other than gaze has no page to move.
  @usableFromInline package static func apply(
    _ output: Output, to sample: inout Sample, _ samples: inout Samples.Iterator
  ) {}

  /// By default does nothing.
  @usableFromInline package static func condense(_ person: inout Person) {}

  /// Sets `isFailing`.
  @usableFromInline package static func addSimulatorFacts(
    _ person: inout Person, _ simulation: RigSimulation<Self>, participant: Int, after samples: Samples.Iterator
  ) {
    person.isFailing = isFailing(simulation, participant: participant)
  }

  /// Calls `TrialDriver.results`, as for every rig.
  @inlinable package static func measure(
    _ take: inout SimulatedTake<Self>, _ trials: [any Trial<Sample, Output, Person>],
    watching watch: ((Sample, [Output]) -> Void)?
  ) -> [Person] {
    TrialDriver.results(&take, trials, watching: watch)
  }
}

extension GazeRig: MeasuredRig {
  /// One person's results.
  @usableFromInline package typealias Person = PersonResult
  /// A pointer and a scroll command.
  @usableFromInline package typealias Output = PointerOutput

  /// Targets or pages, depending on whether the scenario shows targets.
  @usableFromInline package static func kind(_ scenario: GazeScenario) -> TakeKind {
    scenario.hasTargets ? .targets : .pages
  }

  /// Targets or pages, depending on whether targets were shown.
  @usableFromInline package static func kind(_ person: PersonResult) -> TakeKind {
    person.hasTargets ? .targets : .pages
  }

  /// Replaces a frame by the next one.
  @usableFromInline package static func advance(_ frame: inout RecordedFrame, _ frames: inout SimulatedFrames) -> Bool {
    frames.next(into: &frame)
  }

  /// True for the scenarios reading and recipe.
  @usableFromInline package static func hasPage(_ scenario: GazeScenario) -> Bool { scenario.hasPage }

  /// Applies the scroll command to the page, and shows the person the pointer and the armed zone. Page, tap and dot of
  /// the frame stay, which the pipeline was given.
  @usableFromInline package static func apply(
    _ output: PointerOutput, to frame: inout RecordedFrame, _ samples: inout SimulatedFrames
  ) {
    let scroll = output.scroll
    frame.observation.app.pointer = output.pointer
    frame.observation.app.rawPointer = output.rawPointer
    frame.observation.app.scroll = scroll.direction
    frame.observation.app.scrollPoints = scroll.direction == .none ? nil : scroll.distance
    samples.observe(pointer: output.pointer)
    samples.observe(isArmed: output.armed != .none)
    samples.scroll(output.scroll)
  }

  /// Gives up the sketches of errors.
  @usableFromInline package static func condense(_ person: inout PersonResult) { person.condense() }

  /// Sets `isFailing` and `flag`, and in a closed loop the reader's progress.
  @usableFromInline package static func addSimulatorFacts(
    _ person: inout PersonResult, _ simulation: Simulation, participant: Int, after samples: SimulatedFrames
  ) {
    let simulated = simulation.person(participant)
    (person.isFailing, person.flag) = (simulated.isFailing, simulated.flag?.rawValue)
    let session = simulation.session ?? simulation.scenario.session
    for index in person.budget.indices { person.budget[index].session = session }
    guard simulation.loop != "open", let log = samples.readingLog else { return }
    person.reading = ReadingFigures(
      log, touchSeconds: simulation.touchSeconds(participant: participant, lines: log.linesRead))
  }

}
