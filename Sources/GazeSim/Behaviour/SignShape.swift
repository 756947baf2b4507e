import GazePipeline

/// A deliberate sign of the face. The raw value is that of the constants `sign.shape` and `sign.upShape`, whose rows in
/// `SimulationParameters.Signs` list the same numbers and their range; it is also the number of a draw in `SignHabits`.
/// `script/corpus` finds a value that changes.
enum SignShape: Int, CaseIterable {
  /// Both brows raised: `browInnerUp`, and 0.8 of it in `browOuterUpLeft` and `browOuterUpRight` (assumed).
  case brows
  /// `mouthPucker`.
  case pucker
  /// `mouthLeft`.
  case mouthLeft
  /// `mouthRight`.
  case mouthRight
  /// `mouthSmileLeft` and `mouthSmileRight`.
  case smile
  /// `cheekPuff`.
  case cheekPuff
  /// The head nods, down and back; no coefficient changes.
  case nod
  /// Both lids close for longer than in a blink.
  case longBlink

  /// Level of a relaxed face over people, 0…1: mean, SD and limits. The recorded ranges are those of public takes:
  /// `browInnerUp` 0.05–0.15, `mouthPucker` 0.04–0.05, `mouthLeft` 0.00–0.02, `cheekPuff` 0.01–0.04. The levels of
  /// `mouthRight`, as of `mouthLeft`, and of a smile are assumed.
  var rest: (mean: Double, sd: Double, limits: ClosedRange<Double>) {
    switch self {
    case .brows: (0.10, 0.03, 0.03...0.20)
    case .pucker: (0.045, 0.003, 0.03...0.06)
    case .mouthLeft, .mouthRight: (0.01, 0.005, 0...0.03)
    case .smile: (0.05, 0.02, 0...0.12)
    case .cheekPuff: (0.025, 0.008, 0...0.06)
    case .nod, .longBlink: (0, 0, 0...0)
    }
  }

  /// Time for which the sign stays at its peak, seconds; nil for a sign that is held as long as it is needed (assumed).
  /// The row of `sign.shape` repeats the 0.8 s, which must lie within `SignDetector.blink` of GazePipeline.
  var hold: Double? {
    switch self {
    case .longBlink: 0.8
    case .nod: 0.1
    default: nil
    }
  }

  /// Angle by which the head is lowered at level 1, radians: 0.25 rad at the mean peak of 0.85 (assumed).
  var pitch: Double { self == .nod ? 0.25 / 0.85 : 0 }

  /// Writes the level of the sign, 0…1, into its coefficients, whose indices are those of `BlendShapes.names`;
  /// `SignShapeTests` compares them with the names.
  func write(_ level: Float, into shapes: inout BlendShapes) {
    switch self {
    case .brows:
      shapes[43] = level
      shapes[44] = 0.8 * level
      shapes[45] = 0.8 * level
    case .pucker: shapes[20] = level
    case .mouthLeft: shapes[21] = level
    case .mouthRight: shapes[22] = level
    case .smile:
      shapes[23] = level
      shapes[24] = level
    case .cheekPuff: shapes[46] = level
    case .nod, .longBlink: break
    }
  }
}
