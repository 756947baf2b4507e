import GazePipeline
import TestSupport

extension SeededGenerator {
  /// A uniform vector in a cube around zero.
  mutating func vector(within half: Double) -> SIMD3<Double> {
    SIMD3(number(-half...half), number(-half...half), number(-half...half))
  }

  /// A random rotation, composed of turns about three axes; every rotation is possible.
  mutating func rotation() -> RotationMatrix {
    .aboutZ(number(-3...3)) * .aboutY(number(-3...3)) * .aboutX(number(-3...3))
  }

  /// A direction within `angle` radians of +z, yaw and pitch uniform.
  mutating func direction(within angle: Double) -> SIMD3<Double> {
    GazeAngles(yaw: number(-angle...angle), pitch: number(-angle...angle)).direction
  }
}
