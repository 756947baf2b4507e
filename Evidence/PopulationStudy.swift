import GazeMetrics
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

  /// Published result for real people.
  struct Published: Sendable, Equatable {
    var source: String
    /// Mean error, degrees.
    var mean: Double
    /// Standard deviation, degrees; nil if none was published.
    var sd: Double?
    var people: Int
  }

  /// Goal for the simulated population: the numbers of Taore 2024, who does not state whether they are raw errors.
  struct Goal: Sendable, Equatable {
    /// Mean over people, degrees.
    var mean = 3.2
    /// Standard deviation over people, degrees.
    var sd = 2.0
    /// Tolerance of `mean`.
    var meanTolerance = 0.15
    /// Lowest and highest standard deviation.
    var sdRange = [1.8, 2.2]
    /// Number of people in the publication, which determines the uncertainty of the published numbers.
    var people = 28

    /// Mean standard deviation of samples of `people`: the samples consist of consecutive people, and people left over
    /// at the end are not used; nil with fewer people than one sample.
    func sampledSD(_ errors: [Double]) -> Double? {
      guard errors.count >= people, people > 1 else { return nil }
      let sds = stride(from: 0, through: errors.count - people, by: people).map { start in
        let sample = errors[start..<(start + people)]
        let mean = sample.reduce(0, +) / Double(people)
        return (sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(people - 1)).squareRoot()
      }
      return sds.reduce(0, +) / Double(sds.count)
    }

    /// True if the mean is within the goal.
    func allows(mean: Double) -> Bool { abs(mean - self.mean) <= meanTolerance }
    /// True if the standard deviation is within the goal.
    func allows(sd: Double) -> Bool { (sdRange.first ?? 0) <= sd && sd <= (sdRange.last ?? 0) }
  }

  /// Published errors of the same kind.
  static let published = [
    Published(source: "Taore 2024, iPad Pro, mean absolute error", mean: 3.2, sd: 2.0, people: 28),
    Published(source: "Greinacher & Voigt-Antons 2020, iPhone, accuracy", mean: 3.18, sd: nil, people: 17),
  ]

  let profile: DeviceProfile
  /// Simulation of the people; its scenario is `validation`.
  var simulation: Simulation
  var goal = Goal()

  /// Creates a study of the simulation's people. Each person is simulated for the given duration; without a duration,
  /// for one fixation of each target.
  init(profile: DeviceProfile, simulation: Simulation) {
    self.profile = profile
    self.simulation = simulation
    self.simulation.scenario = .validation
    if simulation.duration == nil { self.simulation.duration = Self.defaultDuration }
  }

  /// 16 targets of 1.5 s.
  private static let defaultDuration = 24.0

  struct Findings: Sendable {
    /// Angle between pointer and target, degrees: each person's mean over settled samples.
    var error: PeopleFigures
    /// Angle between the mean pointer of a fixation and its target, degrees: each person's mean over fixations.
    var accuracy: PeopleFigures
    /// `error` of the people for whom tracking fails; they are left out of all other results.
    var failing: PeopleFigures
    /// `error` of the people in it who have a flag (strabismus, nystagmus, …), who are rare in published samples.
    var flagged: PeopleFigures
    /// Number of people without a settled fixation, who are left out of all results.
    var withoutLooks: Int
    /// Mean standard deviation in studies of `goal.people` people for whom tracking works and who have no flag; nil
    /// with fewer people. `goal.sd` applies to this value, since small samples of a skewed quantity have a smaller
    /// standard deviation on average than the population.
    var sampledSD: Double?
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let seconds = simulation.duration ?? Self.defaultDuration
    let isMeanMet = r.error.mean.map(goal.allows(mean:))
    let isSDMet = r.sampledSD.map(goal.allows(sd:))
    func verdict(_ isMet: Bool?) -> String {
      r.error.people < 2 ? "too few people" : isMet.map { $0 ? "met" : "not met" } ?? "no figure"
    }
    let found = [
      Line(name: "each person's mean over samples", figures: r.error),
      Line(name: "each person's mean over fixations", figures: r.accuracy),
      Line(name: "of these, flagged people, over samples", figures: r.flagged),
      Line(name: "separately: tracking fails, over samples", figures: r.failing),
    ]
    var columns: [StudyColumn<Line>] = [
      StudyColumn("raw error") { $0.name },
      StudyColumn("people") { "\($0.figures?.people ?? $0.published?.people ?? 0)" },
      StudyColumn("mean", 2) { $0.figures?.mean ?? $0.published?.mean }, StudyColumn(2) { $0.figures?.meanCI95 },
      StudyColumn("SD", 2) { $0.figures?.sd ?? $0.published?.sd },
      StudyColumn("95 %") { line in line.figures.map { Format.interval($0.sdCI95, 2) } ?? "" },
    ]
    for (place, share) in PeopleFigures.shares.enumerated() {
      columns.append(
        StudyColumn("p\(NumberText.fixed(100 * share, 0))") { line in
          guard let values = line.figures?.percentiles else { return "" }
          return values.isEmpty ? "-" : NumberText.fixed(values[place], 2)
        })
    }
    var remarks: [String] = []
    if r.withoutLooks > 0 {
      remarks.append("\(NumberText.count(r.withoutLooks, "person", "people")) without a settled fixation, in no figure")
    }
    remarks.append(
      """
      goal: mean \(NumberText.fixed(goal.mean)) ± \(NumberText.fixed(goal.meanTolerance, 2)): \
      \(verdict(isMeanMet)); SD of \(goal.people) people \(NumberText.fixed(goal.sdRange.first)) to \
      \(NumberText.fixed(goal.sdRange.last)): \(NumberText.fixed(r.sampledSD, 2)), \(verdict(isSDMet))
      """)
    return StudyTable(
      title: [
        """
        \(profile.id): \(NumberText.count(simulation.participants, "person", "people")), simulated, preset \
        \(simulation.preset.name), phone \(simulation.phone), seed \(simulation.seed); \(NumberText.fixed(seconds, 0)) \
        s of validation each
        """,
        "standard with the true geometry, no person calibration, no smoothing; degrees at the eye, against the target",
      ],
      parts: [StudyPart(found + Self.published.map { Line(name: "published: \($0.source)", published: $0) }, columns)],
      remarks: remarks)
  }

  /// Row of the table: simulated people, or published ones, which have no percentiles.
  private struct Line {
    var name: String
    var figures: PeopleFigures?
    var published: Published?
  }

  func findings(_ runner: StudyRunner) async throws -> Findings {
    let people = try await people(runner)
    let fine = people.filter { !$0.isFailing }
    return Findings(
      error: PeopleFigures(fine.compactMap(\.figures.sampleError)),
      accuracy: PeopleFigures(fine.compactMap(\.figures.accuracy)),
      failing: PeopleFigures(people.filter(\.isFailing).compactMap(\.figures.sampleError)),
      flagged: PeopleFigures(fine.filter(\.isFlagged).compactMap(\.figures.sampleError)),
      withoutLooks: people.count { $0.figures.sampleError == nil },
      sampledSD: goal.sampledSD(fine.filter { !$0.isFlagged }.compactMap(\.figures.sampleError)))
  }

  /// Returns the same people with other constants.
  func with(_ constants: [String: Double]) throws -> PopulationStudy {
    var study = self
    for (key, value) in constants { try study.simulation.set(key, value) }
    return study
  }

  /// One person's errors.
  struct Person: Sendable, Codable {
    var isFailing: Bool
    var isFlagged: Bool
    var figures: FixationErrors<StandardPipeline>.Figures
  }

  /// Returns the errors of all people, in order.
  func people(_ runner: StudyRunner) async throws -> [Person] {
    try await runner.cells(simulation.participants) { person($0) }
  }

  /// Returns one person's errors.
  func person(_ participant: Int) -> Person {
    let screen = simulation.screen
    let pipeline = StandardPipeline(geometry: screen, smoothing: .none, trigger: profile.trigger.settings)
    let errors = FixationErrors(pipeline, geometry: screen, reference: .target)
    let figures = errors.figures(of: simulation, participant: participant)
    let person = simulation.person(participant)
    return Person(isFailing: person.isFailing, isFlagged: person.flag != nil, figures: figures)
  }
}
