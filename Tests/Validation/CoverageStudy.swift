import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

@testable import Evaluate
@testable import StudySupport

/// Draws fixations from the fit's own model (`ProtocolFixations`), fits them and compares the result with the truth, in
/// many repeats. The fit should reach its bound, and its 95 % intervals should contain the truth in 95 % of repeats.
///
/// Each value is followed by half of its 99.9 % interval over repeats, Bonferroni-adjusted over a table's rows. The
/// linear fit of the same fixations (`GeometryBound`), whose variance is exactly the bound, is a control variate for
/// the variance, so few repeats suffice. `curvature` is the bias minus that of the linear fit. Without priors the
/// linear fit has no bias. With priors it has a bias of second order, since the trade-off of offset and gain depends on
/// the offset that is drawn: 0.01 of a gain's standard deviation at 3° of noise. Values for people's parameters are
/// means over the people of a repeat, and the interval of such a mean is narrower than that of any single person's
/// parameter. So each person's own values are compared, too (`furthest`).
struct CoverageStudy: Sendable {
  var profile: DeviceProfile
  /// Repeats of each arm.
  var repeats: Int
  /// People per repeat.
  var participants = 20
  /// Noise of a frame, degrees per axis; one arm for each.
  var noise = [0.5, 1, 3]
  /// Priors on (every repeat draws phone and people from them), or off (one phone and its people).
  var priors = [true, false]
  /// SD of the distance between the dot and the point that people fixate, degrees per fixation and axis.
  var fixationBias = 0.0
  /// Seed of all draws.
  private let seed: UInt64 = 1

  /// Conditions of one table: the noise of a frame in degrees, and whether the fit knows the priors from which phone
  /// and people were drawn.
  struct Arm: Sendable, Hashable {
    let noise: Double
    let priors: Bool
  }

  /// A mean over repeats, and half the width of its 99.9 % interval.
  struct Spread: Sendable, Equatable {
    let mean, half: Double

    func contains(_ value: Double) -> Bool { abs(mean - value) <= half }
  }

  /// One parameter in one arm.
  struct Row: Sendable, Equatable {
    let name: String
    let arm: Arm
    /// Mean of (estimate − truth)/bound's SD, and the same minus that of the linear fit.
    let bias, curvature: Spread
    /// Bound/variance.
    let efficiency: Spread
    /// Share of the 95 % intervals that contain the truth, and of the plain ones, which treat every frame as
    /// independent.
    let coverage, plain: Spread
    /// Largest distance of bias from 0, of bound/variance from 1 or of coverage from 0.95 among the row's parameters
    /// (for a person's parameter, each person separately), in half widths of its 99.9 % interval, Bonferroni-adjusted
    /// over all parameters of all people. A value of at most 1 means that all three agree for every parameter.
    let furthest: Double
  }

  func table(jobs: Int) async throws -> StudyTable {
    let (rows, failed) = try await findings(jobs: jobs)
    func columns(_ name: String, _ decimals: Int, _ spread: @escaping (Row) -> Spread) -> [StudyColumn<Row>] {
      [.init(name, decimals) { spread($0).mean }, .init("+-", decimals) { spread($0).half }]
    }
    let columns: [StudyColumn<Row>] =
      [.init("parameter", \.name)] + columns("bias", 3, \.bias) + [.init("curvature", 3, \.curvature.mean)]
      + columns("bound/variance", 4, \.efficiency) + columns("coverage", 4, \.coverage) + columns("plain", 3, \.plain)
      + [.init("furthest", 2, \.furthest), .init("verdict", verdict)]
    return StudyTable(
      title: [
        """
        \(profile.id): \(repeats) repeats of \(participants) people, fixations drawn from the fit's own model, seed \
        \(seed), people look \(fixationBias, 2) deg beside the dot; \(failed) could not be fitted
        """,
        "bias in the bound's SDs; +-: half of the 99.9 % interval; plain: every frame counted as independent",
      ],
      parts: arms.map { arm in
        StudyPart(
          """
          noise \(arm.noise, 2) deg a frame, \
          \(arm.priors ? "priors on, phone and people redrawn" : "priors off, one phone and its people")
          """, rows.filter { $0.arm == arm }, columns)
      },
      conclusion: """
        \(rows.count { ["holds", "covers"].contains(verdict($0)) }) of \(rows.count) parameters reach the bound, with \
        intervals that contain the truth
        """)
  }

