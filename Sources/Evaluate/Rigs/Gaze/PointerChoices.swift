package import GazePipeline

/// Evidence by which the pipeline `standard` recentres its pointer in a session. The raw values are the names that
/// `--recentre` takes.
///
/// Every choice but `none` includes `x`, because an app that shows text has this evidence for nothing.
package enum RecentreChoice: String, Sendable, CaseIterable {
  /// No recentring.
  case none
  /// One dot at the beginning of the take, and `x`.
  case dot
  /// A tap on the content about every 15 s, and `x`.
  case tap15
  /// The middle of the lines read, which tells the horizontal offset.
  case x
  /// The lines read, which tell both offsets.
  case reading

  /// The pipeline's settings, which use the named evidence and no other; nil for no recentring.
  package var settings: Recentring.Settings? {
    guard self != .none else { return nil }
    var settings = Recentring.Settings(reading: self == .reading ? .lines : .middle)
    (settings.usesDots, settings.usesTaps) = (self == .dot, self == .tap15)
    return settings
  }

  /// Constants of the simulation with which people give this evidence and the app states it, by key.
  package var constants: [String: Double] {
    switch self {
    case .none: [:]
    case .dot: ["task.appStates": 1, "task.dotAtStart": 1]
    case .tap15: ["task.appStates": 1, "task.tapInterval": 15]
    case .x, .reading: ["task.appStates": 1]
    }
  }

  /// The evidence in a few words.
  package var summary: String {
    switch self {
    case .none: "no recentring"
    case .dot: "one dot at the take's beginning, and x"
    case .tap15: "taps on the content, one about every 15 s, and x"
    case .x: "the middle of the lines read"
    case .reading: "the lines read"
    }
  }
}

/// The rule of the scroll trigger as a choice of a run: `--trigger`.
extension ScrollRule {
  /// The trigger with this rule: `current`, if it has the rule already, so that numbers of a profile or a calibration
  /// stay in force; otherwise the rule's default settings.
  package func trigger(inPlaceOf current: ScrollTrigger.Settings) -> ScrollTrigger.Settings {
    if current.rule == self { return current }
    switch self {
    case .edge: return .standard
    case .below: return .below
    case .confirm: return .confirm
    case .sign:
      var settings = ScrollTrigger.Settings.confirm
      settings.rule = .sign
      return settings
    }
  }
}

extension ScrollTrigger.Settings {
  /// Constants of the simulation with which people do what this trigger asks of them, by key; only those that differ
  /// from the simulation's defaults.
  package var constants: [String: Double] {
    switch rule {
    case .edge: return [:]
    case .below: return ["task.scrollGaze": rule.gazePlace]
    case .confirm:
      guard sign != .none else { return [:] }
      return ["sign.made": 1, "sign.shape": Self.shape(sign)].filter { $0.value != 0 }
    case .sign:
      let constants = [
        "sign.made": 1, "sign.twoShapes": 1, "sign.shape": Self.shape(sign), "sign.upShape": Self.shape(upSign),
      ]
      return constants.filter { $0.key == "sign.upShape" ? $0.value != 1 : $0.value != 0 }
    }
  }

  /// True if the trigger reads ARKit's facial coefficients.
  var needsBlendShapes: Bool {
    let signs = rule == .confirm ? [sign] : rule == .sign ? [sign, upSign] : []
    return signs.contains { ![.none, .nod, .longBlink].contains($0) }
  }

  /// The sign's number in the constants `sign.shape` and `sign.upShape`.
  private static func shape(_ sign: FacialSign) -> Double {
    let shapes: [FacialSign] = [.brows, .mouthPucker, .mouthLeft, .mouthRight, .smile, .cheekPuff, .nod, .longBlink]
    return Double(shapes.firstIndex(of: sign) ?? 0)
  }
}
