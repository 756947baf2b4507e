import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// The part of the people's takes that a page keeps, so that its file stays below a size: every n-th frame of the first
/// people, and a limited number of seconds of each take.
struct TrackPlan: Sendable, Equatable {
  /// Largest rate of samples, Hz: a replay is watched, not measured.
  static let mostRate = 12.0
  /// Smallest rate of samples, Hz; below it, people are left out instead.
  static let leastRate = 5.0
  /// Largest number of people.
  static let mostPeople = 20
  /// Largest size of all samples together, characters: the page's other parts need less than 0.4 MB.
  static let budget = 2_300_000.0
  /// Number of people whose raw pointers are filtered by all filters of `LagJitterFront.bank`.
  static let frontPeople = 6
  /// Seconds of raw pointer per person that are filtered by all filters.
  static let frontSeconds = 60.0

  /// Interval of the kept frames: every n-th is kept.
  var keepsEvery: Int
  /// Number of people kept, the first ones.
  var people: Int
  /// Kept part of each take, seconds.
  var seconds: Double
  /// Number of pipelines.
  var pipelines: Int
  /// Frame rate, Hz.
  var rate: Double

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - seconds: duration of each take of a person.
  ///   - pipelines: number of pipelines whose pointers are kept.
  init(rate: Double, seconds takes: [Double], participants: Int, pipelines: Int) {
    let rate = rate.isFinite && rate > 0 ? rate : 60
    self.rate = rate
    self.pipelines = pipelines
    let samples = Self.budget / Self.characters(pipelines: pipelines)
    let person = max(takes.reduce(0) { $0 + min(max($1, 1), 864_000) }, 1)
    people = max(min(participants, Self.mostPeople, Int(samples / Self.leastRate / person)), 1)
    let affordable = samples / (Double(people) * person)
    keepsEvery = max(Int((rate / min(max(affordable, Self.leastRate), Self.mostRate)).rounded(.up)), 1)
    let kept = samples / (rate / Double(keepsEvery)) / Double(people)
    seconds = kept >= person ? .infinity : max(kept / Double(max(takes.count, 1)), 1)
  }

  /// Size of a sample in characters, measured on simulated people: a constant part for the pose, the gaze and the raw
  /// pointer, and a part for each pipeline.
  private static func characters(pipelines: Int) -> Double { 13 + 4 * Double(max(pipelines, 1)) }

  /// Largest number of samples that a page keeps from recordings, whose length is not known before their end.
  static let mostSamples = Int(budget / characters(pipelines: 1))

  /// A plan for recordings of unknown length: 10 minutes of each person at a rate that 20 people could have.
  init(recordedAt rate: Double) {
    self.init(rate: rate, seconds: [600], participants: Self.mostPeople, pipelines: 1)
    (people, seconds) = (.max, 600)
  }
}

/// Collects the tracks of a run's people for the page.
struct TrackRecording: Sendable {
  let plan: TrackPlan
  private let bank: [Smoothing]
  private let chosen: Smoothing?
  private let screen: ScreenGeometry
  private let front: Set<Int>

  /// Prepares to record runs that differ only in pipeline, calibration and loop; the first run's smoothing is marked as
  /// the chosen filter.
  init?(_ runs: [Run<GazeRig>]) {
    guard let first = runs.first, first.recordsTracks else { return nil }
    let simulation = first.simulation
    plan = TrackPlan(
      rate: simulation.rate,
      seconds: first.scenarios.map { simulation.duration ?? $0.defaultDuration ?? 120 },
      participants: simulation.participants, pipelines: runs.count)
    chosen = first.pipeline.knownSmoothing(first.setup.smoothing)
    bank = LagJitterFront.bank(chosen)
    screen = first.profile.geometry.turned(to: simulation.orientation)
    let fine = (0..<min(simulation.participants, 200)).lazy.filter { !simulation.person($0).isFailing }
    // Filters are compared only for a single pipeline, since several pipelines have no common raw pointer.
    front = runs.count == 1 ? Set(fine.prefix(TrackPlan.frontPeople)) : []
  }

  /// A tape for a participant; nil if nothing of this person is kept.
  func tape(_ participant: Int, isFailing: Bool) -> TrackTape? {
    TrackTape(plan, participant: participant, isFailing: isFailing, hasFront: front.contains(participant))
  }

  func record(_ tape: TrackTape?) -> TrackRecord? { tape?.finish(bank, rate: plan.rate, screen: screen) }

  /// The filters' figures, means over the people who have some.
  func points(_ records: [TrackRecord]) -> [LagJitterPoint] {
    LagJitterFront.points(bank, chosen: chosen, people: records.compactMap(\.front))
  }

  /// The tracks that the page replays.
  func tracks(_ records: [TrackRecord], of run: Run<GazeRig>, pipelines: [String]) -> ReplayTracks {
    let plan = records.first?.plan ?? plan
    let people = records.compactMap(\.person)
    return ReplayTracks(
      frameRate: plan.rate, keepsEvery: plan.keepsEvery, peopleInAll: run.simulation.participants,
      secondsKept: min(plan.seconds, 1e9), screen: ReplayTracks.Screen(screen), pipelines: pipelines,
      pages: people.flatMap { person in
        run.scenarios.compactMap { scenario in
          let layout = run.simulation(of: scenario).pageLayout(of: person.participant)
          return layout.map { ReplayTracks.Page(scenario: scenario.rawValue, participant: person.participant, $0) }
        }
      },
      people: people, constants: run.simulation.constantsByProvenance)
  }
}

extension ReplayTracks.Screen {
  init(_ screen: ScreenGeometry) {
    points = [screen.points.x, screen.points.y]
    metres = [screen.metres.x, screen.metres.y]
    camera = [screen.camera.x, screen.camera.y]
    orientation = screen.orientation.rawValue
  }
}

extension ReplayTracks.Page {
  init(scenario: String, participant: Int, _ layout: PageLayout) {
    func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    (self.scenario, self.participant) = (scenario, participant)
    height = rounded(layout.height)
    margin = rounded(layout.margin)
    linePitch = rounded(layout.linePitch)
    // The number of lines is limited, since the text of a thousand screens would need more space than all people's
    // tracks.
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
