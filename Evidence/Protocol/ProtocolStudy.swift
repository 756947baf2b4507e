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
/// app has). The error is then measured in the *same* session, but at later times: at the calibration points again, on
/// the grid, and on the grid after the observer has moved by 50 mm to the right, left, up, down, nearer and further.
/// Only the device's geometry is known exactly. The pipeline `standard` makes the pointer, without smoothing.
struct ProtocolStudy: Study {
  static let name = "protocol"
  static let question = "PyEtSimul's three errors: calibration points, grid, observer moved."

  /// Direction in which the observer moves.
  enum Shift: String, Sendable, CaseIterable {
    /// Sideways or vertically from the position of the calibration, as seen by the observer.
    case right, left, up, down
    /// Towards the screen or away from it.
    case nearer, further

    /// Constant to which the shift is added, and its sign.
    var change: (key: String, sign: Double) {
      switch self {
      case .right: ("behaviour.shiftRight", 1)
      case .left: ("behaviour.shiftRight", -1)
      case .up: ("behaviour.shiftUp", 1)
      case .down: ("behaviour.shiftUp", -1)
      case .nearer: ("behaviour.distance", -1)
      case .further: ("behaviour.distance", 1)
      }
    }
  }

  let profile: DeviceProfile
  /// Simulations of the same people and phone, one with each preset.
  let simulations: [Simulation]
  /// Reference of the error: the true gaze, as in a simulation without noise, or the target.
  var reference = ErrorReference.truth
  /// Points along each side of the calibration's grid.
  private let calibrationSide = 3
  /// Points along each side of the test's grid.
  var gridSide = 16
  /// Distance that the observer moves, metres.
  var shift = 0.05

  init(profile: DeviceProfile, simulations: [Simulation]) {
    self.profile = profile
    self.simulations = simulations.map { simulation in
      var simulation = simulation
      simulation.scenario = .validation
      return simulation
    }
  }

  /// Result for one of the three numbers, or for one direction in which the observer moved.
  struct Row: Sendable {
    /// `calibration points`, `grid`, `observer moved`, or a direction.
    var name: String
    /// Angle between the mean pointer of a fixation and the mean of its reference, degrees: comparable with PyEtSimul.
    var accuracy: PeopleFigures
    /// Angle between pointer and reference, mean over samples, degrees.
    var sampleError: PeopleFigures
    /// `accuracy` of the people for whom tracking fails; they are left out of all other results.
    var failing: PeopleFigures
  }

  /// Results with one preset.
  struct Findings: Sendable {
    var simulation: Simulation
    /// Number of people whose calibration gave too few fixations; they continued without a calibration and count in the
    /// results.
    var uncalibrated: Int
    /// Rows of the three numbers; the number for a moved observer is each person's mean over the six directions.
    var rows: [Row]
    /// Rows of the six directions.
    var directions: [Row]
    /// Direction with the largest mean of `accuracy`; nil without people.
    var worst: Row? { directions.max { ($0.accuracy.mean ?? -1) < ($1.accuracy.mean ?? -1) } }
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let all = try await findings(runner)
    var lines: [Line] = []
    for r in all {
      let preset = r.simulation.preset.name
      lines += r.rows.map { Line(preset: preset, name: name($0), row: $0) }
      if let worst = r.worst { lines.append(Line(preset: preset, name: "worst: \(worst.name)", row: worst)) }
    }
    let simulation = simulations.first
    let columns: [StudyColumn<Line>] = [
      .init("preset", \.preset), .init("at", \.name), .init("people") { $0.row.accuracy.people },
      .init("mean of fixations", 2) { $0.row.accuracy.mean }, .init(2) { $0.row.accuracy.meanCI95 },
      .init("samples", 2) { $0.row.sampleError.mean }, .init(2) { $0.row.sampleError.meanCI95 },
      .init("separately: failing") { line in
        let failing = line.row.failing
        return failing.people > 0 ? "\(NumberText.fixed(failing.mean, 2)) (\(failing.people))" : "-"
      },
    ]
    return StudyTable(
      title: [
        """
        \(profile.id): \(NumberText.count(simulation?.participants ?? 0, "person", "people")), simulated, seed \
        \(simulation?.seed ?? 0); degrees at the eye against \(reference == .truth ? "the true gaze" : "the target"), \
        means over people
        """,
        "9 points at each person's own distance, true geometry known, same session, no smoothing",
      ],
      parts: [StudyPart(lines, columns)],
      remarks: ["PyEtSimul, without noise, 9 points: 0.27 / 0.39 / 1.47 deg"]
        + all.filter { $0.uncalibrated > 0 }.map { r in
          let people = NumberText.count(r.uncalibrated, "person", "people")
          return "\(r.simulation.preset.name): \(people) could not be calibrated and continued without a calibration"
        },
      // The default preset, if it is among them, is closer to people than one without errors.
      conclusion: (lines.first { $0.preset == GazePreset.typical.name } ?? lines.first).map { first in
        "\(FigureText.measured(first.row.accuracy.mean, "deg")) off at the \(first.name), preset \(first.preset)"
      })
  }

