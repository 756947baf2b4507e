import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
import GazeTesting

/// The raw error of a population: what people would have who use the tracker as it comes, through a correct map.
///
/// Each person looks at the targets of `validation`. The pointer is that of `standard` with the phone's *true*
/// geometry, without a person calibration and without smoothing, so kappa, the tracker's bias and gain, and an error
/// of the face's pose are all in it. People whom tracking fails are reported apart.
package struct PopulationStudy: Sendable {
  /// What a study found on real people.
  package struct Published: Sendable, Codable, Equatable {
    /// Who.
    package var source: String
    /// Mean error, degrees.
    package var mean: Double
    /// Standard deviation, degrees; null where none was published.
    @ExplicitNull package var sd: Double?
    /// How many people.
    package var people: Int
  }

  /// What the simulated population is to be like: Taore 2024's figures, who do not say whether they are raw.
  package struct Goal: Sendable, Codable, Equatable {
    /// Mean over people, degrees.
    package var mean = 3.2
    /// Standard deviation over people, degrees.
    package var sd = 2.0
    /// How far `mean` may be off.
    package var meanTolerance = 0.15
    /// Lowest and highest standard deviation.
    package var sdRange = [1.8, 2.2]
    /// People of the publication: by how much its own figures are uncertain.
    package var people = 28

    /// The standard deviation that samples of `people` find on average: one sample after the other, what is left over in
    /// none; nil with fewer.
    func sampledSD(_ errors: [Double]) -> Double? {
      guard errors.count >= people, people > 1 else { return nil }
      let sds = stride(from: 0, through: errors.count - people, by: people).map { start in
        let sample = errors[start..<(start + people)]
        let mean = sample.reduce(0, +) / Double(people)
        return (sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(people - 1)).squareRoot()
      }
      return sds.reduce(0, +) / Double(sds.count)
    }

    /// Is this mean near enough?
    package func allows(mean: Double) -> Bool { abs(mean - self.mean) <= meanTolerance }
    /// Is this standard deviation near enough?
    package func allows(sd: Double) -> Bool { (sdRange.first ?? 0) <= sd && sd <= (sdRange.last ?? 0) }
  }

  /// Published figures of the same kind.
  package static let published = [
    Published(source: "Taore 2024, iPad Pro, mean absolute error", mean: 3.2, sd: 2.0, people: 28),
    Published(source: "Greinacher & Voigt-Antons 2020, iPhone, accuracy", mean: 3.18, sd: nil, people: 17),
  ]

  /// The device.
  package var profile: DeviceProfile
  /// Who is asked; its scenario is `validation`.
  package var simulation: Simulation
  /// What the population should come to.
  package var goal = Goal()

  /// A study of these people, each for the given duration or for one look at each target.
  package init(profile: DeviceProfile, simulation: Simulation) {
    self.profile = profile
    self.simulation = simulation
    self.simulation.scenario = .validation
    if simulation.duration == nil { self.simulation.duration = Self.defaultDuration }
  }

  /// 16 targets of 1.5 s.
  package static let defaultDuration = 24.0

  /// What came out.
  package struct Report: Sendable, Codable {
    /// `gazesim.study.population`.
    package var schema = "gazesim.study.population"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// The tracker preset.
    package var preset: String
    /// The simulated phone.
    package var phone: UInt64
    /// Draws people, behaviour and noise.
    package var seed: UInt64
    /// Seconds of each person.
    package var seconds: Double
    /// Everybody.
    package var participants: Int
    /// Angle between pointer and target, degrees: each person's mean over settled samples.
    package var error: PeopleFigures
    /// Angle between the mean pointer of a look and its target, degrees: each person's mean over looks.
    package var accuracy: PeopleFigures
    /// `error` of the people whom tracking fails, who are in no other figure.
    package var failing: PeopleFigures
    /// `error` of the people in it with a flag (strabismus, nystagmus, …), whom published samples hardly contain.
    package var flagged: PeopleFigures
    /// People without a single settled look, who are in no figure.
    package var withoutLooks: Int
    /// What the population should come to.
    package var goal: Goal
    /// Does it?
    package var isWithinGoal: Bool
    /// The standard deviation that a study of `goal.people` people finds on average, who are not failing and have no flag;
    /// null with fewer people. It is what `goal.sd` is held to: small samples of a skewed figure find less than there is.
    @ExplicitNull package var sampledSD: Double?
    /// What was found on real people.
    package var published: [Published]
  }

  /// Asks everybody; `progress` hears a share of 0…1 now and then.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    let people = try await people(jobs: jobs, progress: progress)
    let fine = people.filter { !$0.isFailing }.map(\.figures)
    let error = PeopleFigures(fine.compactMap(\.sampleError))
    let sampledSD = goal.sampledSD(people.filter { !$0.isFailing && !$0.isFlagged }.compactMap(\.figures.sampleError))
    return Report(
      device: profile.id, preset: simulation.preset.name, phone: simulation.phone, seed: simulation.seed,
      seconds: simulation.duration ?? Self.defaultDuration, participants: people.count, error: error,
      accuracy: PeopleFigures(fine.compactMap(\.accuracy)),
      failing: PeopleFigures(people.filter(\.isFailing).compactMap(\.figures.sampleError)),
      flagged: PeopleFigures(people.filter { !$0.isFailing && $0.isFlagged }.compactMap(\.figures.sampleError)),
      withoutLooks: people.count { $0.figures.sampleError == nil }, goal: goal,
      isWithinGoal: error.people > 1 && error.mean.map(goal.allows(mean:)) == true
        && sampledSD.map(goal.allows(sd:)) == true,
      sampledSD: sampledSD, published: Self.published)
  }

  /// The same people with other constants.
  func with(_ constants: [String: Double]) throws -> PopulationStudy {
    var study = self
    for (key, value) in constants { try study.simulation.set(key, value) }
    return study
  }

  /// One person's figures.
  struct Person: Sendable {
    var isFailing: Bool
    var isFlagged: Bool
    var figures: LookErrors<StandardPipeline>.Figures
  }

  /// Everybody's figures, in order.
  func people(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> [Person] {
    let (simulation, screen, trigger) = (simulation, simulation.screen, profile.trigger.settings)
    return try await mapInParallel(count: simulation.participants, jobs: jobs) { participant in
      let pipeline = StandardPipeline(geometry: screen, smoothing: .none, trigger: trigger)
      let errors = LookErrors(pipeline, geometry: screen, reference: .target)
      let figures = errors.figures(of: simulation, participant: participant)
      if participant.isMultiple(of: 50) { progress(Double(participant) / Double(simulation.participants)) }
      let person = simulation.person(participant)
      return Person(isFailing: person.isFailing, isFlagged: person.flag != nil, figures: figures)
    }
  }
}
