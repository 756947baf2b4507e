import GazePipeline

/// Eight numbers, one for each of eight filters.
typealias Lanes = SIMD8<Double>

/// Eight filters of one family, with different numbers, that process the same points.
///
/// A filter's step waits for the last one, so the processor computes seven more filters in the same time: a pass of
/// eight takes about 1.5 times as long as a pass of one. A lane does the operations of its filter in their order, so
/// its results are the same to the bit. Points must be finite and numbers must be finite and positive, as those of
/// `SmoothingSearch` are; a filter's checks for others are left out.
protocol FilterLanes {
  associatedtype Settings
  /// The filter's settings; nil for another family.
  static func settings(of smoothing: Smoothing) -> Settings?
  /// Filters that have not processed a sample yet.
  ///
  /// - Parameter settings: exactly eight.
  init(_ settings: [Settings])
  /// Processes a sample and returns the filtered points' x and y.
  mutating func step(_ point: SIMD2<Double>, at time: Double) -> (x: Lanes, y: Lanes)
}

/// Lanes of `ExponentialFilter`.
struct ExponentialLanes: FilterLanes {
  private let timeConstant: Lanes
  private var time: Double?
  private var (x, y) = (Lanes.zero, Lanes.zero)

  static func settings(of smoothing: Smoothing) -> ExponentialFilter.Settings? {
    if case .exponential(let settings) = smoothing { settings } else { nil }
  }

  init(_ settings: [ExponentialFilter.Settings]) { timeConstant = Lanes(settings.map(\.timeConstant)) }

  mutating func step(_ point: SIMD2<Double>, at time: Double) -> (x: Lanes, y: Lanes) {
    let last = self.time
    self.time = time
    guard let last else {
      (x, y) = (Lanes(repeating: point.x), Lanes(repeating: point.y))
      return (x, y)
    }
    guard time > last else { return (x, y) }
    let gain = Self.gain(time - last, timeConstant)
    x += (point.x - x) * gain
    y += (point.y - y) * gain
    return (x, y)
  }

  /// 1 − e^(−te/τ).
  static func gain(_ te: Double, _ timeConstant: Lanes) -> Lanes {
    var power = -te / timeConstant
    for i in power.indices { power[i] = Elementary.exp(power[i]) }
    return 1 - power
  }
}

/// Lanes of `DoubleExponentialFilter`.
struct DoubleExponentialLanes: FilterLanes {
  private let timeConstant, trendTimeConstant: Lanes
  private var time: Double?
  private var (x, y, vx, vy) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)

  static func settings(of smoothing: Smoothing) -> DoubleExponentialFilter.Settings? {
    if case .doubleExponential(let settings) = smoothing { settings } else { nil }
  }

  init(_ settings: [DoubleExponentialFilter.Settings]) {
    timeConstant = Lanes(settings.map(\.timeConstant))
    trendTimeConstant = Lanes(settings.map(\.trendTimeConstant))
  }

  mutating func step(_ point: SIMD2<Double>, at time: Double) -> (x: Lanes, y: Lanes) {
    let last = self.time
    self.time = time
    guard let last else {
      (x, y) = (Lanes(repeating: point.x), Lanes(repeating: point.y))
      return (x, y)
    }
    let te = time - last
    guard te > 0 else { return (x, y) }
    let alpha = ExponentialLanes.gain(te, timeConstant)
    let trend = alpha * ExponentialLanes.gain(te, trendTimeConstant) / te
    let (expectedX, expectedY) = (x + vx * te, y + vy * te)
    let (dx, dy) = (point.x - expectedX, point.y - expectedY)
    x = expectedX + dx * alpha
    y = expectedY + dy * alpha
    vx += dx * trend
    vy += dy * trend
    return (x, y)
  }
}

