import GazeMetrics
import GazePipeline
import TestSupport
import Testing

struct WholePrecisionTests {
  @Test("medians of steps and windows agree with a simple slow computation, without lost samples")
  func brute() {
    var generator = SeededGenerator(seed: 5)
    var samples: [GazeAngles?] = []
    for _ in 0..<9000 {
      let gaze = GazeAngles(yaw: generator.uniform() * 0.01, pitch: generator.uniform() * 0.02)
      samples.append(generator.uniform() < 0.1 ? nil : gaze)
    }
    var whole = WholePrecision()
    for (i, gaze) in samples.enumerated() {
      let isTaken = whole.add(gaze, at: Double(i) / 100)
      #expect(isTaken)
    }
    let squares: [Double?] = zip(samples.dropFirst(), samples).map { b, a in
      guard let a, let b else { return nil }
      return (b.yaw - a.yaw) * (b.yaw - a.yaw) + (b.pitch - a.pitch) * (b.pitch - a.pitch)
    }
    let middle = median(squares.compactMap { $0 }).squareRoot() * 180 / .pi
    expectNear(whole.medianDegrees, middle, 1e-6 * middle)
    for length in [2, 3, 20, 700] {
      let windows: [Double] = (0...(squares.count - (length - 1))).compactMap { start in
        let own = squares[start..<start + length - 1].compactMap { $0 }
        return own.isEmpty ? nil : own.mean.squareRoot()
      }
      let expected = median(windows) * 180 / .pi
      expectNear(whole.windowDegrees(samples: length), expected, 1e-6 * expected, "\(length)")
    }
    expectNear(whole.dataLoss, Double(samples.count { $0 == nil }) / 9000, 1e-12)
    expectNear(whole.nominalRate, 100, 1e-6)
  }

  @Test("too few samples give no figure")
  func few() {
    var whole = WholePrecision()
    #expect(whole.medianDegrees == nil && whole.dataLoss == nil && whole.nominalRate == nil)
    _ = whole.add(.zero, at: 0)
    _ = whole.add(nil, at: 1)
    #expect(
      whole.medianDegrees == nil && whole.windowDegrees(samples: 2) == nil && whole.windowDegrees(samples: 0) == nil)
    #expect(whole.dataLoss == 0.5)
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }
}
