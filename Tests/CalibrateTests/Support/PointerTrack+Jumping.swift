import Foundation
import GazePipeline
import TestSupport

@testable import Calibrate

extension PointerTrack {
  /// Targets that jump every `seconds` at 60 Hz; the eyes follow `latency` later within three frames. The noise, in
  /// points, is white plus coloured (AR(1) with time constant 0.33 s).
  static func jumping(
    white: Double, coloured: Double, looks: Int = 40, seconds: Double = 1.5, latency: Double = 0.2, seed: UInt64 = 21
  ) -> PointerTrack {
    var random = SeededGenerator(seed: seed)
    var points: [(time: Double, point: SIMD2<Double>, target: SIMD2<Double>?)] = []
    var targets = [SIMD2<Double>(187, 406)]
    var slow = SIMD2<Double>.zero
    let phi: Double = exp(-1 / (0.325 * 60))
    let drive = coloured * (1 - phi * phi).squareRoot()
    for look in 0..<looks {
      let next = SIMD2(random.number(40...335), random.number(80...730))
      targets.append(next)
      for i in 0..<Int(seconds * 60) {
        let t = Double(i) / 60
        let progress = min(max((t - latency) * 20, 0), 1)
        let way: SIMD2<Double> = next - targets[look]
        let gaze = targets[look] + way * progress
        slow = slow * phi + random.normalPair() * drive
        let noise = slow + random.normalPair() * white
        points.append((Double(look) * seconds + t, gaze + noise, next))
      }
    }
    return PointerTrack(points: points, settling: 0.6)
  }
}
