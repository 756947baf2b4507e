public import GazePipeline
import GazeRecording
public import GazeSimulation

/// A simulated rig whose pipelines are run and whose people are measured.
@usableFromInline package protocol MeasuredRig: SimulatedRig {
  /// One person's figures.
  associatedtype Person: MeasuredPerson
  /// What a pipeline makes of a sample.
  associatedtype Output: Sendable

  /// Which figures a person's take of this scenario counts for.
  static func kind(_ scenario: Task) -> TakeKind
  /// Which figures a recording of this person counts for.
  static func kind(_ person: Person) -> TakeKind
  /// Sends a pipeline's output back into a simulation whose loop it closes: it moves the page.
  static func obey(_ output: Output, _ samples: inout Samples.Iterator)
  /// Adds what only the simulator knows of a person whose take is over: who is failed by the sensor, what a reader went
  /// through.
  static func complete(
    _ person: inout Person, _ simulation: RigSimulation<Self>, participant: Int, after samples: Samples.Iterator)
  /// What trials of pipelines come to on a simulated take: `Feed.results`. It is a requirement so that each rig has it
  /// compiled for its own types; called through the protocol's extension alone, an evaluation would cost 5 to 15 % more.
  static func measure(
    _ take: inout SimulatedTake<Self>, _ trials: [any Trial<Sample, Output, Person>],
    watching watch: ((Sample, [Output]) -> Void)?
  ) -> [Person]
}

/// Which figures a take counts for.
@usableFromInline package enum TakeKind: Sendable {
  /// The pointer's: it has targets.
  case targets
  /// The scrolling's: it has none.
  case pages
  /// All of them.
  case all
}

extension MeasuredRig {
  /// All figures.
  @usableFromInline package static func kind(_ scenario: Task) -> TakeKind { .all }

  /// All figures.
  @usableFromInline package static func kind(_ person: Person) -> TakeKind { .all }

  /// Nothing moves.
  @usableFromInline package static func obey(_ output: Output, _ samples: inout Samples.Iterator) {}

  /// Those whom the sensor fails.
  @usableFromInline package static func complete(
    _ person: inout Person, _ simulation: RigSimulation<Self>, participant: Int, after samples: Samples.Iterator
  ) {
    person.isFailing = isFailing(simulation, participant: participant)
  }

  /// The same for every rig.
  @inlinable package static func measure(
    _ take: inout SimulatedTake<Self>, _ trials: [any Trial<Sample, Output, Person>],
    watching watch: ((Sample, [Output]) -> Void)?
  ) -> [Person] {
    Feed.results(&take, trials, watching: watch)
  }
}

extension GazeRig: MeasuredRig {
  /// One person's figures.
  @usableFromInline package typealias Person = PersonResult
  /// A pointer and a scroll command.
  @usableFromInline package typealias Output = PointerOutput

  /// By whether it shows targets.
  @usableFromInline package static func kind(_ scenario: GazeScenario) -> TakeKind {
    scenario.hasTargets ? .targets : .pages
  }

  /// By whether targets were shown.
  @usableFromInline package static func kind(_ person: PersonResult) -> TakeKind {
    person.hasTargets ? .targets : .pages
  }

  /// Moves the page.
  @usableFromInline package static func obey(_ output: PointerOutput, _ samples: inout SimulatedFrames) {
    samples.scroll(output.scroll)
  }

  /// Those whom tracking fails, what is special about them, and in a closed loop what a reader went through.
  @usableFromInline package static func complete(
    _ person: inout PersonResult, _ simulation: Simulation, participant: Int, after samples: SimulatedFrames
  ) {
    let own = simulation.person(participant)
    (person.isFailing, person.flag) = (own.isFailing, own.flag?.rawValue)
    guard simulation.loop != "open", let log = samples.readingLog else { return }
    person.reading = ReadingFigures(
      log, touchSeconds: simulation.touchSeconds(participant: participant, lines: log.linesRead))
  }

}
