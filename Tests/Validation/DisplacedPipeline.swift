import GazePipeline
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Pipeline whose pointer is shifted or jitters.
struct DisplacedPipeline: PointerPipeline {
  private var base: any PointerPipeline
  private let shift: SIMD2<Double>
  private let jitter: Double
  private var rng: PhiloxGenerator

  /// Displaces the pointer of `base`; each person's jitter is drawn from a separate stream.
  init(_ base: any PointerPipeline, shift: SIMD2<Double> = .zero, jitter: Double = 0, _ participant: Int) {
    (self.base, self.shift, self.jitter) = (base, shift, jitter)
    rng = PhiloxGenerator(seed: 7, stream: UInt32(truncatingIfNeeded: participant))
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    var output = base.step(frame)
    var moved = shift
    if jitter > 0 {
      // The sum of four uniform numbers per axis has a variance of 4/12.
      for _ in 0..<4 {
        let bits = rng.next()
        let (x, y) = (Double(bits >> 32), Double(bits & 0xFFFF_FFFF))
        moved += (SIMD2(x, y) * 0x1p-32 - 0.5) * (jitter * 3.0.squareRoot())
      }
    }
    output.pointer = output.pointer.map { $0 + moved }
    output.rawPointer = output.rawPointer.map { $0 + moved }
    return output
  }
}
