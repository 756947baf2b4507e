import GazePipeline

/// A pointer beside what it should follow, frame by frame: how late it is, and by which map it follows.
struct PointerTrace: Sendable {
  /// The pointer; nil where the pipeline gives none or no finite one.
  var pointers: [SIMD2<Double>?] = []
  /// What it should follow; nil where that is nowhere.
  var references: [SIMD2<Double>?]
  /// For how long the gaze has rested, seconds.
  let stillFor: [Double]
  /// Frames a second.
  let rate: Double
  /// The screen's.
  let middle: SIMD2<Double>

  /// The longest delay that is looked for, seconds.
  static let longestLag = 1.6
  /// How long the gaze must have rested before a sample says something of the map and not of the smoothing, seconds.
  static let settling = 0.8

  /// How late the pointer is, and the map at that delay.
  struct Measure: Sendable, Equatable {
    /// Seconds.
    var lag: Double
    /// Over the samples in which the gaze had rested.
    var fit: PointerMap.Fit
  }

  /// nil where there are too few pointers, or where nothing of the reference moves.
  var measure: Measure? {
    let delays = -Int(rate / 10)...Int(rate * Self.longestLag)
    // From where the gaze has rested: a step that the pointer still follows at the first frame would count on one side of the
    // delay only, and the estimate would be some milliseconds off.
    let first =
      stillFor.indices.first { $0 >= delays.upperBound && stillFor[$0] >= Self.settling } ?? delays.upperBound
    var known: [Int: Double] = [:]
    func cost(_ delay: Int) -> Double {
      if let cost = known[delay] { return cost }
      // The same pointers for every delay.
      let frames = first..<max(pointers.count + delays.lowerBound, first)
      let cost = map(at: delay, frames, settled: false).fit?.unexplained ?? 1
      known[delay] = cost
      return cost
    }
    // The unexplained share is smooth in the delay: a look at every fourth frame finds the valley.
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

  private func map(at delay: Int, _ frames: Range<Int>, settled: Bool) -> PointerMap {
    var map = PointerMap(middle: middle)
    // A mean over time is at its own delay while it already takes in what comes after: the gaze must rest until then, too.
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
