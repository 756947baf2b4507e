/// Rule by which a `ScrollTrigger` decides to scroll. The raw values are the names that files and commands use.
public enum ScrollRule: String, Sendable, Codable, CaseIterable {
  /// The pointer stays in a zone at the window's edge, or just off the screen, for a dwell.
  case edge
  /// The pointer stays just off the screen for a dwell; the window itself has no zone (off-screen targets: Kumar &
  /// Winograd 2007). The rule works only for people who know its instruction.
  case below
  /// The pointer arms a wide zone, and a facial sign confirms. The page moves while both last.
  case confirm
  /// A facial sign alone scrolls, wherever the gaze is. This rule is the baseline for `confirm`: a comparison with it
  /// shows the part of the success that is due to gaze.
  case sign

  /// Place where people look in order to scroll down, a share of the window's height from its top; `1 − gazePlace` is
  /// the place for scrolling up.
  ///
  /// 1.10 is 12 mm below the screen of a phone, as `belowInstruction` says; on simulated people 1.06 and 1.15
  /// did worse. 1.02 is assumed for the other rules; `sign` does not use the gaze.
  public var gazePlace: Double {
    switch self {
    case .below: 1.10
    case .edge, .confirm, .sign: 1.02
    }
  }

  /// Sentences that tell people how to scroll with this rule, for an app's help.
  ///
  /// - Parameters:
  ///   - sign: sign that confirms (`confirm`) or scrolls down (`sign`); the other rules have no sign.
  ///   - upSign: sign that scrolls up; only `sign` uses it.
  public func instruction(sign: FacialSign = .brows, upSign: FacialSign = .mouthPucker) -> String {
    switch self {
    case .edge: Self.look("at the screen's bottom edge, or at its top edge")
    case .below: Self.belowInstruction
    case .confirm where sign == .none: Self.look("at the bottom of the screen, or at its top")
    case .confirm: "To scroll, look at the bottom of the screen, or at its top to go back, and \(sign.request)"
    case .sign: "To scroll, \(sign.request) To go back, \(upSign.request)"
    }
  }

  /// The instruction of `below`, without which people look at the edge itself and the rule answers too few of them.
  public static let belowInstruction =
    "To scroll, look about 12 mm below the screen's edge, or as far above its top to go back, until the page moves."

  /// True if the rule needs a facial sign.
  @inline(__always) package var usesSigns: Bool { self == .confirm || self == .sign }

  private static func look(_ place: String) -> String { "To scroll, look \(place) to go back, until the page moves." }
}
