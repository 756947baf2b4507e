import GazePipeline
import GazeRecording
import TestSupport

@testable import Calibrate

extension FixationWindow {
  /// A window in which the noise has its reference size.
  init(at start: Double, _ samples: [Sample], geometry: Geometry? = .zero, look: Int = 0) {
    self.init(start: start, samples: samples, geometry: geometry, noiseScale: 1, noiseSlope: .zero, look: look)
  }
}

extension FixationWindow.Geometry {
  static let zero = Self(head: .zero, byDistance: .zero, byCameraX: .zero, byCameraY: .zero, jump: .zero)
}
