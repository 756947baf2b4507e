import GazeMetrics
import GazePipeline
import GazeSimulation
import GazeTesting
import Testing

@Suite struct PointerMapTests {
  /// The map of a pointer that is this function of the gaze, all over a 375 × 812 screen.
  private func map(_ pointer: (SIMD2<Double>) -> SIMD2<Double>) -> PointerMap {
    var map = PointerMap()
    for i in 0..<20 {
      for k in 0..<20 {
        let gaze = SIMD2(375 * (Double(i) + 0.5) / 20, 812 * (Double(k) + 0.5) / 20)
        map.add(pointer(gaze), gaze: gaze)
      }
    }
    return map
  }

  @Test("the line that was put in comes back, from parts too, and a right one has no findings")
  func line() throws {
    let whole = map { $0 * SIMD2(0.8, 1.1) + SIMD2(12, -30) }
    let gain = try #require(whole.gain)
    #expect(abs(gain.x - 0.8) < 1e-12 && abs(gain.y - 1.1) < 1e-12)
    var (first, second) = (PointerMap(), PointerMap())
    for i in 0..<400 {
      let gaze = SIMD2(Double(i % 20) * 19, Double(i / 20) * 41)
      if i < 150 { first.add(gaze * 0.5, gaze: gaze) } else { second.add(gaze * 0.5, gaze: gaze) }
    }
    first.merge(second)
    let merged = try #require(first.gain)
    #expect(first.count == 400 && abs(merged.y - 0.5) < 1e-12)
    #expect(map { $0 }.findings().isEmpty)
    #expect(
      PointerMap().findings() == ["there is no pointer while the gaze is on the screen"] && PointerMap().gain == nil
        && PointerMap().offset == nil)
  }

  static let faults: [(name: String, pointer: @Sendable (SIMD2<Double>) -> SIMD2<Double>, said: [String])] = [
    ("y up", { SIMD2($0.x, 812 - $0.y) }, ["y runs the wrong way: the pointer moves by -1.0 points"]),
    ("mirrored", { SIMD2(375 - $0.x, $0.y) }, ["x runs the wrong way", "left and right are mirrored"]),
    ("swapped", { SIMD2($0.y, $0.x) }, ["x and y are swapped"]),
    ("doubled", { $0 * SIMD2(1, 2) }, ["along y the pointer moves 2.0 times as far", "406.0 points below the gaze"]),
    ("shifted", { $0 - SIMD2(31, 0) }, ["the pointer lies 31.0 points left of the gaze on average"]),
    ("stuck", { SIMD2($0.x, 400) }, ["y does not follow the gaze"]),
  ]

  @Test("each fault is named, and nothing else is", arguments: faults.indices)
  func findings(_ index: Int) {
    let fault = Self.faults[index]
    let findings = map(fault.pointer).findings()
    for said in fault.said { #expect(findings.contains { $0.contains(said) }, "\(fault.name): \(findings)") }
    #expect(findings.count <= (fault.name == "doubled" ? 2 : 1), "\(fault.name): \(findings)")
  }

  @Test("numbers of any size leave it finite")
  func hostile() {
    var map = map { $0 }
    for bad in [SIMD2(Double.nan, 0), SIMD2(.infinity, 0), SIMD2(1e300, 0)] { map.add(bad, gaze: .zero) }
    #expect(map.count == 400 && map.findings().isEmpty)
  }

  @Test("an unknown device is named with its neighbours, and a report says what is off")
  func report() throws {
    #expect(throws: (any Error).self) { try NominalPhone(device: "iphone12mimi") }
    let phone = try NominalPhone(device: "iphone12mini")
    let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, seed: 2, participants: 14, duration: 10))
    struct Still: PointerPipeline {
      mutating func step(_ frame: FaceFrame) -> PointerOutput {
        PointerOutput(pointer: SIMD2(187, 406), rawPointer: SIMD2(187, 406))
      }
    }
    let report = try check.report([Gate(metric: "pointer.errorPoints.median", limit: 10, direction: .max)]) { _ in
      Still()
    }
    #expect(report.verdict == .fail && report.people > 0 && "\(report)".hasPrefix("fail on "))
  }
}
