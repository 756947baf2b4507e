/// Settings of the trigger, their defaults and their form in files.
extension ScrollTrigger {
  /// Parameters of the trigger. Lengths are shares of the window's height, times are in seconds.
  public struct Settings: Sendable, Equatable {
    /// Depth of the zone inside the window, at its top and bottom, 0…0.5. The rule `below` has no such zone.
    public var edgeZone: Double
    /// Time that the pointer must stay in the edge zone.
    public var edgeDwell: Double
    /// Reach of the off-screen zone beyond the window's edge; a gaze beyond this reach is taken to be at something
    /// else.
    public var offScreenZone: Double
    /// Time that the pointer must stay in the off-screen zone.
    public var offScreenDwell: Double
    /// Width by which the exit zone exceeds the enter zone, inwards and outwards.
    public var hysteresis: Double
    /// Time that the pointer must be outside the exit zone, or that a sign must have ended, before scrolling stops.
    public var release: Double
    /// Dead time after a scroll, because moving text draws the eyes along.
    public var cooldown: Double
    /// Scrolling speed, points/s.
    public var speed: Double
    /// Longest blink or loss of the face that does not reset the dwell or the scroll in progress.
    public var holdLimit: Double
    /// Lid closure (0…1, the mean of both lids) above which a frame is a blink. Because the mean is used, a wink or one
    /// drooping lid does not count as a blink.
    public var blinkThreshold: Double
    /// Rule of the trigger. With `confirm`, the zones and dwells are those that arm it.
    public var rule: ScrollRule
    /// Sign that confirms (`confirm`) or scrolls down (`sign`).
    public var sign: FacialSign
    /// Sign that scrolls up; only the rule `sign` uses it, with the sign's own thresholds.
    public var upSign: FacialSign
    /// Rise of `sign` above rest from which it counts; nil for `FacialSign.onThreshold`.
    public var signOn: Double?
    /// Rise of `sign` above rest at which it ends; nil for `FacialSign.offThreshold`.
    public var signOff: Double?
    /// Time that a sign must last before it counts.
    public var signHold: Double
    /// Longest scroll of the rules `confirm` and `sign`, after which the sign must be given again.
    public var longestScroll: Double

    /// Settings from their numbers.
    public init(
      edgeZone: Double, edgeDwell: Double, offScreenZone: Double, offScreenDwell: Double, hysteresis: Double,
      release: Double, cooldown: Double, speed: Double, holdLimit: Double, blinkThreshold: Double,
      rule: ScrollRule = .edge, sign: FacialSign = .brows, upSign: FacialSign = .mouthPucker, signOn: Double? = nil,
      signOff: Double? = nil, signHold: Double = 0.25, longestScroll: Double = 8
    ) {
      self.edgeZone = edgeZone
      self.edgeDwell = edgeDwell
      self.offScreenZone = offScreenZone
      self.offScreenDwell = offScreenDwell
      self.hysteresis = hysteresis
      self.release = release
      self.cooldown = cooldown
      self.speed = speed
      self.holdLimit = holdLimit
      self.blinkThreshold = blinkThreshold
      self.rule = rule
      self.sign = sign
      self.upSign = upSign
      self.signOn = signOn
      self.signOff = signOff
      self.signHold = signHold
      self.longestScroll = longestScroll
    }

    /// The trigger of every built-in device profile, chosen by hand on simulated people and not tried on a phone.
    public static let standard = Settings(
      edgeZone: 0.07, edgeDwell: 0.9, offScreenZone: 0.25, offScreenDwell: 0.9, hysteresis: 0.05, release: 0.2,
      cooldown: 1.5, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5)

    /// The rule `below`, for people who know its instruction. The numbers were chosen on simulated people.
    public static let below = Settings(
      edgeZone: 0, edgeDwell: 0.9, offScreenZone: 0.25, offScreenDwell: 0.9, hysteresis: 0.05, release: 0.2,
      cooldown: 1.5, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5, rule: .below)

    /// The rule `confirm` with raised eyebrows. The numbers were chosen on simulated people, the sign's thresholds on
    /// public ARKit recordings.
    public static let confirm = Settings(
      edgeZone: 0.25, edgeDwell: 0.4, offScreenZone: 0.4, offScreenDwell: 0.4, hysteresis: 0.05, release: 0.2,
      cooldown: 1.5, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5, rule: .confirm)

