/// A place at which the person is known to have looked, as an observation of the pointer's offset.
struct OffsetObservation: Sendable, Equatable {
  /// Raw pointer minus the place, points.
  var offset: SIMD2<Double>
  /// Variance of the observation per axis, points²; infinite on an axis that says nothing.
  var noise: SIMD2<Double>
}

extension OffsetObservation {
  /// The observation after which an offset that was unknown, with mean 0 and the variance `unknown`, has this mean and
  /// variance. An axis whose variance is not below `unknown` says nothing.
  init(mean: SIMD2<Double>, variance: SIMD2<Double>, unknown: Double) {
    (offset, noise) = (.zero, SIMD2(repeating: .infinity))
    for axis in 0..<2 where mean[axis].isFinite && variance[axis] < 0.99 * unknown {
      // At least half a bin of the reading filter's grid (`ReadingGrid.binWidth`), which cannot hold a narrower offset.
      let known = max(variance[axis], 16)
      noise[axis] = known * unknown / (unknown - known)
      offset[axis] = mean[axis] * unknown / (unknown - known)
    }
  }
}

/// Standard deviation of a fixation about the place that a person looks at, points. Assumed: 0.25° at 35 cm.
let fixationScatter = 10.0

/// Observation from a dot that the app shows: −median of (dot − raw pointer) over the end of its time.
///
/// The first half second does not count: a saccade to the dot starts after 0.2 s, its correction 0.15 s later, and the
/// tracker is late by 0.05 s. The observation is refused if there are less than 0.3 s of samples, or if their standard
/// deviation is above 40 points, because the person then did not look at the dot.
struct DotRecentring: Sendable, Equatable {
  private static let settling = 0.5, shortest = 0.3, mostSpread = 40.0
  /// Number of samples that are kept: two seconds at 60 frames a second; later samples replace the earliest.
  private static let capacity = 120

  private var dot: SIMD2<Double>?
  private var since = 0.0, first = 0.0, last = 0.0
  private var xs: [Double] = [], ys: [Double] = []
  private var next = 0

  init() {
    xs.reserveCapacity(Self.capacity)
    ys.reserveCapacity(Self.capacity)
  }

  /// Takes in a frame and returns the observation once the dot is gone or has moved.
  mutating func step(_ raw: SIMD2<Double>?, dot: SIMD2<Double>?, at time: Double) -> OffsetObservation? {
    if dot == self.dot {
      if let dot, let raw, time - since >= Self.settling { keep(raw - dot, time) }
      return nil
    }
    let seen = observation
    (self.dot, since) = (dot, time)
    xs.removeAll(keepingCapacity: true)
    ys.removeAll(keepingCapacity: true)
    next = 0
    return seen
  }

  private mutating func keep(_ offset: SIMD2<Double>, _ time: Double) {
    if xs.isEmpty { first = time }
    last = time
    if xs.count < Self.capacity {
      xs.append(offset.x)
      ys.append(offset.y)
    } else {
      (xs[next], ys[next]) = (offset.x, offset.y)
      next = (next + 1) % Self.capacity
    }
  }

  private var observation: OffsetObservation? {
    guard xs.count >= 5, last - first >= Self.shortest, let x = Quantiles.median(xs), let y = Quantiles.median(ys)
    else {
      return nil
    }
    func spread(_ values: [Double], _ middle: Double) -> Double {
      (values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(values.count)).squareRoot()
    }
    guard spread(xs, x) < Self.mostSpread, spread(ys, y) < Self.mostSpread else { return nil }
    return OffsetObservation(
      offset: SIMD2(x, y), noise: SIMD2(repeating: fixationScatter * fixationScatter))
  }
}

/// Observation from a tap on content: the eyes look at a place shortly before a finger touches it.
///
/// Gaze leads a touch by 337 ms (published: Weill-Tessier & Gellersen 2018), so the tap is compared with the mean of
/// the raw pointer over the last fixation between 500 and 100 ms before the touch. The observation is refused if the
/// person blinked shortly before the touch, or if that fixation is shorter than 60 ms.
struct TapRecentring: Sendable, Equatable {
  /// Window before the touch, seconds.
  private static let from = 0.5, to = 0.1
  /// Distance from the fixation's mean at which it ends, points: about half a degree at 35 cm.
  private static let reach = 20.0
  /// Shortest fixation, seconds.
  private static let shortest = 0.06
  /// Time for which a blink or a lost face before the touch refuses the observation, seconds.
  private static let blinkWindow = 0.2
  /// Half a second at 240 frames a second, the fastest rate.
  private static let capacity = 128

  private var samples = [SIMD3<Double>](repeating: SIMD3(0, 0, -.infinity), count: capacity)
  private var next = 0
  private var lastGap = -Double.infinity

  /// Takes in a frame and returns the observation of a tap in this frame.
  ///
  /// - Parameter spread: standard deviation of a tap about the place that the person looks at, points per axis.
  mutating func step(
    _ raw: SIMD2<Double>?, tap: SIMD2<Double>?, below: Double, spread: Double, at time: Double
  ) -> OffsetObservation? {
    // A blink in the future belongs to a clock that has gone backwards since.
    if time < lastGap { lastGap = -.infinity }
    if let raw {
      samples[next] = SIMD3(raw.x, raw.y, time)
      next = (next + 1) % Self.capacity
    } else {
      lastGap = time
    }
    guard let tap, time - lastGap > Self.blinkWindow else { return nil }
    // Backwards from the window's end, as long as the pointer stays in one place.
    var (sum, count, last, first) = (SIMD2<Double>.zero, 0.0, 0.0, 0.0)
    for back in 1...Self.capacity {
      let sample = samples[(next - back + Self.capacity) % Self.capacity]
      let age = time - sample.z
      if age < Self.to { continue }
      let point = SIMD2(sample.x, sample.y)
      guard age <= Self.from, count == 0 || (point - sum / count).length <= Self.reach else { break }
      if count == 0 { last = sample.z }
      first = sample.z
      sum += point
      count += 1
    }
    guard count >= 3, last - first >= Self.shortest else { return nil }
    let mean = sum / count
    let noise = spread * spread + fixationScatter * fixationScatter
    return OffsetObservation(offset: mean - tap + SIMD2(0, below), noise: SIMD2(repeating: noise))
  }
}
