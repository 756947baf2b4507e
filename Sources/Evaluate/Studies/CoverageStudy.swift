import Calibrate
import Foundation
import GazePipeline
package import GazeRecording
import GazeSimulation
import GazeTesting

/// Does the geometry fit reach its bound, and do its 95 % intervals hold the truth in 95 %? Looks are drawn from the fit's
/// own model (`ProtocolLooks`), fitted, and compared with what they were drawn from, many times over.
///
/// Each figure stands with half of its 99.9 % interval over repeats, Bonferroni over a table's rows. The variance is counted
/// beside that of the linear fit of the same looks (`GeometryBound`), which is the bound's exactly, so that few repeats
/// tell it; `curvature` is the bias counted so: what the fit adds to the linear one's. That has none without priors; with
/// them it has one of second order, since how offset and gain trade depends on the offset that is drawn: 0.01 of a gain's
/// standard deviation at 3° of noise. A person's figures are means over the people of a repeat, which is sharper than any
/// one parameter's interval, so each person's own are looked at, too (`isEachSound`).
package struct CoverageStudy: Sendable {
  /// One parameter in one arm.
  package struct Row: Sendable, Codable {
    /// A parameter, or `pointerH`, `pointerV`: the pointer in the screen's middle from 35 cm.
    package var name: String
    /// Noise of a frame, degrees.
    package var noise: Double
    /// Were priors on, and phone and people drawn from them?
    package var priors: Bool
    /// Mean of (estimate − truth)/bound's SD.
    package var biasOverSE: Double
    /// Half of its interval.
    package var biasHalfWidth: Double
    /// The same less the linear fit's.
    package var curvature: Double
    /// Half of its interval.
    package var curvatureHalfWidth: Double
    /// Bound/variance.
    package var efficiency: Double
    /// Half of its interval.
    package var efficiencyHalfWidth: Double
    /// Share of the 95 % intervals that hold the truth.
    package var coverage: Double
    /// Half of its interval.
    package var coverageHalfWidth: Double
    /// The same of the plain interval, for which every frame is a witness of its own.
    package var plainCoverage: Double
    /// The plain one's half.
    package var plainHalfWidth: Double

    /// Of the parameters that the row is of (the people's own, each by itself): the largest distance of bias from 0, of
    /// bound/variance from 1 or of coverage from 0.95, in half widths of its 99.9 % interval, Bonferroni over all
    /// parameters of all people. At most 1: each holds.
    package var furthest: Double

    /// Do each parameter's own three intervals hold what they should?
    package var isEachSound: Bool { furthest <= 1 }

    /// Do all three intervals of the mean hold what they should: 0, 1 and 0.95?
    package var isSound: Bool {
      abs(biasOverSE) <= biasHalfWidth && abs(efficiency - 1) <= efficiencyHalfWidth
        && abs(coverage - 0.95) <= coverageHalfWidth
    }
  }

  /// What came of it.
  package struct Report: Sendable, Codable {
    /// `gazesim.coverage`.
    package var schema = "gazesim.coverage"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// Repeats of each arm.
    package var repeats: Int
    /// People a repeat.
    package var participants: Int
    /// The seed.
    package var seed: UInt64
    /// How far from the dot people look, degrees a look and axis.
    package var fixationBias: Double
    /// Repeats that could not be fitted, over all arms.
    package var failed: Int
    /// Arm by arm.
    package var parameters: [Row]
  }

  /// The device.
  package var profile: DeviceProfile
  /// Repeats of each arm.
  package var repeats: Int
  /// People a repeat.
  package var participants = 20
  /// Noise of a frame, degrees an axis; an arm each.
  package var noise = [0.5, 1, 3]
  /// Priors on (every repeat draws phone and people from them), or off (one phone and its people).
  package var priors = [true, false]
  /// How far from the dot people look, degrees a look and axis.
  package var fixationBias = 0.0
  /// Draws everything.
  package var seed: UInt64 = 1

  /// A study of a device.
  package init(profile: DeviceProfile, repeats: Int) {
    self.profile = profile
    self.repeats = repeats
  }

  /// Draws, fits and compares; the result does not depend on `jobs`.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    var rows: [Row] = []
    var failed = 0
    let arms = priors.flatMap { priors in noise.map { (priors, $0) } }
    for (index, arm) in arms.enumerated() {
      let portion = max(repeats / 100, jobs, 1)
      var tallies: [[Tally]] = []
      var each = [[Parameter]](
        repeating: [Parameter](repeating: Parameter(), count: participants), count: Self.names.count)
      var done = 0
      while done < repeats {
        let first = done
        let count = min(portion, repeats - first)
        let results = try await mapInParallel(count: count, jobs: jobs) {
          trial(first + $0, noise: arm.1, priors: arm.0)
        }
        failed += results.count { $0 == nil }
        for result in results.compactMap({ $0 }) {
          tallies.append(result.map { own in own.reduce(into: Tally()) { $0.merge($1) } })
          for (row, own) in result.enumerated() {
            for (person, tally) in own.enumerated() where tally.count > 0 { each[row][person].add(tally) }
          }
        }
        done += count
        progress((Double(index) + Double(done) / Double(repeats)) / Double(arms.count))
      }
      rows += Self.rows(tallies, each, noise: arm.1, priors: arm.0)
    }
    return Report(
      device: profile.id, repeats: repeats, participants: participants, seed: seed, fixationBias: fixationBias,
      failed: failed, parameters: rows)
  }

  static let names =
    ["screenWidth", "screenHeight", "cameraX", "cameraY", "gazeOffsetH", "gazeOffsetV", "gainH", "gainV"]
    + ["pointerH", "pointerV"]

  /// One repeat's figures of a parameter, for a person's the means over people.
  private struct Tally: Sendable {
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

    /// The largest of its three distances, in half widths; 0 without repeats.
    func furthest(_ quantile: Double) -> Double {
      guard count > 1, limit > 0 else { return 0 }
      func distance(_ sums: SIMD2<Double>) -> Double {
        let mean = sums.x / count
        let square = max(sums.y / count - mean * mean, 0) * count / (count - 1)
        return square > 0 ? abs(mean) / (quantile * (square / count).squareRoot()) : 0
      }
      // About the coverage that should be, as its own spread is 0 where all hold.
      let share = abs(covered / count - 0.95) / (quantile * (0.95 * 0.05 / count).squareRoot())
      return max(distance(bias), distance(variance), share)
    }
  }

  /// By name and person; the device's stand first.
  private func trial(_ index: Int, noise: Double, priors: Bool) -> [[Tally]]? {
    let phone = NominalPhone(profile)
    let known = GeometryPriors(profile)
    let looks = ProtocolLooks(
      phone: phone, priors: known, participants: participants, noise: noise.radians,
      fixationBias: fixationBias.radians, redraws: priors)
    let drawn = looks.drawn(seed: seed, index)
    let fit = GeometryFit(nominal: phone.geometry, priors: priors ? known : nil)
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

  /// Two-sided 5 % of a normal: the plain interval has thousands of frames.
  private static let normalQuantile = 1.959964

  private static func rows(_ tallies: [[Tally]], _ each: [[Parameter]], noise: Double, priors: Bool) -> [Row] {
    // Two-sided 0.1 % over ten rows: 1 − 0.0005/10.
    let quantile = 3.8906
    // The same over four parameters of the device and six figures of each person.
    let all = 4 + 6 * (each.first?.count ?? 1)
    let quantileOfEach = Distributions.normalQuantile(1 - 0.0005 / Double(all))
    return names.indices.map { row in
      let own = tallies.map { $0[row] }.filter { $0.count > 0 }
      let n = Double(max(own.count, 1))
      // The bound of all repeats: an error over its own repeat's would weigh those with the narrower bound more, and with
      // priors, to which each error shrinks, that is a bias of the figure alone.
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
      // Where all hold the truth, or none, their spread says nothing: Wilson's interval does.
      let all = own.reduce(0) { $0 + $1.count }
      let least = quantile * quantile / (max(all, 1) + quantile * quantile)
      func share(_ value: (Tally) -> Double) -> (mean: Double, half: Double) {
        let found = figure(1, value)
        return (found.mean, max(found.half, least))
      }
      let (covered, plain) = (share { $0.covered }, share { $0.plain })
      let efficiency = 1 / max(1 + variance.mean, 1e-9)
      return Row(
        name: names[row], noise: noise, priors: priors, biasOverSE: bias.mean, biasHalfWidth: bias.half,
        curvature: curvature.mean, curvatureHalfWidth: curvature.half,
        efficiency: efficiency, efficiencyHalfWidth: variance.half * efficiency * efficiency, coverage: covered.mean,
        coverageHalfWidth: covered.half, plainCoverage: plain.mean, plainHalfWidth: plain.half,
        furthest: each[row].map { $0.furthest(quantileOfEach) }.max() ?? 0)
    }
  }
}
