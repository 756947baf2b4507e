internal import GazePipeline

/// Delay of a pointer behind the point that it follows, estimated frame by frame in bounded memory.
///
/// The estimate is the delay k (frames) at which the delayed truth is most similar to the pointer, after removal of
/// their constant offset (a bias is not a delay):
///
///     cost(k) = Σ|d|²/n − |Σd/n|², d = pointer(t) − truth(t − k)
///
/// The sums run over the same frames for every k from −`maximumLead` to `maximumLag`. The delay is refined by the
/// vertex of the parabola through the least cost and its neighbours. Negative delays are included so that a delay of 0
/// is not at the end of the range. For a symmetric filter kernel the estimate is the kernel's centre: (N − 1)/2 frames
/// for a mean of N.
public struct LagEstimator: Sendable, Equatable {
  /// Largest lead of the pointer over the truth, frames. The pointer is held back by this number of frames, so that a
  /// truth that comes later can be compared with it.
  private let lead: Int

  /// Seconds per frame.
  public let frameInterval: Double
  /// Number of frames in which all delays were compared.
  public private(set) var count = 0
  /// The last truths and pointers, in ring buffers of equal size.
  private var truths: [SIMD2<Double>]
  private var pointers: [SIMD2<Double>]
  private var next = 0
  private var filled = 0
  private var lastTime: Double?
  /// Running means of d and of |d|², one per delay.
  private var means: [SIMD2<Double>]
  private var squares: [Double]

  /// An estimator for a frame rate.
  ///
  /// - Parameters:
  ///   - frameInterval: seconds per frame; a gap of more than 1.5 intervals restarts the comparison.
  ///   - maximumLag: largest delay that is tried, frames, clamped to 2…1,000.
  ///   - maximumLead: largest lead that is tried, frames, clamped to 2…1,000; the pointer of a pipeline that predicts
  ///     may lead the truth.
  public init(frameInterval: Double, maximumLag: Int = 30, maximumLead: Int = 2) {
    self.frameInterval = frameInterval
    lead = min(max(maximumLead, 2), 1000)
    let size = min(max(maximumLag, 2), 1000) + lead + 1
    truths = Array(repeating: .zero, count: size)
    pointers = truths
    means = truths
    squares = Array(repeating: 0, count: size)
  }

  /// Processes a frame. A missing or non-finite point, one beyond 1e9, and a gap in time restart the comparison; the
  /// accumulated means are kept.
  public mutating func step(truth: SIMD2<Double>?, pointer: SIMD2<Double>?, at time: Double) {
    let elapsed = lastTime.map { time - $0 }
    lastTime = time
    if let elapsed, !(elapsed > 0 && elapsed < 1.5 * frameInterval) { filled = 0 }
    guard let truth, let pointer, time.isFinite, truth.length < 1e9, pointer.length < 1e9 else {
      filled = 0
      return
    }
    let size = truths.count
    truths[next] = truth
    pointers[next] = pointer
    let held = pointers[(next + size - lead) % size]
    filled = min(filled + 1, size)
    if filled == size {
      count += 1
      let share = 1 / Double(count)
      for index in 0..<size {
        // index = delay + lead, counted back from the newest truth.
        let d = held - truths[(next + size - index) % size]
        means[index] += (d - means[index]) * share
        squares[index] += ((d * d).sum() - squares[index]) * share
      }
    }
    next = (next + 1) % size
  }

  /// The delay in seconds, or nil if the data do not determine it:
  ///
  /// - fewer frames were compared than three times the number of delays;
  /// - the least cost lies at an end of the range;
  /// - the truth did not move enough: the cost rises above its minimum by less than 10 %, or by less than 6/√n of the
  ///   minimum, which white noise alone can cause.
  public var lag: Double? {
    let costs = zip(means, squares).map { max($1 - ($0 * $0).sum(), 0) }
    guard count >= 3 * costs.count, let least = costs.min(), let most = costs.max(),
      let index = costs.firstIndex(of: least), index > 0, index < costs.count - 1,
      // Differences below the second term are rounding.
      most - least > max(least * max(0.1, 6 / Double(count).squareRoot()), 1e-12 * (squares.max() ?? 0))
    else { return nil }
    let (before, after) = (costs[index - 1], costs[index + 1])
    let curvature = before - 2 * least + after
    let shift = curvature > 0 ? (before - after) / (2 * curvature) : 0
    let lag = (Double(index - lead) + shift) * frameInterval
    return lag.isFinite ? lag : nil
  }
}
