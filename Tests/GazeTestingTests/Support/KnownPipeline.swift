import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// Puts the pointer at `lookAt`, shifted by `offset` and delayed by `delay` frames; without a face it holds.
struct KnownPipeline: PointerPipeline {
  var offset = SIMD2<Double>.zero
  var delay = 0
  /// Scrolls down while the gaze is below this, points.
  var scrollsBelow = Double.infinity
  private var past: [SIMD2<Double>] = []
  private var pointer: SIMD2<Double>?

  init(offset: SIMD2<Double> = .zero, delay: Int = 0, scrollsBelow: Double = .infinity) {
    self.offset = offset
    self.delay = delay
    self.scrollsBelow = scrollsBelow
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard frame.isTracked else { return PointerOutput(pointer: pointer, rawPointer: nil) }
    past.append(SIMD2(Double(frame.lookAt.x), Double(frame.lookAt.y)) + offset)
    if past.count > delay + 1 { past.removeFirst() }
    pointer = past[0]
    let scroll = past[0].y > scrollsBelow ? ScrollCommand(direction: .down, distance: 4) : .none
    return PointerOutput(pointer: pointer, rawPointer: pointer, scroll: scroll)
  }
}
