import Foundation
import GazePipeline
import TestSupport
import Testing

struct OneEuroFilterTests {
  static let groundTruth = packageRoot.deletingLastPathComponent()
    .appending(path: "shared/data/oneeuro/groundTruth.csv")
  static var hasGroundTruth: Bool { FileManager.default.fileExists(atPath: groundTruth.path) }

  @Test(
    "reproduces the authors' own numbers (casiez/OneEuroFilter, 1,200 rows) to 1e-4",
    .enabled(if: hasGroundTruth, "../shared/data/oneeuro/groundTruth.csv does not exist"))
  func authorsNumbers() throws {
    let text = try String(contentsOf: Self.groundTruth, encoding: .utf8)
    var filter = OneEuroFilter(.init(minCutoff: 1, beta: 0.1, derivativeCutoff: 1))
    var rows = 0
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",").compactMap { Double($0) }
      try #require(fields.count == 4)
      // The times in the reference file are rounded; the filter that wrote the file ran at a fixed 120 Hz.
      let filtered = filter.step(SIMD2(fields[2], 0), at: Double(rows) / 120)
      expectNear(filtered.x, fields[3], 1e-4, "row \(rows)")
      #expect(filtered.y == 0)
      rows += 1
    }
    #expect(rows == 1200)
  }

  @Test("two steps by hand: α = 1/(1 + 60/2π) at 60 Hz and 1 Hz")
  func byHand() {
    var filter = OneEuroFilter(.init(minCutoff: 1, beta: 0.5, derivativeCutoff: 1))
    #expect(filter.step(SIMD2(10, 10), at: 0) == SIMD2(10, 10))
    let found = filter.step(SIMD2(13, 14), at: 1.0 / 60)
    let alpha = 1 / (1 + 60 / (2 * Double.pi))
    // The speed is 5 points per frame, smoothed 300·α points/s; the cutoff is 1 + 0.5 · 300 α for both axes.
    let cutoff = 1 + 0.5 * 300 * alpha
    let expected = 1 / (1 + 60 / (2 * Double.pi * cutoff))
    expectNear(found.x, 10 + 3 * expected, 1e-12)
    expectNear(found.y, 10 + 4 * expected, 1e-12)
  }

  @Test("is isotropic: a rotated input gives the rotated output")
  func isotropic() {
    var random = SeededGenerator(seed: 18)
    var straight = OneEuroFilter(.init(minCutoff: 1, beta: 0.02))
    var turned = straight
    let (c, s) = (Elementary.cos(0.7), Elementary.sin(0.7))
    func turn(_ p: SIMD2<Double>) -> SIMD2<Double> { SIMD2(c * p.x - s * p.y, s * p.x + c * p.y) }
    for index in 0..<200 {
      let point = SIMD2(random.number(0...400), random.number(0...800))
      let a = straight.step(point, at: Double(index) / 60)
      let b = turned.step(turn(point), at: Double(index) / 60)
      expectNear(turn(a), b, 1e-9)
    }
  }

  @Test("the output stays between the last output and the input")
  func between() {
    var filter = OneEuroFilter(.init(minCutoff: 2, beta: 0.1))
    var random = SeededGenerator(seed: 19)
    var last = filter.step(.zero, at: 0)
    for index in 1...500 {
      let x = random.number(-100...100)
      let value = filter.step(SIMD2(x, 0), at: Double(index) / 60)
      #expect(value.x >= min(last.x, x) && value.x <= max(last.x, x))
      last = value
    }
  }

  @Test(
    "a non-finite sample changes nothing, also as the first one",
    arguments: [(Double.nan, 1.0), (.infinity, 1), (3, .nan), (3, .infinity), (3, -.infinity)])
  func notFinite(x: Double, time: Double) {
    var (filter, other) = (OneEuroFilter(.init()), OneEuroFilter(.init()))
    _ = filter.step(SIMD2(x, 0), at: time)
    #expect(filter == other)
    for (index, value) in [1.0, 5, 2].enumerated() {
      let a = filter.step(SIMD2(value, 0), at: Double(index))
      _ = filter.step(SIMD2(x, 0), at: time)
      #expect(a == other.step(SIMD2(value, 0), at: Double(index)))
    }
  }

  @Test("a jump too fast for a Double restarts the filter without NaN")
  func overflow() {
    var filter = OneEuroFilter(.init(minCutoff: 1, beta: 1))
    _ = filter.step(SIMD2(0, 0), at: 0)
    #expect(filter.step(SIMD2(1e10, 0), at: .leastNonzeroMagnitude) == SIMD2(1e10, 0))
    let next = filter.step(SIMD2(0, 0), at: 1)
    #expect(next.isFinite && next.x < 1e10)
  }

  @Test("settings from a hostile file never give NaN", arguments: [-1e9, -0.1, 0, .nan, .infinity, 1e308])
  func hostileSettings(number: Double) {
    for settings in [
      OneEuroFilter.Settings(minCutoff: number), .init(beta: number), .init(beta: 1, derivativeCutoff: number),
    ] {
      var filter = OneEuroFilter(settings)
      for index in 0..<20 {
        #expect(filter.step(SIMD2(Double(index * index), 1), at: Double(index) / 60).isFinite)
      }
    }
  }
}
