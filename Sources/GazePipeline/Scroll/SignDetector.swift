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
  /// Duration of a long blink, seconds.
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
