/// Detector of one facial sign in a signal's rise above its rest.
///
///     unknown → (at rest) → off → (above `on`) → rising → (`hold` seconds above `on`) → on → (below `off` for
///     `release` seconds) → off
///
/// A sign must be seen to rise: one that is already given in the first frame, or after a lost face, counts only after
/// it has ended. The rest is not learned while the level is above `off`, so a held sign does not become the rest; a
/// level that stays above `off` for longer than the rest's window is a new posture and is learned.
///
/// A long blink has no rest to subtract. It counts in the one step in which the lids open.
package struct SignDetector: Sendable, Equatable {
  /// Duration of a long blink, seconds, as `FacialSign.longBlink` and its `request` say in words.
  package static let blink = 0.6...1.5

  private enum Phase: Sendable, Equatable {
    case unknown, off
    /// `above`: seconds above the threshold since it was crossed.
    case rising(above: Double)
    case on(below: Double)
  }

  /// The sign to detect.
  package let sign: FacialSign
  /// True if the sign is given; for a momentary sign, if it was completed in this step.
  package private(set) var isOn = false
  /// Seconds since the level rose through the threshold; infinite if it did not.
  package private(set) var age = Double.infinity
  /// Rise of the level above its rest in the last step; 0 before the first.
  package private(set) var rise = 0.0
  private let on: Double
  private let off: Double
  private let hold: Double
  private let release: Double
  private var phase = Phase.unknown
  private var baseline: SignBaseline
  private var highFor = 0.0

  /// A detector that has not processed a level yet.
  ///
  /// - Parameters:
  ///   - on: rise above rest from which the sign counts; nil for the sign's own threshold.
  ///   - off: rise above rest at which the sign ends; nil for the sign's own threshold.
  ///   - hold: seconds for which a sign must last before it counts.
  ///   - release: seconds for which a sign must have ended.
  package init(_ sign: FacialSign, on: Double? = nil, off: Double? = nil, hold: Double = 0.25, release: Double = 0.2) {
    self.sign = sign
    self.on = on ?? sign.onThreshold
    self.off = off ?? sign.offThreshold
    self.hold = hold
    self.release = release
    baseline = SignBaseline(sign == .nod ? -1...1 : 0...1)
  }

  /// True if the sign has begun and is not yet decided.
  package var isRising: Bool { if case .rising = phase { true } else { false } }

  /// True while the lids are closed in a blink that can still be a long one.
  package var isClosed: Bool {
    if case .rising(let above) = phase { sign == .longBlink && above <= Self.blink.upperBound } else { false }
  }

  /// Processes a level, `FacialSign.level(in:)`. A level that is not finite is ignored.
  ///
  /// - Parameter elapsed: seconds since the previous level, 0…0.1.
  package mutating func step(_ level: Double, elapsed: Double) {
    guard level.isFinite, elapsed >= 0, elapsed.isFinite else { return }
    rise = level - (sign == .longBlink ? 0 : baseline.value ?? level)
    if sign != .longBlink {
      highFor = rise > off ? highFor + elapsed : 0
      if highFor == 0 || highFor > SignBaseline.window { baseline.add(level, elapsed: elapsed) }
    }
    age += elapsed
    advance(elapsed)
  }

  private mutating func advance(_ elapsed: Double) {
    if sign == .longBlink { isOn = false }
    switch phase {
    case .unknown: if rise <= off { phase = .off }
    case .off:
      guard rise > on else { return }
      (phase, age) = (.rising(above: 0), 0)
    case .rising(let before):
      let above = rise > on ? before + elapsed : before
      guard rise > off else {
        isOn = sign == .longBlink && Self.blink.contains(above)
        phase = .off
        return
      }
      phase = .rising(above: above)
      guard sign != .longBlink, above >= hold else { return }
      (phase, isOn) = (.on(below: 0), true)
    case .on(let before):
      let below = rise > off ? 0 : before + elapsed
      phase = .on(below: below)
      guard below >= release else { return }
      (phase, isOn) = (.off, false)
    }
  }

  /// Forgets a sign in progress, after a lost face. The rest is kept.
  package mutating func forget() { (phase, isOn, age, rise) = (.unknown, false, .infinity, 0) }
}

/// Running median of a sign's level: the face's rest, which differs between people and drifts with posture.
///
/// The median is that of a histogram whose samples lose weight exponentially. With the time constant 5 s / ln 2 it
/// changes to a new lasting level after 5 s, as the median of the last 10 s does. The histogram has a fixed size, so a
/// step allocates nothing; its 64 bins make the median accurate to half a bin (0.8 % of the range).
struct SignBaseline: Sendable, Equatable {
  /// Length of the median's window, seconds.
  static let window = 10.0

  /// The median; nil before the first sample.
  private(set) var value: Double?
  private let low: Double
  private let width: Double
  // Four vectors of 16, because a SIMD64 is copied element by element.
  private var bins: (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>) = (.zero, .zero, .zero, .zero)

  /// A baseline without samples.
  ///
  /// - Parameter range: levels that are distinguished; a level outside counts as the nearest bound.
  init(_ range: ClosedRange<Double>) {
    low = range.lowerBound
    width = (range.upperBound - range.lowerBound) / 64
  }

  /// Adds a finite level, weighted by the seconds since the previous one.
  mutating func add(_ level: Double, elapsed: Double) {
    // ln 2 is 0.6931. 1 / (1 + x) instead of e^−x: x is at most 0.014, because a gap counts as at most 0.1 s.
    let kept = Float(1 / (1 + elapsed * (0.6931 / (Self.window / 2))))
    func fade(_ bins: inout SIMD16<Float>) {
      bins *= kept
      // Denormal numbers would slow the step.
      bins.replace(with: 0, where: bins .< 1e-20)
    }
    fade(&bins.0)
    fade(&bins.1)
    fade(&bins.2)
    fade(&bins.3)
    let index = Int(min(max((level - low) / width, 0), 63))
    // The first sample has no duration and must count, too.
    let weight = Float(max(elapsed, 0.001))
    switch index >> 4 {
    case 0: bins.0[index & 15] += weight
    case 1: bins.1[index & 15] += weight
    case 2: bins.2[index & 15] += weight
    default: bins.3[index & 15] += weight
    }
    value = median
  }

  private var median: Double {
    let sums = (bins.0.sum(), bins.1.sum(), bins.2.sum(), bins.3.sum())
    let half = (sums.0 + sums.1 + sums.2 + sums.3) / 2
    if half <= sums.0 { return median(in: bins.0, from: 0, rest: half) }
    if half <= sums.0 + sums.1 { return median(in: bins.1, from: 16, rest: half - sums.0) }
    if half <= sums.0 + sums.1 + sums.2 { return median(in: bins.2, from: 32, rest: half - sums.0 - sums.1) }
    return median(in: bins.3, from: 48, rest: half - sums.0 - sums.1 - sums.2)
  }

  /// The level below which the weight `rest` of 16 bins lies, by linear interpolation within its bin.
  private func median(in bins: SIMD16<Float>, from first: Int, rest: Float) -> Double {
    var rest = rest
    for index in 0..<16 {
      let weight = bins[index]
      if rest <= weight {
        return low + (Double(first + index) + (weight > 0 ? Double(rest / weight) : 0.5)) * width
      }
      rest -= weight
    }
    return low + Double(first + 16) * width
  }

  /// True if the histograms are equal.
  static func == (a: Self, b: Self) -> Bool {
    a.value == b.value && a.low == b.low && a.width == b.width && a.bins == b.bins
  }
}
