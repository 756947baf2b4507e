import GazePipeline

/// A condition because of which hands-free apps matter to a person, and which makes gaze harder to track. All effects
/// are assumed. The flags exist so that results can be reported separately for each flag; they make no claim about how
/// such people see.
public enum PersonFlag: String, Sendable, CaseIterable {
  /// One eye deviates by 8° sideways; the tracker, which couples the eyes, reports half of the deviation.
  case strabismus
  /// The eyes swing by 2° at 3 Hz.
  case nystagmus
  /// The lids hang 35 % closed.
  case ptosis
  /// The head trembles by 1.5° at 5 Hz.
  case headTremor
  /// The head stays turned by 10° and does not help the eyes.
  case limitedHead
  /// One seeing eye, so that no second kappa cancels that of the first eye.
  case oneEye
  /// Bifocals: the chin is lifted by 12° to look through the lower half of the glasses.
  case bifocals

  /// The flag that the random number `chance`, 0…1, selects; all flags are equally frequent. With a further case people
  /// of the same seed have other flags, which `script/corpus` finds.
  init(chance: Double) {
    let index = min(Int(chance * Double(Self.allCases.count)), Self.allCases.count - 1)
    self = Self.allCases[max(index, 0)]
  }

  var noiseFactor: Double {
    self == .ptosis || self == .oneEye ? 1.5 : 1
  }

  /// Constant deviation of the reported cyclopean axis, radians.
  var deviation: Vector2 { self == .strabismus ? SIMD2(4.0.radians, 0) : .zero }

  /// Closure of the lids at rest, 0…1.
  var lid: Double { self == .ptosis ? 0.35 : 0 }

  /// Rest turn of the head, (yaw, pitch), radians.
  var headTurn: Vector2 {
    switch self {
    case .limitedHead: SIMD2(10.0.radians, 0)
    case .bifocals: SIMD2(0, 12.0.radians)
    default: .zero
    }
  }

  /// A swing of the gaze (amplitude in radians, Hz).
  var gazeSwing: (amplitude: Double, rate: Double) { self == .nystagmus ? (2.0.radians, 3) : (0, 0) }

  /// A swing of the head (amplitude in radians, Hz).
  var headSwing: (amplitude: Double, rate: Double) { self == .headTremor ? (1.5.radians, 5) : (0, 0) }
}
