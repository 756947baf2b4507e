import Foundation
import GazeMetrics
import GazePipeline
import GazeSimulation
import Testing

@testable import GazeTesting

/// One ray from between the eyes, with its pointer changed.
private struct Hit: PointerPipeline {
  let screen: ScreenGeometry
  var change: @Sendable (SIMD2<Double>) -> SIMD2<Double>? = { $0 }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let face = frame.cameraFromFace, let eye = CyclopeanEye(frame),
      let hit = screen.hit(of: GazeRay(origin: face.apply(eye.origin), direction: face.apply(direction: eye.direction)))
    else { return PointerOutput(pointer: nil, rawPointer: nil) }
    let pointer = change(screen.point(ofHit: hit))
    return PointerOutput(pointer: pointer, rawPointer: pointer)
  }
}

@Suite struct CorrectnessTests {
  private let phone: NominalPhone
  private let check: AccuracyCheck

  init() throws {
    phone = try NominalPhone(device: "iphone12mini")
    check = AccuracyCheck(Simulation(device: phone, scenario: .validation, seed: 5))
  }

  private func judge(_ change: @escaping @Sendable (SIMD2<Double>) -> SIMD2<Double>?) throws -> Correctness {
    try check.correctness { Hit(screen: phone.geometry, change: change) }
  }

  private func value(_ metric: String, _ correctness: Correctness) throws -> Correctness.Check {
    try #require(correctness.checks.first { $0.metric == metric })
  }

  @Test("on physical eyes a right pipeline is right to a thousandth; ARKit's mean gain is not its fault")
  func right() throws {
    let right = try judge { $0 }
    #expect(right.verdict == .pass && right.findings.isEmpty)
    for (metric, wanted) in [
      ("pointer.gain.x", 1.0), ("pointer.gain.y", 1), ("pointer.crosstalk.x", 0), ("pointer.crosstalk.y", 0),
    ] {
      #expect(abs(try #require(value(metric, right).physical) - wanted) < 1e-3, "\(metric)")
    }
    for metric in [
      "pointer.offsetPoints.x", "pointer.offsetPoints.y", "pointer.residualPoints", "pointer.lagMilliseconds",
    ] {
      #expect(abs(try #require(value(metric, right).physical)) < 0.1, "\(metric)")
    }
    // The value is 0.85, which is out of range, but only on one of the two faces.
    let vertical = try value("pointer.gain.y", right)
    #expect(abs(try #require(vertical.arkit) - 0.85) < 0.06 && vertical.verdict == .pass)
    #expect(abs(try #require(value("pointer.eyeShare", right).arkit)) < 0.02)
    #expect(right.description.contains("gain 1.0 along x and 1.0 along y, offset 0 and 0 pt, lag 0 ms"))
  }

  @Test("a figure that ARKit's gain makes wrong, and its correction right, is not blamed either")
  func corrected() throws {
    let middle = phone.geometry.points / 2
    let corrected = try judge { middle + ($0 - middle) / SIMD2(0.92, 0.85) }
    #expect(corrected.verdict == .pass, "\(corrected)")
  }

  @Test("a pointer may differ as declared, and may not differ from its declaration")
  func claims() throws {
    let middle = phone.geometry.points / 2
    var declared = check
    declared.claims.gain = SIMD2(0.5, 0.5)
    declared.claims.offsetPoints = SIMD2(0, -60)
    let half: @Sendable (SIMD2<Double>) -> SIMD2<Double>? = { middle + ($0 - middle) / 2 - SIMD2(0, 60) }
    func halved(_ check: AccuracyCheck) throws -> Correctness {
      try check.correctness { Hit(screen: phone.geometry, change: half) }
    }
    let whole = try halved(declared)
    #expect(whole.verdict == .pass, "\(whole)")
    let words = "0.5 times as far as the gaze (allowed 0.9 to 1.1) along both axes"
    #expect(try halved(check).findings.contains { $0.contains(words) })
    #expect(try declared.correctness { Hit(screen: phone.geometry) }.verdict == .fail)
  }

  @Test("missing pointers, NaN and arbitrary numbers fail without a trap")
  func hostile() throws {
    for (change, said) in [
      ({ @Sendable _ in nil }, "gives no pointer"), ({ @Sendable _ in SIMD2(.nan, .infinity) }, "gives no pointer"),
      ({ @Sendable _ in SIMD2(1e300, 1e300) }, "gives no pointer"), ({ @Sendable _ in SIMD2(5, 5) }, "does not move"),
      ({ @Sendable p in p * 1e6 }, "1000000 times as far"), ({ @Sendable p in SIMD2(p.x, 100) }, "y does not follow"),
      ({ @Sendable p in SIMD2((p.x * 7919).truncatingRemainder(dividingBy: 375), 0) }, "does not follow the gaze"),
    ] as [(@Sendable (SIMD2<Double>) -> SIMD2<Double>?, String)] {
      let stage = try judge(change)
      #expect(stage.verdict == .fail && stage.findings.contains { $0.contains(said) }, "\(said): \(stage)")
    }
  }

  @Test("the stage depends on the seed: equal seeds give equal figures, others do not", arguments: [30.0, 60, 120])
  func seeds(rate: Double) throws {
    func stage(_ seed: UInt64) -> Correctness {
      CorrectnessStage(screen: phone.geometry, rate: rate, seed: seed).judge { Hit(screen: phone.geometry) }
    }
    #expect(stage(1) == stage(1) && stage(1).verdict == .pass)
    #expect(stage(1).checks != stage(2).checks)
  }

  @Test("a turned interface is judged right, too", arguments: ScreenOrientation.allCases)
  func orientation(_ orientation: ScreenOrientation) throws {
    let screen = phone.geometry.turned(to: orientation)
    let stage = CorrectnessStage(screen: screen, rate: 60, seed: 3)
    #expect(stage.judge { Hit(screen: screen) }.verdict == .pass)
    let lefty = stage.judge { Lefty(base: Hit(screen: screen)) }
    #expect(lefty.findings.contains { $0.hasPrefix("the left eye alone makes the pointer") }, "\(lefty)")
  }

  /// A pipeline that uses one eye instead of both.
  private struct Lefty: PointerPipeline {
    var base: Hit

    mutating func step(_ frame: FaceFrame) -> PointerOutput {
      var frame = frame
      frame.rightEye = frame.leftEye
      return base.step(frame)
    }
  }

  @Test("its JSON reads back, and claims out of range are refused")
  func json() throws {
    let stage = try judge { $0 }
    #expect(try JSONDecoder().decode(Correctness.self, from: JSONEncoder().encode(stage)) == stage)
    func claims(_ text: String) throws -> PointerClaims {
      try JSONDecoder().decode(PointerClaims.self, from: Data(text.utf8))
    }
    #expect(try claims("{}") == PointerClaims())
    #expect(try claims(#"{"lagMilliseconds":250}"#).lag == 0.25)
    for bad in [#"{"gain":[1]}"#, #"{"gain":[0,1]}"#, #"{"lagMilliseconds":-1}"#, #"{"offsetPoints":[1e9,0]}"#] {
      #expect(throws: DecodingError.self) { try claims(bad) }
    }
  }
}
