import Foundation
import GazePipeline
import GazeRecording
import TestSupport

@testable import Calibrate

/// An Ornstein–Uhlenbeck path, `count` steps of `step` seconds.
func wander(
  _ count: Int, step: Double, sd: Double, time: Double, using random: inout SeededGenerator
) -> [Double] {
  let phi = exp(-step / time)
  var x = sd * random.normal()
  return (0..<count).map { _ in
    defer { x = phi * x + sd * (1 - phi * phi).squareRoot() * random.normal() }
    return x
  }
}
