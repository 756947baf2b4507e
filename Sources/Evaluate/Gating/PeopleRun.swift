public import GazeMetrics
public import GazeRecording
public import GazeSimulation
public import GazeTesting

/// One pipeline on simulated people, of whatever rig: what a gate needs in order to ask for more of them.
///
/// People are the participants 0, 1, 2, … of one seed, so that more of them leave the first ones as they were.
public protocol PeopleRun: Sendable {
  /// One person, in all that was done.
  associatedtype Figures: JudgedFigures
  /// What comes of them all.
  associatedtype Report: EvaluationReport

  /// How many people.
  var participants: Int { get set }
  /// Keep what a page draws along time.
  var recordsTracks: Bool { get set }
  /// Which draw of the sensor's own noise.
  var noise: UInt64 { get }
  /// Who does what, in clear.
  var conditions: ScenarioConditions { get }
  /// What is compared with a baseline where no limits say it.
  static var baselineMetrics: [String] { get }

  /// Refuses what makes no sense.
  func validate() throws(SimulationError)
  /// Everybody's figures, in order, from participant `first` on; the same for any number of jobs.
  func people(
    from first: Int, jobs: Int, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Figures]
  /// The evaluation of these people, whose figures are there already.
  ///
  /// - Throws: `UnknownName` for a limit on a metric that does not exist.
  func evaluation(of people: [Figures], limits: [Gate]) throws(UnknownName) -> Report
  /// Refuses limits that say nothing, before anybody is judged by them.
  func check(_ limits: [Gate], jobs: Int) async throws
  /// Adds to a report what is judged without people.
  func complete(_ report: inout Report, claims: PointerClaims?)
}

extension PeopleRun {
  /// No rig but gaze knows such limits yet.
  public func check(_ limits: [Gate], jobs: Int) async throws {}
  /// No rig but gaze has a correctness stage yet.
  public func complete(_ report: inout Report, claims: PointerClaims?) {}
}

/// One person's figures, from which takes ever.
public protocol JudgedFigures: Sendable {
  associatedtype Person: MeasuredPerson

  /// The person in the takes that count for a metric.
  func person(for metric: String) -> Person
}

extension EvaluationRun: PeopleRun {
  /// How many people.
  public var participants: Int {
    get { simulation.participants }
    set { simulation.participants = newValue }
  }

  /// Which draw of the tracker's own noise.
  public var noise: UInt64 { simulation.noise }

  /// Who does what, in clear.
  public var conditions: ScenarioConditions { ScenarioConditions(self) }

  /// What a person feels of the pointer and of the scrolling.
  public static var baselineMetrics: [String] {
    [
      "pointer.errorPoints.median", "pointer.latencyMilliseconds", "pointer.dataLoss", "scroll.f1",
      "scroll.falsePerMinute", "scroll.offScreenScrollPointsPerMinute",
    ]
  }
}

extension EvaluationRun.PersonFigures: JudgedFigures {
  /// Those with targets for the pointer, those without for the scrolling.
  public func person(for metric: String) -> PersonResult { metric.hasPrefix("scroll") ? scroll : pointer }
}

/// The people of an evaluation so far.
struct JudgedPeople<Figures: JudgedFigures>: Sendable {
  private var people: [Figures]

  /// Nobody, or these.
  init(_ people: [Figures] = []) { self.people = people }

  var count: Int { people.count }

  mutating func add(_ more: [Figures]) { people += more }

  private func results(_ metric: PeopleMetric<Figures.Person>) -> [Figures.Person] {
    people.map { $0.person(for: metric.name) }
  }

  func isFailing(_ index: Int) -> Bool { people[index].person(for: "").isFailing }

  /// Over those whom tracking does not fail.
  func estimate(
    _ metric: PeopleMetric<Figures.Person>, level: Double = 0.95, of population: Population = .simulated
  ) -> PeopleEstimate? {
    metric.estimate(results(metric).filter { !$0.isFailing }, level: level, of: population)
  }

  func part(_ metric: PeopleMetric<Figures.Person>, _ index: Int) -> PeopleEstimate.Part {
    let person = people[index].person(for: metric.name)
    return person.isFailing ? .init(0, 0) : metric.part(of: person)
  }
}
