import GazePipeline
import GazeRecording
import TestSupport

@testable import Calibrate

extension SeededGenerator {
  /// Two standard normal numbers.
  mutating func normalPair() -> SIMD2<Double> { SIMD2(normal(), normal()) }
}
