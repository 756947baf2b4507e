import GazeMetrics

/// Means over fixations on targets: of the angle to the target, and of the pointer's scatter.
package struct FixationMeans: Sendable, Equatable, Codable {
  /// Number of fixations.
  package private(set) var count = 0
  /// Sums of accuracy, RMS-S2S, STD (degrees) and BCEA (degrees²).
  private var sums = SIMD4<Double>.zero

  /// No fixations yet.
  package init() {}

  /// Adds a fixation; a fixation with fewer than two successive samples changes nothing.
  mutating func add(_ fixation: FixationQuality) {
    guard let accuracy = fixation.accuracyDegrees, let rms = fixation.rmsS2SDegrees, let std = fixation.stdDegrees,
      let bcea = fixation.bceaDegrees2()
    else { return }
    count += 1
    sums += SIMD4(accuracy, rms, std, bcea)
  }

  mutating func merge(_ other: FixationMeans) {
    count += other.count
    sums += other.sums
  }

  /// Mean over targets of the angle between the mean pointer of a fixation and its target, degrees.
  package var accuracyDegrees: Double? { mean(0) }
  /// Mean over fixations of RMS-S2S, degrees.
  package var precisionRMSS2SDegrees: Double? { mean(1) }
  /// Mean over fixations of STD, degrees.
  package var precisionSTDDegrees: Double? { mean(2) }
  /// Mean over fixations of the 68 % bivariate contour ellipse area, degrees².
  package var bceaDegrees2: Double? { mean(3) }

  private func mean(_ index: Int) -> Double? { count > 0 ? sums[index] / Double(count) : nil }
}
