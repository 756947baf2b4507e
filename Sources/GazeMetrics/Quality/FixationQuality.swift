public import GazePipeline
private import PortableFoundation

/// Data quality of one fixation on one target, sample by sample, in bounded memory.
///
/// The definitions are those of ETDQualitizer 1.2.0 (Niehorster, Hessels, Nyström, Benjamins & Hooge), whose results
/// are reproduced to four decimals. Angles are azimuth and elevation (`GazeAngles`) about an axis near the gaze, such
/// as the normal of the screen; results are in degrees:
///
///     accuracy = angle between the mean gaze direction and the target
///     RMS-S2S  = √mean(Δazimuth² + Δelevation²) over successive samples, both valid
///     STD      = √(var azimuth + var elevation), variances with divisor n
///     BCEA     = −2 ln(1 − P) π σx σy √(1 − ρ²), variances with divisor n − 1
///
/// For white noise the ratio RMS-S2S/STD tends to √2.
public struct FixationQuality: Sendable, Equatable {
  /// Number of sample intervals kept for the median interval; later ones are ignored.
  private static let intervalsKept = 4096

  /// Direction of the target.
  public let target: GazeAngles
  /// Number of samples, valid or not.
  public private(set) var sampleCount = 0
  /// Number of samples with a gaze.
  public private(set) var validCount = 0

  private var firstTime, lastTime, lastValidTime: Double?
  private var lastGaze: Vector2?
  private var widestGap = 0.0
  private var intervals: [Double] = []
  private var mean = Vector2.zero
  private var meanDirection = Vector3.zero
  /// Σ(x − x̄)², Σ(y − ȳ)², Σ(x − x̄)(y − ȳ).
  private var scatter = Vector3.zero
  private var stepSquares = Vector2.zero
  private var stepCount = 0

  /// A fixation on a target, without samples.
  public init(target: GazeAngles) { self.target = target }

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - gaze: the sample counts as lost if the gaze is nil, not finite or more than 89° off the axis.
  ///   - time: seconds; a sample that is not later than the last one is ignored.
  public mutating func add(_ gaze: GazeAngles?, at time: Double) {
    guard time.isFinite, abs(time) < 1e12 else { return }
    if let lastTime {
      guard time > lastTime else { return }
      if intervals.count < Self.intervalsKept { intervals.append(time - lastTime) }
    }
    lastTime = time
    firstTime = firstTime ?? time
    sampleCount += 1
    guard let gaze, let direction = Self.direction(gaze) else {
      lastGaze = nil
      return
    }
    widestGap = max(widestGap, time - (lastValidTime ?? firstTime ?? time))
    lastValidTime = time
    validCount += 1
    let angles = SIMD2(gaze.yaw, gaze.pitch)
    if let lastGaze {
      stepSquares += (angles - lastGaze) * (angles - lastGaze)
      stepCount += 1
    }
    lastGaze = angles
    let delta = angles - mean
    mean += delta / Double(validCount)
    let after = angles - mean
    scatter += SIMD3(delta.x * after.x, delta.y * after.y, delta.x * after.y)
    meanDirection += (direction - meanDirection) / Double(validCount)
  }

  /// The mean gaze relative to the target, degrees: x towards +azimuth, y up, both 0 on the target; nil without a valid
  /// sample or if the target is more than 89° off the axis.
  public var offsetDegrees: SIMD2<Double>? {
    relativeGaze.map { gaze in
      let angles = GazeAngles(direction: gaze)
      return SIMD2(angles.yaw.degrees, angles.pitch.degrees)
    }
  }
  /// Angle between the mean gaze and the target, degrees; nil if `offsetDegrees` is nil.
  public var accuracyDegrees: Double? {
    relativeGaze.map { atan2(SIMD2($0.x, $0.y).length, $0.z).degrees }
  }
  /// RMS-S2S, degrees; nil without two successive valid samples.
  public var rmsS2SDegrees: Double? {
    stepCount > 0 ? (stepSquares.sum() / Double(stepCount)).squareRoot().degrees : nil
  }
  /// STD, degrees; nil without a valid sample.
  public var stdDegrees: Double? {
    validCount > 0 ? ((scatter.x + scatter.y) / Double(validCount)).squareRoot().degrees : nil
  }
  /// Area of the ellipse that contains the share `probability` (0 ..< 1) of a Gaussian's samples, degrees²; nil with
  /// fewer than two valid samples. The default, 0.6827, is the share within one standard deviation of a one-dimensional
  /// Gaussian; ETDQualitizer uses 0.68.
  public func bceaDegrees2(probability: Double = 0.6827) -> Double? {
    guard validCount > 1, probability >= 0, probability < 1 else { return nil }
    // σx² σy² (1 − ρ²) is the covariance's determinant; rounding may leave it below 0.
    let determinant = max(scatter.x * scatter.y - scatter.z * scatter.z, 0)
    let area = -2 * log(1 - probability) * Double.pi * determinant.squareRoot() / Double(validCount - 1)
    return area.degrees.degrees
  }
  /// Share of the samples without a gaze, 0…1; nil without a sample.
  public var dataLoss: Double? { sampleCount > 0 ? 1 - Double(validCount) / Double(sampleCount) : nil }
  /// Data loss relative to the number of samples that `rate` implies: 1 − valid / (duration · `rate`), at least 0.
  /// Missing samples count as lost, too. nil without a duration.
  public func dataLoss(expectedRate rate: Double) -> Double? {
    guard let frequency = effectiveFrequency, rate > 0, rate.isFinite else { return nil }
    return max(1 - frequency / rate, 0)
  }
  /// Longest time without a valid sample, from one valid sample to the next or to an end of the fixation, seconds; one
  /// sample interval if no sample was lost, nil without a sample.
  public var longestGap: Double? {
    guard let firstTime, let lastTime else { return nil }
    return max(widestGap, lastTime - (lastValidTime ?? firstTime))
  }
  /// Last time − first time + median interval, seconds: the last sample is taken to last as long as the others. nil
  /// with fewer than two samples.
  public var duration: Double? {
    guard let firstTime, let lastTime, let medianInterval else { return nil }
    return lastTime - firstTime + medianInterval
  }
  /// Median time from one sample to the next, seconds; nil with fewer than two samples.
  public var medianInterval: Double? { Quantiles.median(intervals) }
  /// Valid samples per second; nil with fewer than two samples.
  public var effectiveFrequency: Double? { duration.map { Double(validCount) / $0 } }

  /// The mean gaze in a frame whose z points at the target.
  private var relativeGaze: Vector3? {
    guard validCount > 0, Self.direction(target) != nil else { return nil }
    let rotation = RotationMatrix.aboutX(target.pitch) * RotationMatrix.aboutY(-target.yaw)
    return rotation.apply(meanDirection)
  }

  /// The unit vector of a direction; nil if the direction is more than 89° off the axis.
  private static func direction(_ angles: GazeAngles) -> Vector3? {
    abs(angles.yaw) < 1.5533 && abs(angles.pitch) < 1.5533 ? angles.directionBySeries : nil
  }
}