  /// Row of the table.
  private struct Line {
    var preset: String
    var name: String
    var row: Row
  }

  private func name(_ row: Row) -> String {
    switch row.name {
    case "grid": "\(gridSide) x \(gridSide) grid"
    case "observer moved": "moved \(NumberText.fixed(shift * 1000, 0)) mm, mean of six"
    default: row.name
    }
  }

  /// Simulates all people, preset by preset.
  ///
  /// - Throws: `SimulationError` if a moved observer is beyond the constants' ranges.
  func findings(_ runner: StudyRunner) async throws -> [Findings] {
    let plans = try simulations.map(plan)
    let people = try await runner.cells(
      simulations.map(\.participants),
      fault: { ContentFault("result.shifted", count: $2.shifted.count, expected: Shift.allCases.count) }
    ) { person($1, plans[$0]) }
    return zip(simulations, people).map(findings)
  }

  private func findings(_ simulation: Simulation, _ people: [Person]) -> Findings {
    func row(_ name: String, _ figures: (Person) -> Figures) -> Row {
      let (fine, failing) = (people.filter { !$0.isFailing }.map(figures), people.filter(\.isFailing).map(figures))
      return Row(
        name: name, accuracy: PeopleFigures(fine.compactMap(\.accuracy)),
        sampleError: PeopleFigures(fine.compactMap(\.sampleError)),
        failing: PeopleFigures(failing.compactMap(\.accuracy)))
    }
    return Findings(
      simulation: simulation, uncalibrated: people.count(where: \.isUncalibrated),
      rows: [
        row("calibration points", \.calibration), row("grid", \.grid),
        row("observer moved") { person in
          Figures(
            offsets: person.shifted.flatMap(\.offsets), accuracy: mean(person.shifted.map(\.accuracy)),
            sampleError: mean(person.shifted.map(\.sampleError)))
        },
      ], directions: Shift.allCases.enumerated().map { index, shift in row(shift.rawValue) { $0.shifted[index] } })
  }

  private typealias Figures = FixationErrors<StandardPipeline>.Figures

  /// One person's numbers.
  private struct Person: Sendable, Codable {
    var isFailing: Bool
    var isUncalibrated: Bool
    var calibration: Figures
    var grid: Figures
    var shifted: [Figures]
  }

  /// Takes of one session, by their tasks.
  private struct Plan: Sendable {
    var calibration: Simulation
    var again: Simulation
    var grid: Simulation
    var shifted: [Simulation]
  }

  private func plan(_ simulation: Simulation) throws -> Plan {
    Plan(
      calibration: try take(simulation, 0, side: calibrationSide),
      again: try take(simulation, 1, side: calibrationSide),
      grid: try take(simulation, 2, side: gridSide),
      // All directions have the same take number and so the same draws, so that they differ only by the observer's
      // position.
      shifted: try Shift.allCases.map { try take(simulation, 2, side: gridSide, shift: $0) })
  }

  /// First take number, larger than the take numbers of the scenarios.
  private static let firstTake = 100

  /// Returns a take with one fixation of each point of a grid.
  private func take(
    _ simulation: Simulation, _ number: Int, side: Int, shift direction: Shift? = nil
  ) throws -> Simulation {
    var take = simulation
    take.session = 0
    take.take = Self.firstTake + number
    try take.set("task.grid", Double(side))
    take.duration = Double(side * side) * (try GazeConstant.named("task.targetTime").value(in: take.parameters))
    if let (key, sign) = direction?.change {
      let constant = try GazeConstant.named(key)
      let unit = constant.unit == "cm" ? 0.01 : 0.001
      try take.set(key, constant.value(in: take.parameters) + sign * shift / unit)
    }
    return take
  }

  private func person(_ participant: Int, _ plan: Plan) -> Person {
    let screen = plan.grid.screen
    let observations = plan.calibration.frames(participant: participant).lazy.map(\.observation)
    let calibration = (try? PersonFit(on: screen).fit(observations, participant: participant))?.calibration
    func figures(_ take: Simulation) -> Figures {
      let pipeline = StandardPipeline(
        geometry: screen, person: calibration ?? .none, smoothing: .none, trigger: profile.trigger.settings)
      return FixationErrors(pipeline, geometry: screen, reference: reference).figures(
        of: take, participant: participant)
    }
    return Person(
      isFailing: plan.grid.person(participant).isFailing, isUncalibrated: calibration == nil,
      calibration: figures(plan.again), grid: figures(plan.grid), shifted: plan.shifted.map(figures))
  }

  /// Returns the mean, nil if a value is missing, since a mean over fewer directions would not be comparable.
  private func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    return known.count == values.count && !known.isEmpty ? known.reduce(0, +) / Double(known.count) : nil
  }
}
