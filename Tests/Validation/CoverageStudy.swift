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
struct CoverageStudy: Study {
  static let name = "coverage"
  static let question = "Does the calibration reach its error bound, and do its intervals contain the truth?"

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
  var seed: UInt64 = 1

  init(profile: DeviceProfile, repeats: Int) {
    self.profile = profile
    self.repeats = repeats
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let (rows, failed) = try await findings(runner)
    let beside = fixationBias > 0 ? ", people look \(NumberText.fixed(fixationBias, 2)) deg beside the dot" : ""
    return StudyTable(
      title: [
        """
        \(profile.id): \(repeats) repeats of \(NumberText.count(participants, "person", "people")), fixations drawn \
        from the fit's own model, seed \(seed)\(beside)
        """,
        """
        bias: in the bound's SDs; curvature: the part of the bias that is due to the model's nonlinearity; +-: half of \
        the 99.9 % interval; plain: coverage if every frame counted as independent; furthest: of each person's own \
        bias, bound/variance and coverage, the one furthest from 0, 1 or 0.95, in half widths of its own interval over \
        all parameters
        """,
      ],
      parts: [true, false].flatMap { priors in
        noise.uniqued.map { CoverageRow.Arm(noise: $0, priors: priors) }
      }
      .compactMap { arm in part(arm, rows.filter { $0.arm == arm }) },
      remarks: CoverageRow.remarks(failed: failed),
      conclusion: conclusion(rows))
  }

  /// Number of parameters for which bound and coverage are as they should be.
  private func conclusion(_ rows: [CoverageRow]) -> String {
    let right = rows.count { ["holds", "covers"].contains(verdict($0)) }
    return
      "\(right) of \(NumberText.count(rows.count, "parameter")) reach the bound, with intervals that contain the truth"
  }

  private func part(_ arm: CoverageRow.Arm, _ rows: [CoverageRow]) -> StudyPart? {
    guard !rows.isEmpty else { return nil }
    let people = arm.priors ? "priors on, phone and people redrawn" : "priors off, one phone and its people"
    let columns: [StudyColumn<CoverageRow>] = [
      .init("parameter", \.name), .init("bias", 3) { $0[.biasOverSE] }, .init("+-", 3) { $0[.biasHalfWidth] },
      .init("curvature", 3) { $0[.curvature] }, .init("bound/variance", 4) { $0[.efficiency] },
      .init("+-", 4) { $0[.efficiencyHalfWidth] }, .init("coverage", 4) { $0[.coverage] },
      .init("+-", 4) { $0[.coverageHalfWidth] }, .init("plain", 3) { $0[.plainCoverage] },
      .init("+-", 3) { $0[.plainHalfWidth] }, .init("furthest", 2) { $0[.furthest] }, .init("says", verdict),
    ]
    return StudyPart("noise \(NumberText.fixed(arm.noise, 2)) deg a frame, \(people)", rows, columns)
  }

  private func verdict(_ row: CoverageRow) -> String {
    func figure(_ figure: CoverageRow.Figure) -> Double { row[figure] ?? .nan }
    if fixationBias > 0 { return (0.9...0.98).contains(figure(.coverage)) ? "covers" : "does not cover" }
    let isSound =
      abs(figure(.biasOverSE)) <= figure(.biasHalfWidth)
      && abs(figure(.efficiency) - 1) <= figure(.efficiencyHalfWidth)
      && abs(figure(.coverage) - 0.95) <= figure(.coverageHalfWidth)
    return figure(.furthest) > 1 ? "does not hold" : isSound ? "holds" : "each holds, their mean does not"
  }

  /// Draws, fits and compares; returns the rows arm by arm, and the number of repeats that could not be fitted.
  func findings(_ runner: StudyRunner) async throws -> (rows: [CoverageRow], failed: Int) {
    let arms = priors.flatMap { priors in noise.map { CoverageRow.Arm(noise: $0, priors: priors) } }
    var failed = 0
    var tallies = arms.map { _ in [[Tally]]() }
    var each = arms.map { _ in
      [[Parameter]](repeating: [Parameter](repeating: Parameter(), count: participants), count: Self.names.count)
    }
    try await runner.eachCell(
      arms.map { _ in repeats },
      fault: { _, _, result in
        guard let result else { return nil }
        return ContentFault("result", count: result.count, expected: Self.names.count)
          ?? result.lazy.filter { $0.count > participants }.compactMap {
            ContentFault("result", count: $0.count, expected: participants)
          }.first
      }
    ) { arm, repetition in
      trial(repetition, arms[arm])
    } take: { arm, result in
      guard let result else { return failed += 1 }
      tallies[arm].append(result.map { own in own.reduce(into: Tally()) { $0.merge($1) } })
      for (row, own) in result.enumerated() {
        for (person, tally) in own.enumerated() where tally.count > 0 { each[arm][row][person].add(tally) }
      }
    }
    return (arms.indices.flatMap { Self.rows(tallies[$0], each[$0], arms[$0]) }, failed)
  }

