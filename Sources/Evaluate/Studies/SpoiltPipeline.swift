import GazePipeline
import GazeSimulation

/// A pipeline whose pointer lies beside where it should, or does not hold still.
struct SpoiltPipeline<Base: PointerPipeline>: PointerPipeline {
  var base: Base
  let shift: SIMD2<Double>
  let jitter: Double
  var rng: PhiloxGenerator

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    var output = base.step(frame)
    var moved = shift
    if jitter > 0 {
      // A sum of four uniform numbers an axis, of variance 4/12.
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

/// A spoilt pipeline; each person's jitter is drawn from a stream of its own.
func spoilt<Base: PointerPipeline>(
  _ base: Base, shift: SIMD2<Double> = .zero, jitter: Double = 0, _ participant: Int
) -> any PointerPipeline {
  SpoiltPipeline(
    base: base, shift: shift, jitter: jitter,
    rng: PhiloxGenerator(seed: 7, stream: UInt32(truncatingIfNeeded: participant)))
}
