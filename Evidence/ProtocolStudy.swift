import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// PyEtSimul's three numbers: the error at the calibration points, the error on a grid over the whole screen, and the
/// error on that grid after the observer has moved.
///
/// Each person calibrates on 3 × 3 points at the person's own distance (offset and gain, with the weak priors that an
/// app has). The error against the true gaze is then measured in the *same* session, but at later times: at the
/// calibration points again, on the grid, and on the grid after the observer has moved by 50 mm to the right, left, up,
/// down, nearer and further. Only the device's geometry is known exactly. The pipeline `standard` makes the pointer,
/// without smoothing.
struct ProtocolStudy: Study {
  static let name = "protocol"
  static let question = "PyEtSimul's three errors: calibration points, grid, observer moved."

  /// Directions in which the observer moves, as seen by the observer, with the constant to which the shift is added,
  /// and its sign.
  static let shifts = [
    ("right", "behaviour.shiftRight", 1.0), ("left", "behaviour.shiftRight", -1), ("up", "behaviour.shiftUp", 1),
    ("down", "behaviour.shiftUp", -1), ("nearer", "behaviour.distance", -1), ("further", "behaviour.distance", 1),
  ]

  let profile: DeviceProfile
  /// Simulations of the same people and phone, one with each preset.
  let simulations: [Simulation]
  /// Points along each side of the calibration's grid.
  private let calibrationSide = 3
  /// Points along each side of the test's grid.
  var gridSide = 16
  /// Distance that the observer moves, metres.
  var shift = 0.05

  init(_ simulations: [Simulation], _ profile: DeviceProfile) {
    (self.simulations, self.profile) = (simulations, profile)
  }

  init(_ options: inout Options) throws {
    profile = try options.device()
    let simulation = try options.simulation(profile, .validation, participants: 20)
    simulations = GazePreset.all.map { preset in
      var simulation = simulation
      (simulation.preset, simulation.phone) = (preset, preset.defaultPhone)
      return simulation
    }
  }

  /// Result for one of the three numbers, or for one direction in which the observer moved.
  struct Row: Sendable {
    let preset: String
    /// `calibration points`, `grid`, `observer moved`, or a direction.
    let name: String
    /// Angle between the mean pointer of a fixation and the mean gaze, degrees: comparable with PyEtSimul.
    let accuracy: PeopleFigures
    /// Angle between pointer and gaze, mean over samples, degrees.
    let sampleError: PeopleFigures
    /// `accuracy` of the people for whom tracking fails; they are left out of all other results.
    let failing: PeopleFigures
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let (rows, uncalibrated) = try await findings(runner)
    let columns: [StudyColumn<Row>] = [
      .init("preset", \.preset), .init("at", \.name), .init("people", \.accuracy.people),
      .init("mean of fixations", 2, \.accuracy.mean), .init("samples", 2, \.sampleError.mean),
      .init("separately: failing") {
        $0.failing.people > 0 ? "\($0.failing.mean.value, 2) (\($0.failing.people))" : "-"
      },
    ]
    return StudyTable(
      title: [
        """
        \(profile.id): \(simulations[0].participants) people, seed \(simulations[0].seed); degrees at the eye against \
        the true gaze; 9 points at each person's own distance, grid of \(gridSide) x \(gridSide), moved by \
        \(1000 * shift, 0) mm
        """
      ],
      parts: [StudyPart(nil, rows, columns)],
      remarks: [
        "PyEtSimul, without noise, 9 points: 0.27 / 0.39 / 1.47 deg",
        """
        people without a calibration, since it gave too few fixations: \
        \(zip(simulations, uncalibrated).map { "\($0.preset.name) \($1)" }.joined(separator: ", "))
        """,
      ])
  }

