import GazePipeline

/// SplitMix64 (Steele, Lea & Flood 2014): small, and the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Uniform.
  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// Uniform in a cube around zero.
  mutating func vector(within half: Double) -> SIMD3<Double> {
    SIMD3(number(-half...half), number(-half...half), number(-half...half))
  }

  /// Three turns about three axes: reaches every rotation.
  mutating func rotation() -> RotationMatrix {
    .aboutZ(number(-3...3)) * .aboutY(number(-3...3)) * .aboutX(number(-3...3))
  }

  /// A direction within `angle` radians of +z, yaw and pitch uniform.
  mutating func direction(within angle: Double) -> SIMD3<Double> {
    GazeAngles(yaw: number(-angle...angle), pitch: number(-angle...angle)).direction
  }
}
