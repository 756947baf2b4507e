import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Raw error of a population: the error of an uncalibrated tracker with the true geometry.
///
/// Each person fixates the targets of `validation`. The pipeline `standard` makes the pointer, with the phone's *true*
/// geometry, without a person calibration and without smoothing, so the error contains kappa, the tracker's bias and
/// gain, and the error of the face's pose. People for whom tracking fails are reported separately.
struct PopulationStudy: Study {
  static let name = "population"
  static let question = "The raw error of simulated people, beside the published one."

  /// Goal for the simulated population: the numbers of Taore 2024, who does not state whether they are raw errors.
  enum Goal {
    /// Mean over people, degrees, and its tolerance.
    static let mean = 3.2, meanTolerance = 0.15
    /// Standard deviation over people, degrees, and its tolerance.
    static let sd = 2.0, sdTolerance = 0.2
    /// Number of people in the publication, which determines the uncertainty of the published numbers.
    static let people = 28

    /// Mean standard deviation of samples of `people`: the samples consist of consecutive people, and people left over
    /// at the end are not used; nil with fewer people than one sample.
    static func sampledSD(_ errors: [Double]) -> Double? {
      guard errors.count >= people else { return nil }
      let sds = stride(from: 0, through: errors.count - people, by: people).map { start in
        let sample = errors[start..<(start + people)]
        let mean = sample.reduce(0, +) / Double(people)
        return (sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(people - 1)).squareRoot()
      }
      return sds.reduce(0, +) / Double(sds.count)
    }
  }

  let profile: DeviceProfile
  /// Simulation of the people; its scenario is `validation`.
  var simulation: Simulation

  /// Creates a study of the simulation's people. Each person is simulated for the given duration; without a duration,
  /// for one fixation of each of 16 targets of 1.5 s.
  init(_ simulation: Simulation, _ profile: DeviceProfile) {
    (self.simulation, self.profile) = (simulation, profile)
    self.simulation.scenario = .validation
    self.simulation.duration = simulation.duration ?? 24
  }

  init(_ options: inout Options) throws {
    let profile = try options.device()
    self.init(try options.simulation(profile, .validation, participants: 2000), profile)
  }

  struct Findings: Sendable {
    /// Angle between pointer and target, degrees: each person's mean over settled samples.
    let error: PeopleFigures
    /// Angle between the mean pointer of a fixation and its target, degrees: each person's mean over fixations.
    let accuracy: PeopleFigures
    /// `error` of the people for whom tracking fails; they are left out of all other results.
    let failing: PeopleFigures
    /// `error` of the people in it who have a flag (strabismus, nystagmus, …), who are rare in published samples.
    let flagged: PeopleFigures
    /// Number of people without a settled fixation, who are left out of all results.
    let withoutFixations: Int
    /// Mean standard deviation in studies of `Goal.people` people for whom tracking works and who have no flag; nil
    /// with fewer people. `Goal.sd` applies to this value, since small samples of a skewed quantity have a smaller
    /// standard deviation on average than the population.
    let sampledSD: Double?
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    func verdict(_ value: Double?, _ goal: Double, _ tolerance: Double) -> String {
      value.map { abs($0 - goal) <= tolerance ? "met" : "not met" } ?? "too few people"
    }
    let columns: [StudyColumn<(String, PeopleFigures)>] =
      [
        .init("raw error, deg") { $0.0 }, .init("people") { $0.1.people }, .init("mean", 2) { $0.1.mean },
        .init("SD", 2) { $0.1.sd },
      ]
      + PeopleFigures.shares.enumerated().map { place, share in
        .init("p\(100 * share, 0)", 2) { $0.1.percentiles.isEmpty ? nil : $0.1.percentiles[place] }
      }
    return StudyTable(
      title: [
        """
        \(simulation.subject(profile)); \(simulation.duration, 0) s of validation each; \(r.withoutFixations) people \
        without a settled fixation
        """
      ],
      parts: [
        StudyPart(
          nil,
          [
            ("each person's mean over samples", r.error), ("each person's mean over fixations", r.accuracy),
            ("of these, flagged people, over samples", r.flagged),
            ("separately: tracking fails, over samples", r.failing),
          ], columns)
      ],
      remarks: [
        "published: Taore 2024, iPad Pro, 28 people: 3.2, SD 2.0; Greinacher & Voigt-Antons 2020, iPhone, 17: 3.18",
        """
        goal: mean \(Goal.mean, 1) ± \(Goal.meanTolerance, 2): \
        \(verdict(r.error.mean.value, Goal.mean, Goal.meanTolerance)); SD of \(Goal.people) people \(Goal.sd, 1) ± \
        \(Goal.sdTolerance, 1): \(r.sampledSD, 2), \(verdict(r.sampledSD, Goal.sd, Goal.sdTolerance))
        """,
      ])
  }

  func findings(_ runner: StudyRunner) async throws -> Findings {
    let people = try await runner.cells([simulation.participants]) { person($1) }[0]
    let fine = people.filter { !$0.isFailing }
    return Findings(
      error: PeopleFigures(fine.compactMap(\.figures.sampleError)),
      accuracy: PeopleFigures(fine.compactMap(\.figures.accuracy)),
      failing: PeopleFigures(people.filter(\.isFailing).compactMap(\.figures.sampleError)),
      flagged: PeopleFigures(fine.filter(\.isFlagged).compactMap(\.figures.sampleError)),
      withoutFixations: people.count { $0.figures.sampleError == nil },
      sampledSD: Goal.sampledSD(fine.filter { !$0.isFlagged }.compactMap(\.figures.sampleError)))
  }

  /// Returns the same people with other constants.
  func with(_ constants: [String: Double]) throws -> PopulationStudy {
    var study = self
    for (key, value) in constants { try study.simulation.set(key, value) }
    return study
  }

  /// One person's errors.
  struct Person: Sendable, Codable {
    let isFailing, isFlagged: Bool
    let figures: FixationErrors.Figures
  }

  func person(_ participant: Int) -> Person {
    let screen = simulation.screen
    let pipeline = StandardPipeline(geometry: screen, smoothing: .none, trigger: profile.trigger.settings)
    let errors = FixationErrors(pipeline, geometry: screen, reference: .target)
    let person = simulation.person(participant)
    return Person(
      isFailing: person.isFailing, isFlagged: person.flag != nil,
      figures: errors.figures(of: simulation, participant: participant))
  }
}