  /// Simulates all people, preset by preset; returns all rows, and the number of people of each preset whose
  /// calibration gave too few fixations; they continued without a calibration and count in the results.
  ///
  /// - Throws: `SimulationError` if a moved observer is beyond the constants' ranges.
  func findings(_ runner: StudyRunner) async throws -> (rows: [Row], uncalibrated: [Int]) {
    let plans = try simulations.map(plan)
    let people = try await runner.cells(simulations.map(\.participants)) { person($1, plans[$0]) }
    return (
      zip(simulations, people).flatMap { rows($0.preset.name, $1) }, people.map { $0.count(where: \.isUncalibrated) }
    )
  }

  private func rows(_ preset: String, _ people: [Person]) -> [Row] {
    func row(_ name: String, _ figures: (Person) -> Figures) -> Row {
      let (fine, failing) = (people.filter { !$0.isFailing }.map(figures), people.filter(\.isFailing).map(figures))
      return Row(
        preset: preset, name: name, accuracy: PeopleFigures(fine.compactMap(\.accuracy)),
        sampleError: PeopleFigures(fine.compactMap(\.sampleError)),
        failing: PeopleFigures(failing.compactMap(\.accuracy)))
    }
    /// The mean; nil if a value is missing, since a mean over fewer directions would not be comparable.
    func whole(_ values: [Double?]) -> Double? {
      let known = values.compactMap(\.self)
      return known.count == values.count ? mean(known) : nil
    }
    return [
      row("calibration points", \.calibration), row("grid", \.grid),
      row("observer moved") {
        Figures(accuracy: whole($0.shifted.map(\.accuracy)), sampleError: whole($0.shifted.map(\.sampleError)))
      },
    ] + Self.shifts.indices.map { index in row(Self.shifts[index].0) { $0.shifted[index] } }
  }

  private typealias Figures = FixationErrors.Figures

  /// One person's numbers.
  private struct Person: Sendable, Codable {
    let isFailing, isUncalibrated: Bool
    let calibration, grid: Figures
    let shifted: [Figures]
  }

  /// Takes of one session, by their tasks.
  private struct Plan: Sendable {
    let calibration, again, grid: Simulation
    let shifted: [Simulation]
  }

  private func plan(_ simulation: Simulation) throws -> Plan {
    Plan(
      calibration: try take(simulation, 0, side: calibrationSide),
      again: try take(simulation, 1, side: calibrationSide),
      grid: try take(simulation, 2, side: gridSide),
      // All directions have the same take number and so the same draws, so that they differ only by the observer's
      // position.
      shifted: try Self.shifts.map { _, key, sign in
        var shifted = try take(simulation, 2, side: gridSide)
        let constant = try GazeConstant.named(key)
        let unit = constant.unit == "cm" ? 0.01 : 0.001
        try shifted.set(key, constant.value(in: shifted.parameters) + sign * shift / unit)
        return shifted
      })
  }

  /// First take number, larger than the take numbers of the scenarios.
  private static let firstTake = 100

  /// Returns a take with one fixation of each point of a grid.
  private func take(_ simulation: Simulation, _ number: Int, side: Int) throws -> Simulation {
    var take = simulation
    (take.session, take.take) = (0, Self.firstTake + number)
    try take.set("task.grid", Double(side))
    take.duration = Double(side * side) * (try GazeConstant.named("task.targetTime").value(in: take.parameters))
    return take
  }

  private func person(_ participant: Int, _ plan: Plan) -> Person {
    let screen = plan.grid.screen
    let observations = plan.calibration.frames(participant: participant).lazy.map(\.observation)
    let calibration = (try? PersonFit(on: screen).fit(observations, participant: participant))?.calibration
    func figures(_ take: Simulation) -> Figures {
      let pipeline = StandardPipeline(
        geometry: screen, person: calibration ?? .none, smoothing: .none, trigger: profile.trigger.settings)
      return FixationErrors(pipeline, geometry: screen, reference: .truth).figures(of: take, participant: participant)
    }
    return Person(
      isFailing: plan.grid.person(participant).isFailing, isUncalibrated: calibration == nil,
      calibration: figures(plan.again), grid: figures(plan.grid), shifted: plan.shifted.map(figures))
  }
}
