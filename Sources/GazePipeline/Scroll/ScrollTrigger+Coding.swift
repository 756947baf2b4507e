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
