import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

private let from = SIMD2<Double>(0.5, 0.5)
private let to = SIMD2<Double>(207, 448)

struct AffineFitTests {
  @Test("without noise the six numbers are recovered exactly")
  func exact() throws {
    let marks = MarkedBody(count: 40, noise: 0)
    let fit = try AffineFit(marks.pairs(seed: 1).pairs, fromMiddle: from, toMiddle: to)
    for (parameter, truth) in zip(fit.parameters, marks.truth(from, to)) {
      expectNear(parameter.value, truth, 1e-8)
    }
    let p = SIMD2(0.31, 0.44)
    expectNear(fit.map.apply(p), marks.map.apply(p), 1e-8)
  }

  @Test("with a fifth of marks anywhere the map is recovered as without")
  func outliers() throws {
    // n = 60 seeds. The mean error over the view is compared with that of a fit to the good marks alone.
    var (robust, knowing, plain) = (0.0, 0.0, 0.0)
    for seed in 0..<60 {
      let marks = MarkedBody(outliers: 0.2)
      let (pairs, bad) = marks.pairs(seed: UInt64(100 + seed))
      let good = pairs.indices.filter { !bad.contains($0) }.map { pairs[$0] }
      func error(_ map: AffineMap) -> Double {
        [SIMD2(0.3, 0.35), SIMD2(0.7, 0.35), SIMD2(0.3, 0.65), SIMD2(0.7, 0.65)]
          .reduce(0) { $0 + (map.apply($1) - marks.map.apply($1)).length / 4 }
      }
      let fit = try AffineFit(pairs, fromMiddle: from, toMiddle: to)
      robust += error(fit.map) / 60
      knowing += error(try AffineFit(good, fromMiddle: from, toMiddle: to).map) / 60
      let problem = AffineProblem(pairs, fromMiddle: from, toMiddle: to, size: 1)
      let least = try LeastSquares.solve(problem.leastSquares(), from: problem.start)
      plain += error(AffineFit.map(least.x, from, to)) / 60
      // Most outliers are far from the right place and have no weight; at most two lie near it by chance and keep their
      // weight.
      #expect(bad.filter { fit.weights[$0] > 0.5 }.count <= 2)
    }
    #expect(robust < 1.25 * knowing && robust < 2, "robust \(robust), knowing \(knowing)")
    #expect(plain > 10 * robust)
  }

  @Test("95 % intervals cover 95 %, with a tenth of outliers and independent marks")
  func coverage() throws {
    // n = 300 fits × 6 numbers. If the true coverage is 0.95, the observed coverage of each number has a standard error
    // of 0.0126; the bounds are 0.91 and 0.985.
    try covers(MarkedBody(outliers: 0.1), seeds: 1000..<1300, within: 0.91...0.985)
  }

  @Test(
    "intervals cover 95 % under a joint's shared error; plain ones far less",
    .slow("5 s: hundreds of fits"))
  func groupedCoverage() throws {
    // n = 300 fits, 38 joints of two people. The lower bound is 0.01 lower than for independent marks, because with 38
    // groups the jackknife's coverage is 0.01 too low.
    let marks = MarkedBody(count: 228, groups: 38, noise: 5, groupNoise: 8)
    let plain = try covers(marks, seeds: 3000..<3300, within: 0.90...0.99)
    #expect(plain < 0.85)
  }

