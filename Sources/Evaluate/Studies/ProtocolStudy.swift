import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
package import GazeTesting

/// PyEtSimul's three numbers: the error at the calibration points, on a grid over the whole screen, and on that grid
/// with the observer moved.
///
/// Each person calibrates on 3 × 3 points at the own distance (offset and gain, with the weak priors that an app has),
/// and is then asked in the *same* session, but at later times: at those points again, on the grid, and on the grid from
/// 50 mm to the right, left, up, down, nearer and further. The device's geometry is known exactly; nothing else is.
/// The pointer is that of `standard`, not smoothed.
package struct ProtocolStudy: Sendable {
  /// Where the observer goes.
  package enum Shift: String, Sendable, CaseIterable, Codable {
    /// Beside the place of the calibration, as seen by the observer.
    case right, left, up, down
    /// To the screen or away from it.
    case nearer, further

    /// Which constant it adds to, in which direction.
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

  /// The device.
  package var profile: DeviceProfile
  /// Who is asked, on which phone; its parameters are one preset's.
  package var simulation: Simulation
  /// The error is that of the pointer from the true gaze, as in a simulation without noise, or from the target.
  package var reference = ErrorReference.truth
  /// Points along each side of the calibration's grid.
  package var calibrationSide = 3
  /// Points along each side of the test's grid.
  package var gridSide = 16
  /// How far the observer moves, metres.
  package var shift = 0.05

  /// A study of these people.
  package init(profile: DeviceProfile, simulation: Simulation) {
    self.profile = profile
    self.simulation = simulation
    self.simulation.scenario = .validation
  }

  /// One of the three numbers, or one direction of the third.
  package struct Row: Sendable, Codable {
    /// `calibration points`, `grid`, `observer moved`, or a direction.
    package var name: String
    /// Angle between the mean pointer of a look and the mean of what it is held to, degrees: comparable with PyEtSimul.
    package var accuracy: PeopleFigures
    /// Angle between pointer and reference, mean over samples, degrees.
    package var sampleError: PeopleFigures
    /// `accuracy` of the people whom tracking fails, who are in no other figure.
    package var failing: PeopleFigures
  }

  /// What came out.
  package struct Report: Sendable, Codable {
    /// `gazesim.study.protocol`.
    package var schema = "gazesim.study.protocol"
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
    /// Everybody.
    package var participants: Int
    /// People whose calibration gave too few looks; they went on without one and are in the figures.
    package var uncalibrated: Int
    /// What the pointer is compared with.
    package var against: ErrorReference
    /// Points along a side of the test's grid.
    package var gridSide: Int
    /// How far the observer moves, millimetres.
    package var shiftMillimetres: Double
    /// The three numbers; the third is each person's mean over the six directions.
    package var rows: [Row]
    /// The six directions.
    package var directions: [Row]
    /// The direction with the largest mean accuracy error; null without people.
    @ExplicitNull package var worst: String?
  }

  /// Asks everybody; `progress` hears a share of 0…1 now and then.
  ///
  /// - Throws: `SimulationError` where a moved observer leaves the constants' ranges.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    let plan = try plan()
    let people = try await mapInParallel(count: simulation.participants, jobs: jobs) { participant in
      defer { progress(Double(participant + 1) / Double(simulation.participants)) }
      return person(participant, plan)
    }
    func row(_ name: String, _ figures: (Person) -> Figures) -> Row {
      let (fine, failing) = (people.filter { !$0.isFailing }.map(figures), people.filter(\.isFailing).map(figures))
      return Row(
        name: name, accuracy: PeopleFigures(fine.compactMap(\.accuracy)),
        sampleError: PeopleFigures(fine.compactMap(\.sampleError)),
        failing: PeopleFigures(failing.compactMap(\.accuracy)))
    }
    let directions = Shift.allCases.enumerated().map { index, shift in row(shift.rawValue) { $0.shifted[index] } }
    return Report(
      device: profile.id, preset: simulation.preset.name, phone: simulation.phone, seed: simulation.seed,
      participants: people.count, uncalibrated: people.count(where: \.isUncalibrated), against: reference,
      gridSide: gridSide, shiftMillimetres: shift * 1000,
      rows: [
        row("calibration points", \.calibration), row("grid", \.grid),
        row("observer moved") { person in
          Figures(
            offsets: person.shifted.flatMap(\.offsets), accuracy: mean(person.shifted.map(\.accuracy)),
            sampleError: mean(person.shifted.map(\.sampleError)))
        },
      ], directions: directions,
      worst: directions.max { ($0.accuracy.mean ?? -1) < ($1.accuracy.mean ?? -1) }?.name)
  }

  private typealias Figures = LookErrors<StandardPipeline>.Figures

  /// One person's numbers.
  private struct Person: Sendable {
    var isFailing: Bool
    var isUncalibrated: Bool
    var calibration: Figures
    var grid: Figures
    var shifted: [Figures]
  }

  /// The takes of one session: what is done in each.
  private struct Plan: Sendable {
    var calibration: Simulation
    var again: Simulation
    var grid: Simulation
    var shifted: [Simulation]
  }

  private func plan() throws -> Plan {
    Plan(
      calibration: try take(0, side: calibrationSide), again: try take(1, side: calibrationSide),
      grid: try take(2, side: gridSide),
      // The same time path for each direction: they differ by the place alone.
      shifted: try Shift.allCases.map { try take(2, side: gridSide, shift: $0) })
  }

  /// Beyond those of the scenarios.
  private static let firstTake = 100

  /// One look at each point of a grid.
  private func take(_ number: Int, side: Int, shift direction: Shift? = nil) throws -> Simulation {
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
    let screen = simulation.screen
    let calibration = try? PersonFit.calibration(
      plan.calibration.frames(participant: participant).lazy.map(\.observation), on: screen)
    func figures(_ take: Simulation) -> Figures {
      let pipeline = StandardPipeline(
        geometry: screen, person: calibration ?? .none, smoothing: .none, trigger: profile.trigger.settings)
      return LookErrors(pipeline, geometry: screen, reference: reference).figures(of: take, participant: participant)
    }
    return Person(
      isFailing: simulation.person(participant).isFailing, isUncalibrated: calibration == nil,
      calibration: figures(plan.again), grid: figures(plan.grid), shifted: plan.shifted.map(figures))
  }

  /// nil where one is missing: a mean over fewer directions would be another number.
  private func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    return known.count == values.count && !known.isEmpty ? known.reduce(0, +) / Double(known.count) : nil
  }
}
