/// Facial sign that a person gives on purpose. The raw values are the names that files and commands use.
public enum FacialSign: String, Sendable, Codable, CaseIterable {
  /// Raised eyebrows (`browInnerUp`).
  case brows
  /// Puckered lips (`mouthPucker`).
  case mouthPucker = "pucker"
  /// Puffed cheeks (`cheekPuff`).
  case cheekPuff = "puff"
  /// Mouth moved to the left (`mouthLeft`).
  case mouthLeft = "left"
  /// Mouth moved to the right (`mouthRight`).
  case mouthRight = "right"
  /// Smile (the mean of `mouthSmileLeft` and `mouthSmileRight`).
  case smile
  /// Head lowered relative to its usual pitch; the level is in radians. A phone that tilts gives the same signal.
  case nod
  /// Both lids closed for 0.6 to 1.5 s, counted when they open again. In 206 s of public ARKit recordings no blink
  /// lasted more than 0.4 s; the upper limit is assumed.
  case longBlink = "blink"
  /// No sign: the gaze alone decides, by its dwell.
  case none

  /// Name in files and commands, the raw value.
  public var name: String { rawValue }

  /// Rise above rest from which the sign counts, in the unit of its level (blend shape 0…1, `nod` radians). `none` has
  /// no threshold, so the value is 0.
  ///
  /// Derived: between the largest value that was not deliberate and the deliberate ones in public ARKit recordings
  /// (brows 0.52 | 0.97, pucker 0.75 in speech | 0.61, mouth left 0.34 | 0.71, puff 0.16 | 0.32), each less its rest.
  /// Speech reaches the threshold of `mouthPucker`. Published: smile 0.5 and nod 0.15 rad, the defaults of Ace Centre's
  /// Echo.
  public var onThreshold: Double {
    switch self {
    case .brows, .mouthLeft, .mouthRight, .smile, .longBlink: 0.5
    case .mouthPucker: 0.45
    case .cheekPuff: 0.2
    case .nod: 0.15
    case .none: 0
    }
  }

  /// Rise above rest at which the sign ends; assumed, 0.5 to 0.8 of `onThreshold`.
  public var offThreshold: Double {
    switch self {
    case .brows, .mouthLeft, .mouthRight, .smile: 0.3
    case .longBlink: 0.4
    case .mouthPucker: 0.25
    case .cheekPuff: 0.1
    case .nod: 0.08
    case .none: 0
    }
  }

  /// True if the sign counts only when it has ended, so that it cannot last while the page moves. It scrolls for a
  /// fixed time, 0.5 s (`ConfirmedScroll.pulse`).
  public var isMomentary: Bool { self == .longBlink }

  /// A request to a person for this sign, a sentence without its beginning.
  var request: String {
    switch self {
    case .brows: "raise your eyebrows for as long as the page should move."
    case .mouthPucker: "pucker your lips for as long as the page should move."
    case .cheekPuff: "puff out your cheeks for as long as the page should move."
    case .mouthLeft: "move your mouth to the left for as long as the page should move."
    case .mouthRight: "move your mouth to the right for as long as the page should move."
    case .smile: "smile for as long as the page should move."
    case .nod: "lower your head a little for as long as the page should move."
    case .longBlink: "close both eyes for a second."
    case .none: "wait until the page moves."
    }
  }

  /// Level of the sign in one frame, before its rest is subtracted: a blend shape, for `nod` the angle by which the
  /// face points below the camera's axis in radians, for `longBlink` the closure of the lid that is less closed. Nil if
  /// the frame has no tracked face or lacks the number, and for `none`.
  package func level(in face: FaceFrame?) -> Double? {
    guard let face, face.isTracked else { return nil }
    let level: Double? =
      switch self {
      case .brows: shape(43, face)
      case .mouthPucker: shape(20, face)
      case .mouthLeft: shape(21, face)
      case .mouthRight: shape(22, face)
      case .cheekPuff: shape(46, face)
      case .smile: face.blendShapes.map { Double($0[23] + $0[24]) / 2 }
      case .nod: face.cameraFromFace.map { Self.loweredAngle($0.rotation.z) }
      // A minimum alone would hide NaN in one lid.
      case .longBlink: (face.blink.x + face.blink.y).isFinite ? Double(min(face.blink.x, face.blink.y)) : nil
      case .none: nil
      }
    guard let level, abs(level) <= 4 else { return nil }
    return level
  }

  /// A blend shape by its index in `BlendShapes.names`. `FacialSignTests` gives the shapes their levels by name.
  private func shape(_ index: Int, _ face: FaceFrame) -> Double? { face.blendShapes.map { Double($0[index]) } }

  private static func loweredAngle(_ forward: SIMD3<Double>) -> Double {
    Elementary.atan2(-forward.y, (forward.x * forward.x + forward.z * forward.z).squareRoot())
  }
}
