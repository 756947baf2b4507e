package import GazePipeline

/// The rule of the scroll trigger as a choice of a run: `--trigger`.
extension ScrollRule {
  /// The trigger with this rule: `own`, if it has the rule already, so that numbers of a profile or a calibration stay
  /// in force; otherwise the rule's default settings.
  package func trigger(inPlaceOf own: ScrollTrigger.Settings) -> ScrollTrigger.Settings {
    if own.rule == self { return own }
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
  package var needsBlendShapes: Bool {
    let signs = rule == .confirm ? [sign] : rule == .sign ? [sign, upSign] : []
    return signs.contains { ![.none, .nod, .longBlink].contains($0) }
  }

  /// The sign's number in the constants `sign.shape` and `sign.upShape`.
  private static func shape(_ sign: FacialSign) -> Double {
    let shapes: [FacialSign] = [.brows, .mouthPucker, .mouthLeft, .mouthRight, .smile, .cheekPuff, .nod, .longBlink]
    return Double(shapes.firstIndex(of: sign) ?? 0)
  }
}
