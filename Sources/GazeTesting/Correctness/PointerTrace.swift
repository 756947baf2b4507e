import GazePipeline

/// A pointer and its reference, frame by frame: the pointer's delay and the map by which it follows.
struct PointerTrace {
  /// The pointer; nil if the pipeline gives no finite one.
  var pointers: [Vector2?] = []
  /// The reference that the pointer should follow; nil if it has no position.
  var references: [Vector2?]
  /// Time for which the gaze has rested, seconds.
  let stillFor: [Double]
  /// Frames a second.
  let rate: Double
  /// The screen's middle, points.
  let middle: Vector2

  /// The longest delay in the search, seconds.
  static let longestLag = 1.6
  /// Time for which the gaze must have rested before a sample is used for the map, seconds; earlier samples still show
  /// the smoothing.
  static let settling = 0.8

  /// The pointer's delay, and the map at that delay.
  struct Measure {
    /// Delay, seconds.
    var lag: Double
    /// Map over the samples in which the gaze had rested.
    var fit: PointerMap.Fit
  }

  /// The pointer's delay and its map; nil if there are too few pointers, or if the reference does not move.
  var measure: Measure? {
    let delays = -Int(rate / 10)...Int(rate * Self.longestLag)
    // The search starts where the gaze has rested. A step that the pointer still follows at the first frame would count
    // on only one side of the delay and bias the estimate by some milliseconds.
    let first =
      stillFor.indices.first { $0 >= delays.upperBound && stillFor[$0] >= Self.settling } ?? delays.upperBound
    var known: [Int: Double] = [:]
    func cost(_ delay: Int) -> Double {
      if let cost = known[delay] { return cost }
      // Every delay uses the same pointers.
      let frames = first..<max(pointers.count + delays.lowerBound, first)
      let cost = map(at: delay, frames, settled: false).fit?.unexplained ?? 1
      known[delay] = cost
      return cost
    }
    // The unexplained share is smooth in the delay, so every fourth delay is enough to find the valley.
    let coarse = stride(from: delays.lowerBound, through: delays.upperBound, by: 4).min { cost($0) < cost($1) } ?? 0
    let near = max(coarse - 4, delays.lowerBound)...min(coarse + 4, delays.upperBound)
    let best = near.min { cost($0) < cost($1) } ?? 0
    guard let fit = map(at: best, pointers.indices, settled: true).fit else { return nil }
    var shift = 0.0
    if best > delays.lowerBound, best < delays.upperBound {
      let (before, least, after) = (cost(best - 1), cost(best), cost(best + 1))
      let curvature = before - 2 * least + after
      if curvature > 0 { shift = (before - after) / (2 * curvature) }
    }
    return Measure(lag: (Double(best) + shift) / rate, fit: fit)
  }

  /// Movement of the pointer from one frame to the next while the gaze rests, root mean square, both axes together,
  /// points; nil if the gaze never rests.
  ///
  /// - Parameter lag: the pointer's delay, seconds.
  func unrest(lag: Double) -> Double? {
    let delay = Int((lag * rate).rounded())
    var (sum, count) = (0.0, 0)
    for frame in pointers.indices.dropFirst() where stillFor.indices.contains(frame - delay) {
      guard stillFor[frame - delay] >= Self.settling, let now = pointers[frame], let before = pointers[frame - 1] else {
        continue
      }
      sum += ((now - before) * (now - before)).sum()
      count += 1
    }
    return count > 0 ? (sum / Double(count)).squareRoot() : nil
  }

  private func map(at delay: Int, _ frames: Range<Int>, settled: Bool) -> PointerMap {
    var map = PointerMap(middle: middle)
    // A pointer that is a mean over several frames lags by the mean's delay but already includes later samples, so the
    // gaze must still rest at those later samples.
    let ahead = min(max(delay, 0), Int(0.3 * rate))
    let rest = Self.settling + Double(ahead) / rate
    for frame in frames {
      let then = frame - delay
      guard references.indices.contains(then + ahead), then >= 0, !settled || stillFor[then + ahead] >= rest,
        let pointer = pointers[frame], let reference = references[then]
      else { continue }
      map.add(pointer, to: reference)
    }
    return map
  }
}