    /// Sentences that tell people how to scroll with these settings, for an app's help.
    public var instruction: String { rule.instruction(sign: sign, upSign: upSign) }
  }
}

extension ScrollTrigger.Settings {
  /// The zone, widened by `margin`, that contains the pointer, and whether the pointer is beyond the window's edge.
  @inline(__always)
  func zone(
    of pointer: SIMD2<Double>, in window: SIMD2<Double>, margin: Double
  ) -> (direction: ScrollDirection, isOffScreen: Bool) {
    let (y, beside) = (pointer.y / window.y, offScreenZone + margin)
    // The reach beside the window is the same as below it, in points.
    let reach = beside * window.y
    guard pointer.x >= -reach, pointer.x <= window.x + reach else { return (.none, false) }
    let edge = (rule == .below ? 0 : edgeZone) + margin
    if y > 1 - edge, y <= 1 + beside { return (.down, y > 1) }
    if y < edge, y >= -beside { return (.up, y < 0) }
    return (.none, false)
  }

  /// The command to scroll for some seconds.
  func command(_ direction: ScrollDirection, _ elapsed: Double) -> ScrollCommand {
    // The settings come from files: an invalid speed (negative or not finite) moves nothing.
    let distance = speed * elapsed
    return distance >= 0 && distance.isFinite ? ScrollCommand(direction: direction, distance: distance) : .none
  }
}

/// A number that files may lack has its default in `init(from:)`. The valid ranges of all numbers are in GazeRecording,
/// in `CalibrationFile+Reading.swift` and `DeviceProfile+Reading.swift`.
extension ScrollTrigger.Settings: Codable {
  private enum CodingKeys: String, CodingKey {
    case edgeZone, edgeDwell, offScreenZone, offScreenDwell, hysteresis, release, cooldown, speed, holdLimit
    case blinkThreshold, rule, sign, upSign, signOn, signOff, signHold, longestScroll
  }

  /// Settings from a file. The rule and its numbers may be absent, as in files that were written before there were
  /// several rules; the rule is then `edge`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Double { try values.decode(Double.self, forKey: key) }
    self.init(
      edgeZone: try number(.edgeZone), edgeDwell: try number(.edgeDwell), offScreenZone: try number(.offScreenZone),
      offScreenDwell: try number(.offScreenDwell), hysteresis: try number(.hysteresis), release: try number(.release),
      cooldown: try number(.cooldown), speed: try number(.speed), holdLimit: try number(.holdLimit),
      blinkThreshold: try number(.blinkThreshold))
    rule = try values.decodeIfPresent(ScrollRule.self, forKey: .rule) ?? rule
    sign = try values.decodeIfPresent(FacialSign.self, forKey: .sign) ?? sign
    upSign = try values.decodeIfPresent(FacialSign.self, forKey: .upSign) ?? upSign
    signOn = try values.decodeIfPresent(Double.self, forKey: .signOn)
    signOff = try values.decodeIfPresent(Double.self, forKey: .signOff)
    signHold = try values.decodeIfPresent(Double.self, forKey: .signHold) ?? signHold
    longestScroll = try values.decodeIfPresent(Double.self, forKey: .longestScroll) ?? longestScroll
  }

  /// Writes the settings. The rule `edge` is not written, and signs only with a rule that uses them, so that a file of
  /// the rule `edge` has the same bytes as before there were several rules.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(edgeZone, forKey: .edgeZone)
    try values.encode(edgeDwell, forKey: .edgeDwell)
    try values.encode(offScreenZone, forKey: .offScreenZone)
    try values.encode(offScreenDwell, forKey: .offScreenDwell)
    try values.encode(hysteresis, forKey: .hysteresis)
    try values.encode(release, forKey: .release)
    try values.encode(cooldown, forKey: .cooldown)
    try values.encode(speed, forKey: .speed)
    try values.encode(holdLimit, forKey: .holdLimit)
    try values.encode(blinkThreshold, forKey: .blinkThreshold)
    if rule != .edge { try values.encode(rule, forKey: .rule) }
    guard rule.usesSigns else { return }
    try values.encode(sign, forKey: .sign)
    if rule == .sign { try values.encode(upSign, forKey: .upSign) }
    try values.encodeIfPresent(signOn, forKey: .signOn)
    try values.encodeIfPresent(signOff, forKey: .signOff)
    try values.encode(signHold, forKey: .signHold)
    try values.encode(longestScroll, forKey: .longestScroll)
  }
}
