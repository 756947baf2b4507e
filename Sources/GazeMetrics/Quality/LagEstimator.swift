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
  /// Number of delays.
  private let size: Int
  /// The last truths' x, then their y, each twice in a row, so that those of all delays lie side by side: from `newest`
  /// on, each is one frame earlier than the one before it.
  private var truths: [Double]
  /// Place of the first y in `truths`.
  private var ys: Int { 2 * size }
  /// The last pointers, at the places of the truths.
  private var pointers: [Vector2]
  private var newest = 0
  private var filled = 0
  private var lastTime: Double?
  /// Sums for two delays at a time; if `size` is odd, the very last one is of no meaning.
  private var pairs: [Pair]

  /// Sums of d and of |d|² at two delays, which take as long as one. A billion frames of errors of 1,000 points lose no
  /// digit that the delay needs.
  private struct Pair: Equatable {
    var x = Vector2.zero
    var y = Vector2.zero
    var square = Vector2.zero

    @inline(__always)
    mutating func add(_ dx: Vector2, _ dy: Vector2) {
      x += dx
      y += dy
      square += dx * dx + dy * dy
    }
  }

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
    size = min(max(maximumLag, 2), 1000) + lead + 1
    pointers = Array(repeating: .zero, count: size)
    pairs = Array(repeating: Pair(), count: (size + 1) / 2)
    truths = Array(repeating: 0, count: 4 * size)
  }

  /// Processes a frame. A missing or non-finite point, one beyond 1e9, and a gap in time restart the comparison; the
  /// accumulated sums are kept.
  public mutating func step(truth: SIMD2<Double>?, pointer: SIMD2<Double>?, at time: Double) {
    let elapsed = lastTime.map { time - $0 }
    lastTime = time
    if let elapsed, !(elapsed > 0 && elapsed < 1.5 * frameInterval) { filled = 0 }
    guard let truth, let pointer, time.isFinite, truth.length < 1e9, pointer.length < 1e9 else {
      filled = 0
      return
    }
    newest = (newest == 0 ? size : newest) - 1
    pointers[newest] = pointer
    filled = min(filled + 1, size)
    if filled == size { count += 1 }
    let place = newest + lead
    compare(truth, filled == size ? pointers[place < size ? place : place - size] : nil)
  }

  /// Keeps a truth, and adds the pointer of `lead` frames ago, compared with the truth at each delay, to the sums.
  private mutating func compare(_ truth: Vector2, _ pointer: Vector2?) {
    let (newest, size, ys) = (newest, size, ys)
    // This loop is most of the estimator's time, and checks of the indices would double it. `newest` is below `size`,
    // so no index is above 2 · `size` − 1, the place of the last x, and its like among the y.
    truths.withUnsafeMutableBufferPointer { truths in
      (truths[newest], truths[newest + size]) = (truth.x, truth.x)
      (truths[ys + newest], truths[ys + newest + size]) = (truth.y, truth.y)
      guard let pointer else { return }
      pairs.withUnsafeMutableBufferPointer { pairs in
        var index = newest
        for pair in pairs.indices {
          let dx = pointer.x - SIMD2(truths[index], truths[index &+ 1])
          let dy = pointer.y - SIMD2(truths[ys &+ index], truths[ys &+ index &+ 1])
          pairs[pair].add(dx, dy)
          index &+= 2
        }
      }
    }
  }

  /// The delay in seconds, or nil if the data do not determine it:
  ///
  /// - fewer frames were compared than three times the number of delays;
  /// - the least cost lies at an end of the range;
  /// - the truth did not move enough: the cost rises above its minimum by less than 10 %, or by less than 6/√n of the
  ///   minimum, which white noise alone can cause.
  public var lag: Double? {
    let n = Double(count)
    let squares = (0..<size).map { pairs[$0 / 2].square[$0 % 2] / n }
    let costs = squares.indices.map { index in
      let (x, y) = (pairs[index / 2].x[index % 2] / n, pairs[index / 2].y[index % 2] / n)
      return max(squares[index] - (x * x + y * y), 0)
    }
    guard count >= 3 * costs.count, let least = costs.min(), let most = costs.max(),
      let index = costs.firstIndex(of: least), index > 0, index < costs.count - 1,
      // Differences below the second term are rounding.
      most - least > max(least * max(0.1, 6 / n.squareRoot()), 1e-12 * (squares.max() ?? 0))
    else { return nil }
    let (before, after) = (costs[index - 1], costs[index + 1])
    let curvature = before - 2 * least + after
    let shift = curvature > 0 ? (before - after) / (2 * curvature) : 0
    let lag = (Double(index - lead) + shift) * frameInterval
    return lag.isFinite ? lag : nil
  }
}
