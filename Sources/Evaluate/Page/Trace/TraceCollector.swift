import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// Collects the traces of a run's people for the page.
struct TraceCollector: Sendable {
  let plan: TraceSampling
  private let bank: [Smoothing]
  private let chosen: Smoothing?
  private let screen: ScreenGeometry
  private let front: Set<Int>

  /// Prepares to record runs that differ only in pipeline, calibration and loop; the first run's smoothing is marked as
  /// the chosen filter.
  init?(_ runs: [Run<GazeRig>]) {
    guard let first = runs.first, first.recordsTraces else { return nil }
    let simulation = first.simulation
    plan = TraceSampling(
      rate: simulation.rate,
      seconds: first.scenarios.map { simulation.duration ?? $0.defaultDuration ?? 120 },
      participants: simulation.participants, pipelines: runs.count)
    chosen = first.pipeline.knownSmoothing(first.setup.smoothing)
    bank = LagJitterFront.bank(chosen)
    screen = first.profile.geometry.turned(to: simulation.orientation)
    let fine = (0..<min(simulation.participants, 200)).lazy.filter { !simulation.person($0).isFailing }
    // Filters are compared only for a single pipeline, since several pipelines have no common raw pointer.
    front = runs.count == 1 ? Set(fine.prefix(TraceSampling.frontPeople)) : []
  }

  /// A trace for a participant; nil if nothing of this person is kept.
  func builder(_ participant: Int, isFailing: Bool) -> TraceBuilder? {
    TraceBuilder(plan, participant: participant, isFailing: isFailing, hasFront: front.contains(participant))
  }

  func record(_ builder: TraceBuilder?) -> PersonTrace? { builder?.finish(bank, rate: plan.rate, screen: screen) }

  /// The filters' figures, means over the people who have some.
  func points(_ records: [PersonTrace]) -> [LagJitterPoint] {
    LagJitterFront.points(bank, chosen: chosen, people: records.compactMap(\.front))
  }

  /// The traces that the page replays.
  func traces(_ records: [PersonTrace], of run: Run<GazeRig>, pipelines: [String]) -> ReplayTraces {
    let plan = records.first?.plan ?? plan
    let people = records.compactMap(\.person)
    return ReplayTraces(
      frameRate: plan.rate, keepsEvery: plan.keepsEvery, peopleInAll: run.simulation.participants,
      secondsKept: min(plan.seconds, 1e9), screen: ReplayTraces.Screen(screen), pipelines: pipelines,
      pages: people.flatMap { person in
        run.scenarios.compactMap { scenario in
          let layout = run.simulation(of: scenario).pageLayout(of: person.participant)
          return layout.map { ReplayTraces.Page(scenario: scenario.rawValue, participant: person.participant, $0) }
        }
      },
      people: people, constants: run.simulation.constantsByProvenance)
  }
}

extension ReplayTraces.Screen {
  init(_ screen: ScreenGeometry) {
    points = [screen.points.x, screen.points.y]
    metres = [screen.metres.x, screen.metres.y]
    camera = [screen.camera.x, screen.camera.y]
    orientation = screen.orientation.rawValue
  }
}

extension ReplayTraces.Page {
  init(scenario: String, participant: Int, _ layout: PageLayout) {
    func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    (self.scenario, self.participant) = (scenario, participant)
    height = rounded(layout.height)
    margin = rounded(layout.margin)
    linePitch = rounded(layout.linePitch)
    // The number of lines is limited, since the text of a thousand screens would need more space than all people's
    // traces.
    lines = layout.lines.prefix(3000).map { [rounded($0.y), rounded(Double($0.characters) * layout.characterWidth)] }
    pictures = layout.pictures.prefix(500).map { [rounded($0.lowerBound), rounded($0.upperBound)] }
  }
}

extension Simulation {
  /// Number of constants in force that are published, derived, recorded and assumed.
  var constantsByProvenance: [String: Int] {
    GazeConstant.all.reduce(into: [:]) { $0[origin(of: $1).provenance.rawValue, default: 0] += 1 }
  }
}