  @Test(
    "with neighbours as instruments no slope is biased, and intervals cover: a fifth outliers",
    .slow("7 s: hundreds of fits with instruments")
  )
  func errorsInBoth() throws {
    // n = 200 fits. A joint's noise is 0.012, and the positions scatter by 0.173 and 0.115: so slopes by least squares
    // are 0.5 and 1.1 % too small. The standard errors are 0.04 and 0.07 % for the mean slopes, and 0.0154 for a
    // coverage; the bounds are four standard errors.
    let marks = MarkedBody(count: 228, groups: 38, outliers: 0.2, jointNoise: 0.012)
    let truth = marks.truth(from, to)
    var (hits, bias, pulled) = ([Double].zeros(6), SIMD2<Double>.zero, SIMD2<Double>.zero)
    let slopes = SIMD2(truth[2], truth[1])
    for seed in 5000..<5200 {
      let pairs = marks.pairs(seed: UInt64(seed)).pairs
      let fit = try AffineFit(pairs, fromMiddle: from, toMiddle: to)
      #expect(fit.isInstrumented && fit.isGrouped)
      for (i, parameter) in fit.parameters.enumerated() where parameter.interval.contains(truth[i]) { hits[i] += 1 }
      bias += SIMD2(fit.parameters[2].value, fit.parameters[1].value) / slopes
      let bare = pairs.map { Correspondence(from: $0.from, to: $0.to, group: $0.group) }
      let plain = try AffineFit(bare, fromMiddle: from, toMiddle: to)
      #expect(!plain.isInstrumented)
      pulled += SIMD2(plain.parameters[2].value, plain.parameters[1].value) / slopes
    }
    bias = bias / 200 - SIMD2(1, 1)
    pulled = pulled / 200 - SIMD2(1, 1)
    #expect(abs(bias.x) < 0.0016 && abs(bias.y) < 0.0028, "\(bias)")
    #expect(pulled.x < -0.0025 && pulled.y < -0.008, "\(pulled)")
    for (i, hit) in hits.enumerated() { #expect((0.89...0.99).contains(hit / 200), "number \(i): \(hit / 200)") }
  }

  @Test("unrelated or collinear instruments are ignored; a lone pair is its own")
  func weakInstruments() throws {
    var random = SeededGenerator(seed: 77)
    let pairs = MarkedBody(noise: 1).pairs(seed: 8).pairs
    let plain = try AffineFit(pairs, fromMiddle: from, toMiddle: to)
    func instrumented(_ instrument: (Correspondence) -> SIMD2<Double>?) throws -> AffineFit {
      let own = pairs.map {
        Correspondence(from: $0.from, to: $0.to, group: $0.group, instrument: instrument($0))
      }
      return try AffineFit(own, fromMiddle: from, toMiddle: to)
    }
    for fit in [
      try instrumented { _ in random.normalPair() },
      try instrumented { SIMD2($0.from.x, 2 * $0.from.x) }, try instrumented { _ in SIMD2(0.5, 0.5) },
    ] {
      #expect(!fit.isInstrumented)
      #expect(fit.parameters.map(\.value) == plain.parameters.map(\.value))
    }
    // With the joint itself as instrument the fit is least squares.
    let same = try instrumented { $0.group == 0 ? nil : $0.from }
    #expect(same.isInstrumented)
    for (a, b) in zip(same.parameters, plain.parameters) { expectNear(a.value, b.value, 0.01) }
  }

  /// Checks the coverage of each number's interval; returns the coverage that intervals from the plain standard errors
  /// have over all numbers.
  @discardableResult
  private func covers(_ marks: MarkedBody, seeds: Range<UInt64>, within bounds: ClosedRange<Double>) throws -> Double {
    let truth = marks.truth(from, to)
    var (hits, plain) = ([Double].zeros(6), 0.0)
    for seed in seeds {
      let fit = try AffineFit(marks.pairs(seed: seed).pairs, fromMiddle: from, toMiddle: to)
      #expect(fit.isGrouped)
      for (i, parameter) in fit.parameters.enumerated() {
        if parameter.interval.contains(truth[i]) { hits[i] += 1 }
        if abs(parameter.value - truth[i]) < 1.96 * parameter.standardError { plain += 1 }
      }
    }
    for (i, hit) in hits.enumerated() {
      let coverage = hit / Double(seeds.count)
      #expect(bounds.contains(coverage), "number \(i): \(coverage)")
    }
    return plain / Double(6 * seeds.count)
  }

  @Test("the derivatives in code are those of the residuals")
  func derivatives() throws {
    let problem = AffineProblem(MarkedBody(count: 9).pairs(seed: 5).pairs, fromMiddle: from, toMiddle: to, size: 0.3)
    try problem.leastSquares().expectDerivatives(at: [12.0, -130, 240, 3, -4, 8], step: 1e-3, tolerance: 1e-8)
  }

  @Test("a pair without weight, 5.06 standard deviations off, is an outlier")
  func outlierLimit() throws {
    // exp(−5.06²/2) is the probability of a normal number beyond 4.685, where the bisquare ends.
    let (pairs, _) = MarkedBody(outliers: 0.2).pairs(seed: 7)
    let fit = try AffineFit(pairs, fromMiddle: from, toMiddle: to)
    for (pair, weight) in zip(pairs, fit.weights) where weight > 1e-3 { #expect(!fit.isOutlier(pair)) }
    #expect(abs(pairs.count { fit.isOutlier($0) } - fit.outliers) <= 1 && fit.outliers > 15)
    for (off, isOutlier) in [(0, false), (4.9, false), (5.2, true), (.nan, true)] as [(Double, Bool)] {
      let place = fit.map.apply(SIMD2(0.4, 0.6)) + SIMD2(0, off * fit.scale)
      #expect(fit.isOutlier(Correspondence(from: SIMD2(0.4, 0.6), to: place, group: 0)) == isOutlier, "\(off)")
    }
  }

  @Test("with few groups the intervals are plain, and the fit says so")
  func fewGroups() throws {
    let fit = try AffineFit(
      MarkedBody(count: 60, groups: 5).pairs(seed: 6).pairs, fromMiddle: from, toMiddle: to)
    #expect(!fit.isGrouped)
    #expect(fit.parameters.allSatisfy { $0.groupedError == nil && $0.standardError > 0 })
  }

  @Test("few, collinear or invalid marks are refused with advice")
  func refusals() {
    func line(_ count: Int) -> [Correspondence] {
      (0..<count).map { i in
        let s = Double(i) / 10
        return Correspondence(from: SIMD2(s, 0.2 + 0.5 * s), to: SIMD2(100 * s, 300), group: i)
      }
    }
    #expect(throws: AffineFitError.tooFew(4)) { try AffineFit(line(4), fromMiddle: from, toMiddle: to) }
    #expect(throws: AffineFitError.collinear(30)) { try AffineFit(line(30), fromMiddle: from, toMiddle: to) }
    let same = Array(repeating: Correspondence(from: SIMD2(0.5, 0.5), to: SIMD2(9, 9), group: 0), count: 30)
    #expect(throws: AffineFitError.collinear(30)) { try AffineFit(same, fromMiddle: from, toMiddle: to) }
    let bad = Array(repeating: Correspondence(from: SIMD2(.nan, 0.5), to: SIMD2(9, .infinity), group: 0), count: 30)
    #expect(throws: AffineFitError.tooFew(0)) { try AffineFit(bad, fromMiddle: from, toMiddle: to) }
    #expect("\(AffineFitError.collinear(30))".contains("mark hands and feet"))
  }
}