/// Lanes of `OneEuroFilter`.
struct OneEuroLanes: FilterLanes {
  private let minCutoff, beta, derivativeCutoff: Lanes
  private var time: Double?
  private var (x, y, vx, vy) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)

  static func settings(of smoothing: Smoothing) -> OneEuroFilter.Settings? {
    if case .oneEuro(let settings) = smoothing { settings } else { nil }
  }

  init(_ settings: [OneEuroFilter.Settings]) {
    minCutoff = Lanes(settings.map(\.minCutoff))
    beta = Lanes(settings.map(\.beta))
    derivativeCutoff = Lanes(settings.map(\.derivativeCutoff))
  }

  mutating func step(_ point: SIMD2<Double>, at time: Double) -> (x: Lanes, y: Lanes) {
    let last = self.time
    self.time = time
    guard let last else {
      (x, y) = (Lanes(repeating: point.x), Lanes(repeating: point.y))
      return (x, y)
    }
    let te = time - last
    guard te > 0 else { return (x, y) }
    let share = Self.alpha(derivativeCutoff, te)
    let (dx, dy) = (point.x - x, point.y - y)
    vx += (dx / te - vx) * share
    vy += (dy / te - vy) * share
    let alpha = Self.alpha(minCutoff + beta * (vx * vx + vy * vy).squareRoot(), te)
    x += dx * alpha
    y += dy * alpha
    return (x, y)
  }

  private static func alpha(_ cutoff: Lanes, _ te: Double) -> Lanes {
    let w = 2 * Double.pi * cutoff * te
    return w / (1 + w)
  }
}

/// Lanes of `VelocityKalmanFilter`.
struct VelocityKalmanLanes: FilterLanes {
  private let noise, acceleration, gate: Lanes
  private var time: Double?
  private var (x, y, vx, vy) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  /// Variance of the position, covariance, variance of the velocity.
  private var (xx, xv, vv) = (Lanes.zero, Lanes.zero, Lanes.zero)

  static func settings(of smoothing: Smoothing) -> VelocityKalmanFilter.Settings? {
    if case .kalman(let settings) = smoothing { settings } else { nil }
  }

  init(_ settings: [VelocityKalmanFilter.Settings]) {
    noise = Lanes(settings.map(\.noise))
    acceleration = Lanes(settings.map(\.acceleration))
    gate = Lanes(settings.map(\.gate))
  }

  mutating func step(_ point: SIMD2<Double>, at time: Double) -> (x: Lanes, y: Lanes) {
    let last = self.time
    self.time = time
    guard let last else {
      for lane in x.indices { start(lane, point) }
      return (x, y)
    }
    let te = time - last
    guard te > 0 else { return (x, y) }
    let kick: Lanes = acceleration * te
    let square: Lanes = kick * kick
    let change: Lanes = te * vv
    let twice: Lanes = 2 * xv + change
    let a: Lanes = xx + te * twice + square * te * te / 4
    let b: Lanes = xv + change + square * te / 2
    let c: Lanes = vv + square
    let (expectedX, expectedY) = (x + vx * te, y + vy * te)
    let (dx, dy) = (point.x - expectedX, point.y - expectedY)
    let spread = a + noise * noise
    let (g, k) = (a / spread, b / spread)
    x = expectedX + dx * g
    y = expectedY + dy * g
    vx += dx * k
    vy += dy * k
    (xx, xv, vv) = ((1 - g) * a, (1 - g) * b, c - k * b)
    let isWithin = (dx * dx + dy * dy).squareRoot() .<= gate * spread.squareRoot()
    if isWithin != SIMDMask(repeating: true) { for lane in x.indices where !isWithin[lane] { start(lane, point) } }
    return (x, y)
  }

  private mutating func start(_ lane: Int, _ point: SIMD2<Double>) {
    (x[lane], y[lane], vx[lane], vy[lane]) = (point.x, point.y, 0, 0)
    (xx[lane], xv[lane], vv[lane]) = (noise[lane] * noise[lane], 0, 0)
  }
}