  private var arms: [Arm] { priors.flatMap { priors in noise.map { Arm(noise: $0, priors: priors) } } }

  private func verdict(_ row: Row) -> String {
    if fixationBias > 0 { return (0.9...0.98).contains(row.coverage.mean) ? "covers" : "does not cover" }
    let isSound = row.bias.contains(0) && row.efficiency.contains(1) && row.coverage.contains(0.95)
    return row.furthest > 1 ? "does not hold" : isSound ? "holds" : "each holds, their mean does not"
  }

  /// Draws, fits and compares; returns the rows arm by arm, and the number of repeats that could not be fitted.
  func findings(jobs: Int) async throws -> (rows: [Row], failed: Int) {
    var (rows, failed) = ([Row](), 0)
    for arm in arms {
      var tallies: [[Tally]] = []
      var each = [[Parameter]](
        repeating: [Parameter](repeating: Parameter(), count: participants), count: Self.names.count)
      try await eachInParallel(count: repeats, jobs: jobs, ahead: 16 * jobs) {
        trial($0, arm)
      } take: { result in
        guard let result else { return failed += 1 }
        tallies.append(result.map { own in own.reduce(into: Tally()) { $0.merge($1) } })
        for (row, own) in result.enumerated() {
          for (person, tally) in own.enumerated() where tally.count > 0 { each[row][person].add(tally) }
        }
      }
      rows += Self.rows(tallies, each, arm)
    }
    return (rows, failed)
  }

  static let names =
    ["screenWidth", "screenHeight", "cameraX", "cameraY", "gazeOffsetH", "gazeOffsetV", "gainH", "gainV"]
    + ["pointerH", "pointerV"]

  /// Sums of one parameter in one repeat; for a person's parameter, over people.
  private struct Tally: Sendable {
    var bias = 0.0, curvature = 0.0, variance = 0.0, limit = 0.0
    var covered = 0.0, plain = 0.0, count = 0.0

    mutating func add(error: Double, linear: Double, limit: Double, isCovered: Bool, plain: Double) {
      merge(
        Tally(
          bias: error, curvature: error - linear, variance: error * error - linear * linear, limit: limit * limit,
          covered: isCovered ? 1 : 0, plain: abs(error) <= CoverageStudy.normalQuantile * plain ? 1 : 0, count: 1))
    }

    mutating func merge(_ other: Tally) {
      bias += other.bias
      curvature += other.curvature
      variance += other.variance
      limit += other.limit
      covered += other.covered
      plain += other.plain
      count += other.count
    }
  }

  /// One parameter of one person over all repeats: sums, and sums of squares.
  private struct Parameter: Sendable {
    private var count = 0.0
    private var limit = 0.0
    private var covered = 0.0
    private var bias = SIMD2<Double>.zero
    private var variance = SIMD2<Double>.zero

    mutating func add(_ tally: Tally) {
      count += 1
      limit += tally.limit
      covered += tally.covered
      bias += SIMD2(tally.bias, tally.bias * tally.bias)
      variance += SIMD2(tally.variance, tally.variance * tally.variance)
    }

    /// Largest of the parameter's three distances, in half widths; 0 without repeats.
    func furthest(_ quantile: Double) -> Double {
      guard count > 1, limit > 0 else { return 0 }
      func distance(_ sums: SIMD2<Double>) -> Double {
        let mean = sums.x / count
        let square = max(sums.y / count - mean * mean, 0) * count / (count - 1)
        return square > 0 ? abs(mean) / (quantile * (square / count).squareRoot()) : 0
      }
      // The spread is computed from the nominal coverage, since the spread from the observed coverage is 0 if all
      // intervals contain the truth.
      let share = abs(covered / count - 0.95) / (quantile * (0.95 * 0.05 / count).squareRoot())
      return max(distance(bias), distance(variance), share)
    }
  }

