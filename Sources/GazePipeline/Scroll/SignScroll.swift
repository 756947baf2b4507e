/// The rule `sign`: one facial sign scrolls down, another one scrolls up, wherever the gaze is.
///
///     idle → (a sign rises and lasts) → active → (it ends, or the longest scroll has passed) → cooldown → idle
///
/// While the face is lost or blinks, time stops, as for the other rules.
struct SignScroll: Sendable, Equatable {
  private enum Phase: Sendable, Equatable {
    case idle(age: Double)
    case active(ScrollDirection, age: Double)
    case pulse(ScrollDirection, left: Double)
    case cooling(Double)
  }

  private let settings: ScrollTrigger.Settings
  private var phase = Phase.idle(age: 0)
  private var down: SignDetector
  private var up: SignDetector
  private var held = 0.0

  init(_ settings: ScrollTrigger.Settings) {
    self.settings = settings
    down = SignDetector(
      settings.sign, on: settings.signOn, off: settings.signOff, hold: settings.signHold, release: settings.release)
    up = SignDetector(settings.upSign, hold: settings.signHold, release: settings.release)
  }

  var isActive: Bool {
    switch phase {
    case .active, .pulse: true
    case .idle, .cooling: false
    }
  }

  /// Processes a frame.
  ///
  /// - Parameter elapsed: seconds since the previous frame, 0…0.1.
  mutating func step(_ elapsed: Double, _ face: FaceFrame?) -> ScrollCommand {
    if case .cooling(let left) = phase { phase = left > elapsed ? .cooling(left - elapsed) : .idle(age: 0) }
    let blink = face.map { Double($0.blink.x + $0.blink.y) / 2 } ?? 0
    let isBlinking = blink > settings.blinkThreshold
    func level(_ detector: SignDetector) -> Double? {
      isBlinking && !detector.sign.isMomentary ? nil : detector.sign.level(in: face)
    }
    let levels = (down: level(down), up: level(up))
    if let level = levels.down { down.step(level, elapsed: elapsed) }
    if let level = levels.up { up.step(level, elapsed: elapsed) }
    guard levels.down != nil || levels.up != nil else {
      held += elapsed
      if held > settings.holdLimit { forget() }
      return .none
    }
    held = 0
    return advance(elapsed, isSeen: (levels.down != nil, levels.up != nil))
  }

  private mutating func advance(_ elapsed: Double, isSeen: (down: Bool, up: Bool)) -> ScrollCommand {
    if case .idle(let before) = phase {
      let age = before + elapsed
      phase = begin(down, .down, age) ?? begin(up, .up, age) ?? .idle(age: age)
    }
    switch phase {
    case .idle, .cooling: return .none
    case .active(let direction, let before):
      guard direction == .down ? isSeen.down : isSeen.up else { return .none }
      let age = before + elapsed
      guard direction == .down ? down.isOn : up.isOn, age <= settings.longestScroll else {
        phase = .cooling(settings.cooldown)
        return .none
      }
      phase = .active(direction, age: age)
      return settings.command(direction, elapsed)
    case .pulse(let direction, let left):
      guard left > 0 else {
        phase = .cooling(settings.cooldown)
        return .none
      }
      phase = .pulse(direction, left: max(left - elapsed, 0))
      return settings.command(direction, min(elapsed, left))
    }
  }

  /// The scroll that a sign begins. A sign that was still given when the previous scroll ended does not begin another.
  private func begin(_ detector: SignDetector, _ direction: ScrollDirection, _ age: Double) -> Phase? {
    guard detector.isOn, detector.age <= age + ConfirmedScroll.lead else { return nil }
    return detector.sign.isMomentary
      ? .pulse(direction, left: ConfirmedScroll.pulse) : .active(direction, age: 0)
  }

  /// Forgets the signs after a long hold.
  private mutating func forget() {
    down.forget()
    up.forget()
    switch phase {
    case .active, .pulse: phase = .cooling(settings.cooldown)
    case .idle: phase = .idle(age: 0)
    case .cooling: break
    }
  }
}
