import GazePipeline

/// Estimates the pointer's offset along one axis over a whole recording, from deviations of fixations from the places
/// that the person is thought to have looked at.
///
/// The offset is that of `OffsetModel`: a constant c ~ N(0, spread²) and a slow drift d with the standard deviation
/// `drift` and the time constant `time`; a deviation is c + d + N(0, noise²). A Kalman filter and the backward pass of
/// Bryson & Frazier (1963) compute the mean given all deviations, earlier and later ones. Deviations that differ much
/// from that mean count less (weights of a Cauchy distribution, two passes).
struct OffsetSmoother: Sendable {
  var model = OffsetModel()
  /// Standard deviation of a deviation about the offset.
  var noise: Double

  /// Difference in standard deviations at which a deviation counts half.
  private static let half = 2.0

  /// Expected offset at each time, and the cost of the deviations.
  struct Estimate: Sendable, Equatable {
    var offsets: [Double]
    /// Negative logarithmic density of the deviations with the weights of the last pass, up to a constant.
    var cost: Double
  }

  /// Returns the expected offset at each time.
  ///
  /// - Parameters:
  ///   - deviations: pointer minus place, as many as times.
  ///   - times: seconds; a time that is not later than the one before it counts as equal to it.
  func estimate(_ deviations: [Double], at times: [Double]) -> Estimate {
    var weights = [Double](repeating: 1, count: deviations.count)
    var found = pass(deviations, times, weights)
    for _ in 0..<2 {
      for index in weights.indices {
        let far = (deviations[index] - found.offsets[index]) / (Self.half * noise)
        weights[index] = 1 / (1 + far * far)
      }
      found = pass(deviations, times, weights)
    }
    return found
  }

  /// One moment of the forward pass: what was known before the deviation, and what it changed.
  private struct Moment {
    var mean: SIMD2<Double>
    /// Variances of constant and drift, and their covariance.
    var constant: Double, drift: Double, both: Double
    var surprise: Double, total: Double
    var gain: SIMD2<Double>
    /// Factor of the drift since the moment before.
    var decay: Double
  }

  private func pass(_ deviations: [Double], _ times: [Double], _ weights: [Double]) -> Estimate {
    var moments: [Moment] = []
    moments.reserveCapacity(deviations.count)
    var (mean, cost) = (SIMD2<Double>.zero, 0.0)
    let square = model.drift * model.drift
    var (constant, drift, both) = (model.spread * model.spread, square, 0.0)
    for index in deviations.indices {
      let elapsed = index == 0 ? 0 : times[index] - times[index - 1]
      // Written so that a time that is not a number counts as no time.
      let decay = elapsed > 0 ? Elementary.exp(-elapsed / max(model.time, 1e-3)) : 1
      mean.y *= decay
      both *= decay
      drift = drift * decay * decay + square * (1 - decay * decay)
      let total = constant + 2 * both + drift + noise * noise / max(weights[index], 1e-9)
      let gain = SIMD2(constant + both, both + drift) / total
      let surprise = deviations[index] - mean.sum()
      moments.append(
        Moment(
          mean: mean, constant: constant, drift: drift, both: both, surprise: surprise, total: total, gain: gain,
          decay: decay))
      cost += 0.5 * (surprise * surprise / total + Elementary.log(total / (noise * noise)))
      mean += gain * surprise
      constant -= gain.x * gain.x * total
      drift -= gain.y * gain.y * total
      both -= gain.x * gain.y * total
    }
    // The adjoint of all later deviations, carried backwards.
    var later = SIMD2<Double>.zero
    var offsets = [Double](repeating: 0, count: deviations.count)
    for index in moments.indices.reversed() {
      let moment = moments[index]
      let own = later - SIMD2(repeating: (moment.gain * later).sum() + moment.surprise / moment.total)
      let change = SIMD2(
        moment.constant * own.x + moment.both * own.y, moment.both * own.x + moment.drift * own.y)
      offsets[index] = (moment.mean - change).sum()
      later = SIMD2(own.x, own.y * moment.decay)
    }
    return Estimate(offsets: offsets, cost: cost)
  }
}
