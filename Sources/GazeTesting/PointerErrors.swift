package import GazeMetrics
import GazePipeline

/// Distances of a pointer from a reference over a set of samples, in three units.
package struct PointerErrors: Equatable, Codable {
  /// Screen points.
  package var points = ErrorSummary()
  /// Millimetres on the screen.
  package var millimetres = ErrorSummary()
  /// Degrees at the cyclopean eye. There are fewer samples than in the other units if the eyes' poses are invalid in
  /// some frames.
  package var degrees = ErrorSummary()

  /// Errors of samples, by default of no sample.
  package init(
    points: ErrorSummary = ErrorSummary(), millimetres: ErrorSummary = ErrorSummary(),
    degrees: ErrorSummary = ErrorSummary()
  ) {
    (self.points, self.millimetres, self.degrees) = (points, millimetres, degrees)
  }

  /// Adds a distance in each unit that is known.
  mutating func add(
    points: ErrorSummary.Sample?, millimetres: ErrorSummary.Sample?, degrees: ErrorSummary.Sample?
  ) {
    self.points.add(points)
    self.millimetres.add(millimetres)
    self.degrees.add(degrees)
  }

  mutating func condense() {
    points.condense()
    millimetres.condense()
    degrees.condense()
  }

  mutating func merge(_ other: PointerErrors) {
    points.merge(other.points)
    millimetres.merge(other.millimetres)
    degrees.merge(other.degrees)
  }
}

/// Frames that are in no pointer error, by reason; together with the compared samples they are all frames of a take.
package struct LeftOutFrames: Equatable, Codable {
  /// The lids are closed, according to ARKit or the simulator.
  package var blinks = 0
  /// The true gaze is off the screen, so it has no distance in points.
  package var offScreen = 0
  /// The pipeline has no pointer of its own: the face is lost, or the pipeline declines.
  package var withoutPointer = 0
  /// Without truth: no target is shown, or the eyes have not had time to reach it.
  package var unsettled = 0

  /// No frames.
  package init() {}

  package mutating func merge(_ other: LeftOutFrames) {
    blinks += other.blinks
    offScreen += other.offScreen
    withoutPointer += other.withoutPointer
    unsettled += other.unsettled
  }
}

/// One person's pointer before smoothing: the filter's input.
package struct RawPointer: Equatable, Codable {
  /// Pointer error, points.
  package var errorPoints = ErrorSummary()
  /// Pointer error, degrees at the cyclopean eye.
  package var errorDegrees = ErrorSummary()
  /// Means over fixations on targets.
  package var looks = FixationMeans()
  /// Delay behind the true gaze, seconds; nil if it cannot be estimated.
  package var latency: Double?

  /// A result without samples.
  package init() {}

  mutating func condense() {
    errorPoints.condense()
    errorDegrees.condense()
  }

  mutating func merge(_ other: RawPointer, seconds: (Double, Double)) {
    errorPoints.merge(other.errorPoints)
    errorDegrees.merge(other.errorDegrees)
    looks.merge(other.looks)
    latency = PersonResult.joined(latency, other.latency, seconds: seconds)
  }
}

/// Means over fixations on targets: of the angle to the target, and of the pointer's scatter.
package struct FixationMeans: Equatable, Codable {
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
