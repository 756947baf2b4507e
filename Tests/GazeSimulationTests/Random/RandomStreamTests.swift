import Foundation
import GazeSimulation
import Testing

@Suite struct RandomStreamTests {
  // n = 100,000 draws, seed 1. Bounds are four standard errors of each statistic.
  private let n = 100_000

  @Test("normals have mean 0, variance 1 and independent halves")
  func normals() {
    let stream = RandomStream(seed: 1, .anatomy)
    var sum = SIMD2<Double>.zero
    var squares = SIMD2<Double>.zero
    var product = 0.0
    for k in 0..<n {
      let x = stream.normals(UInt64(k))
      sum += x
      squares += x * x
      product += x.x * x.y
    }
    let (mean, variance) = (sum / Double(n), squares / Double(n))
    let (se, seVariance) = (4 / Double(n).squareRoot(), 4 * (2 / Double(n)).squareRoot())
    #expect(abs(mean.x) < se && abs(mean.y) < se)
    #expect(abs(variance.x - 1) < seVariance && abs(variance.y - 1) < seVariance)
    #expect(abs(product / Double(n)) < se)
  }

  @Test("log-normal and gamma draws have the requested mean and SD")
  func shaped() {
    let stream = RandomStream(seed: 1, .script)
    var log = (sum: 0.0, squares: 0.0)
    var gamma = (sum: 0.0, squares: 0.0)
    for k in 0..<n {
      let x = stream.logNormal(UInt64(k), mean: 0.25, sd: 0.09)
      log.sum += x
      log.squares += x * x
      let g = stream.gamma4(UInt64(n + k), mean: 0.095)
      gamma.sum += g
      gamma.squares += g * g
    }
    let root = Double(n).squareRoot()
    let logMean = log.sum / Double(n)
    #expect(abs(logMean - 0.25) < 4 * 0.09 / root)
    #expect(abs((log.squares / Double(n) - logMean * logMean).squareRoot() - 0.09) < 0.002)
    // Shape 4: the SD is half the mean.
    let gammaMean = gamma.sum / Double(n)
    #expect(abs(gammaMean - 0.095) < 4 * 0.0475 / root)
    #expect(abs((gamma.squares / Double(n) - gammaMean * gammaMean).squareRoot() - 0.0475) < 0.001)
  }

  @Test("streams that differ in seed, component, person or session share nothing")
  func separate() {
    let streams = [
      RandomStream(seed: 1, .blink), RandomStream(seed: 2, .blink), RandomStream(seed: 1, .dropout),
      RandomStream(seed: 1, .blink, participant: 1), RandomStream(seed: 1, .blink, session: 1),
    ]
    let draws = streams.map { $0.uniform(7) }
    #expect(Set(draws).count == draws.count)
    #expect(RandomStream(seed: 1, .blink).uniform(7) == draws[0])
  }
}