  static let names =
    ["screenWidth", "screenHeight", "cameraX", "cameraY", "gazeOffsetH", "gazeOffsetV", "gainH", "gainV"]
    + ["pointerH", "pointerV"]

  /// Sums of one parameter in one repeat; for a person's parameter, over people.
  private struct Tally: Sendable, Codable {
    var bias = 0.0
    var curvature = 0.0
    var variance = 0.0
    var limit = 0.0
    var covered = 0.0
    var plain = 0.0
    var count = 0.0

    mutating func add(error: Double, linear: Double, limit: Double, isCovered: Bool, isPlainCovered: Bool) {
      bias += error
      curvature += error - linear
      variance += error * error - linear * linear
      self.limit += limit * limit
      covered += isCovered ? 1 : 0
      plain += isPlainCovered ? 1 : 0
      count += 1
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
  private func trial(_ index: Int, _ arm: CoverageRow.Arm) -> [[Tally]]? {
    let phone = NominalPhone(profile)
    let known = GeometryPriors(profile)
    let looks = ProtocolFixations(
      phone: phone, priors: known, participants: participants, noise: arm.noise.radians,
      fixationBias: fixationBias.radians, redraws: arm.priors)
    let drawn = looks.drawn(seed: seed, index)
    let fit = GeometryFit(nominal: phone.geometry, priors: arm.priors ? known : nil)
    guard let estimate = try? fit.fit(drawn.fixations) else { return nil }
    let bound = GeometryBound(
      fit, drawn.fixations, geometry: drawn.geometry, people: drawn.people, sigma: looks.sigma)
    var tallies = [[Tally]](repeating: [Tally](repeating: Tally(), count: participants), count: Self.names.count)
    for (i, parameter) in estimate.parameters.enumerated() {
      guard let row = Self.names.firstIndex(of: parameter.name), let limit = bound.standardErrors[i],
        let interval = parameter.ci95, let plain = estimate.plainErrors[i]
      else { continue }
      let error = parameter.value - bound.values[i]
      tallies[row][parameter.participant ?? 0].add(
        error: error, linear: bound.linearErrors[i], limit: limit,
        isCovered: interval[0] <= bound.values[i] && bound.values[i] <= interval[1],
        isPlainCovered: abs(error) <= Self.normalQuantile * plain)
    }
    let values = estimate.parameters.map(\.value)
    for person in drawn.people.indices {
      let error = bound.pointerError(person, of: values)
      guard let half = estimate.pointer[person], let plain = estimate.plainPointer[person] else { continue }
      for axis in 0..<2 {
        let limit = bound.pointerErrors[person][axis]
        tallies[8 + axis][person].add(
          error: error[axis], linear: bound.pointerLinearErrors[person][axis], limit: limit,
          isCovered: abs(error[axis]) <= half[axis],
          isPlainCovered: abs(error[axis]) <= Self.normalQuantile * plain[axis])
      }
    }
    return tallies
  }

  /// Normal quantile of a two-sided 5 %, since the plain interval has thousands of frames.
  private static let normalQuantile = 1.959964

  private static func rows(_ tallies: [[Tally]], _ each: [[Parameter]], _ arm: CoverageRow.Arm) -> [CoverageRow] {
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
      func figure(_ unit: Double = 1, _ value: (Tally) -> Double) -> (mean: Double, half: Double) {
        let values = own.map { value($0) / ($0.count * unit) }
        let mean = values.reduce(0, +) / n
        let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(n - 1, 1)
        return (mean, quantile * (square / n).squareRoot())
      }
      let (bias, curvature, variance) = (
        figure(limit) { $0.bias }, figure(limit) { $0.curvature }, figure(limit * limit) { $0.variance }
      )
      // If all intervals contain the truth, or none does, the spread is 0, so Wilson's interval is used.
      let all = own.reduce(0) { $0 + $1.count }
      let least = quantile * quantile / (max(all, 1) + quantile * quantile)
      func share(_ value: (Tally) -> Double) -> (mean: Double, half: Double) {
        let found = figure(1, value)
        return (found.mean, max(found.half, least))
      }
      let (covered, plain) = (share { $0.covered }, share { $0.plain })
      let efficiency = 1 / max(1 + variance.mean, 1e-9)
      return CoverageRow(
        name: names[row], arm: arm,
        figures: [
          .biasOverSE: bias.mean, .biasHalfWidth: bias.half, .curvature: curvature.mean,
          .curvatureHalfWidth: curvature.half, .efficiency: efficiency,
          .efficiencyHalfWidth: variance.half * efficiency * efficiency, .coverage: covered.mean,
          .coverageHalfWidth: covered.half, .plainCoverage: plain.mean, .plainHalfWidth: plain.half,
          .furthest: each[row].map { $0.furthest(quantileOfEach) }.max() ?? 0,
        ])
    }
  }
}

extension [Double] {
  fileprivate var uniqued: [Double] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