  /// Results of one repeat by parameter and person; parameters of the device are stored with the first person. Nil if
  /// no fit was found.
  private func trial(_ index: Int, _ arm: Arm) -> [[Tally]]? {
    let phone = NominalPhone(profile)
    let known = GeometryPriors(profile)
    let looks = ProtocolFixations(
      phone: phone, priors: known, participants: participants, noise: arm.noise.radians,
      fixationBias: fixationBias.radians, redraws: arm.priors)
    let drawn = looks.drawn(seed: seed, index)
    let fit = GeometryFit(nominal: phone.geometry, priors: arm.priors ? known : nil)
    guard let judged = try? JudgedFit(fit, drawn.fixations) else { return nil }
    let estimate = judged.estimate
    let bound = GeometryBound(
      fit, drawn.fixations, geometry: drawn.geometry, people: drawn.people, sigma: looks.sigma)
    var tallies = [[Tally]](repeating: [Tally](repeating: Tally(), count: participants), count: Self.names.count)
    for (i, parameter) in estimate.parameters.enumerated() {
      guard let row = Self.names.firstIndex(of: parameter.name), let limit = bound.standardErrors[i],
        let interval = parameter.ci95, let plain = judged.plain[i]
      else { continue }
      let error = parameter.value - bound.values[i]
      tallies[row][parameter.participant ?? 0].add(
        error: error, linear: bound.linearErrors[i], limit: limit,
        isCovered: interval[0] <= bound.values[i] && bound.values[i] <= interval[1], plain: plain)
    }
    let values = estimate.parameters.map(\.value)
    for person in drawn.people.indices {
      let error = bound.pointerError(person, of: values)
      let (half, plain) = (judged.pointerHalf[person], judged.plainPointer[person])
      for axis in 0..<2 {
        let limit = bound.pointerErrors[person][axis]
        tallies[8 + axis][person].add(
          error: error[axis], linear: bound.pointerLinearErrors[person][axis], limit: limit,
          isCovered: abs(error[axis]) <= half[axis], plain: plain[axis])
      }
    }
    return tallies
  }

  /// Normal quantile of a two-sided 5 %, since the plain interval has thousands of frames.
  private static let normalQuantile = 1.959964

  private static func rows(_ tallies: [[Tally]], _ each: [[Parameter]], _ arm: Arm) -> [Row] {
    // Two-sided 0.1 % over ten rows: 1 − 0.0005/10.
    let quantile = 3.8906
    // Number of comparisons in the Bonferroni adjustment: four parameters of the device and six of each person.
    let all = 4 + 6 * (each.first?.count ?? 1)
    let quantileOfEach = Distributions.normalQuantile(1 - 0.0005 / Double(all))
    return names.indices.map { row in
      let own = tallies.map { $0[row] }.filter { $0.count > 0 }
      let n = Double(max(own.count, 1))
      // The bound is the mean over all repeats. Dividing each error by its own repeat's bound would give repeats with a
      // narrower bound more weight. With priors, estimates shrink towards the priors, so this would bias the result.
      let limit = max((own.reduce(0) { $0 + $1.limit / $1.count } / n).squareRoot(), 1e-300)
      func spread(_ unit: Double = 1, _ value: (Tally) -> Double) -> Spread {
        let values = own.map { value($0) / ($0.count * unit) }
        let mean = values.reduce(0, +) / n
        let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(n - 1, 1)
        return Spread(mean: mean, half: quantile * (square / n).squareRoot())
      }
      // If all intervals contain the truth, or none does, the spread is 0, so Wilson's interval is used.
      let all = own.reduce(0) { $0 + $1.count }
      let least = quantile * quantile / (max(all, 1) + quantile * quantile)
      func share(_ value: (Tally) -> Double) -> Spread {
        let found = spread(1, value)
        return Spread(mean: found.mean, half: max(found.half, least))
      }
      let variance = spread(limit * limit) { $0.variance }
      let efficiency = 1 / max(1 + variance.mean, 1e-9)
      return Row(
        name: names[row], arm: arm, bias: spread(limit) { $0.bias }, curvature: spread(limit) { $0.curvature },
        efficiency: Spread(mean: efficiency, half: variance.half * efficiency * efficiency),
        coverage: share { $0.covered }, plain: share { $0.plain },
        furthest: each[row].map { $0.furthest(quantileOfEach) }.max() ?? 0)
    }
  }
}
