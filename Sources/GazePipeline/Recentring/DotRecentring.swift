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
