import Foundation
import GazeMetrics
import GazePipeline
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

struct CorrectnessTests {
  private let phone: NominalPhone
  private let check: AccuracyCheck

  init() throws {
    phone = try NominalPhone(device: "iphone12mini")
    check = AccuracyCheck(Simulation(device: phone, scenario: .validation, seed: 5))
  }

  private func judge(_ change: @escaping (SIMD2<Double>) -> SIMD2<Double>?) throws -> Correctness {
    try check.correctness { AppPipeline(screen: $0, change: change) }
  }

  private func value(_ metric: String, _ correctness: Correctness) throws -> Correctness.Check {
    try #require(correctness.checks.first { $0.metric == metric })
  }

  @Test("on physical eyes a right pipeline is right; ARKit's gain is not blamed")
  func right() throws {
    let right = try judge { $0 }
    #expect(right.verdict == .pass && right.findings.isEmpty)
    for (metric, wanted) in [
      ("pointer.gain.x", 1.0), ("pointer.gain.y", 1), ("pointer.crosstalk.x", 0), ("pointer.crosstalk.y", 0),
    ] {
      try expectNear(value(metric, right).physical, wanted, 1e-3, "\(metric)")
    }
    for metric in [
      "pointer.offsetPoints.x", "pointer.offsetPoints.y", "pointer.residualPoints", "pointer.lagMilliseconds",
    ] {
      try expectNear(value(metric, right).physical, 0, 0.1, "\(metric)")
    }
    // The value is 0.85, which is out of range, but only on one of the two faces.
    let vertical = try value("pointer.gain.y", right)
    #expect(vertical.verdict == .pass)
    expectNear(vertical.arkit, 0.85, 0.06)
    try expectNear(value("pointer.eyeShare", right).arkit, 0, 0.02)
    #expect(right.description.contains("gain 1.0 along x and 1.0 along y, offset 0 and 0 pt, lag 0 ms"))
  }

  @Test("a figure wrong by ARKit's gain, and right corrected, is not blamed")
  func corrected() throws {
    let corrected = try check.correctness { screen in
      let middle = screen.points / 2
      return AppPipeline(screen: screen, change: { middle + ($0 - middle) / SIMD2(0.92, 0.85) })
    }
    #expect(corrected.verdict == .pass)
  }

  @Test("a pointer may differ as declared, and may not differ from its declaration")
  func claims() throws {
    var declared = check
    declared.claims.gain = SIMD2(0.5, 0.5)
    declared.claims.offsetPoints = SIMD2(0, -60)
    func halved(_ check: AccuracyCheck) throws -> Correctness {
      try check.correctness { screen in
        let middle = screen.points / 2
        return AppPipeline(screen: screen, change: { middle + ($0 - middle) / 2 - SIMD2(0, 60) })
      }
    }
    let whole = try halved(declared)
    #expect(whole.verdict == .pass)
    let words = "0.5 times as far as the gaze (allowed 0.9 to 1.1) along both axes"
    #expect(try halved(check).findings.contains { $0.contains(words) })
    #expect(try declared.correctness { AppPipeline(screen: $0) }.verdict == .fail)
  }

  @Test("missing pointers, NaN and arbitrary numbers fail without a trap")
  func hostile() throws {
    for (change, said) in [
      ({ _ in nil }, "gives no pointer"), ({ _ in SIMD2(.nan, .infinity) }, "gives no pointer"),
      ({ _ in SIMD2(1e300, 1e300) }, "gives no pointer"), ({ _ in SIMD2(5, 5) }, "does not move"),
      ({ p in p * 1e6 }, "1000000 times as far"), ({ p in SIMD2(p.x, 100) }, "y does not follow"),
      ({ p in SIMD2((p.x * 7919).truncatingRemainder(dividingBy: 375), 0) }, "does not follow the gaze"),
    ] as [((SIMD2<Double>) -> SIMD2<Double>?, String)] {
      let stage = try judge(change)
      #expect(stage.verdict == .fail && stage.findings.contains { $0.contains(said) }, "\(said): \(stage)")
    }
  }

  @Test("the stage depends on the seed: equal seeds give equal figures, others do not", arguments: [30.0, 60, 120])
  func seeds(rate: Double) {
    func stage(_ seed: UInt64) -> Correctness {
      CorrectnessStage(screen: phone.geometry, rate: rate, seed: seed).judge { AppPipeline(screen: phone.geometry) }
    }
    #expect(stage(1) == stage(1) && stage(1).verdict == .pass)
    #expect(stage(1).checks != stage(2).checks)
  }

  @Test("a turned interface is judged right, too", arguments: ScreenOrientation.allCases)
  func orientation(_ orientation: ScreenOrientation) {
    let screen = phone.geometry.turned(to: orientation)
    let stage = CorrectnessStage(screen: screen, rate: 60, seed: 3)
    #expect(stage.judge { AppPipeline(screen: screen) }.verdict == .pass)
    let lefty = stage.judge { Lefty(base: AppPipeline(screen: screen)) }
    #expect(lefty.findings.contains { $0.hasPrefix("the left eye alone makes the pointer") })
  }

  @Test("a hand-computed upright pointer fails in three orientations, with both causes")
  func byHand() throws {
    let right = try check.correctness { AppPipeline(screen: $0) }
    #expect(right.verdict == .pass && right.orientations == ScreenOrientation.allCases)
    let wrong = try check.correctness { AppPipeline(screen: $0, isByHand: true) }
    #expect(wrong.verdict == .fail && wrong.orientations == ScreenOrientation.allCases)
    #expect(wrong.summary == "right in portrait, wrong in landscapeRight, portraitUpsideDown and landscapeLeft")
    #expect(wrong.findings.count == 1)
    let start =
      "in landscapeRight, portraitUpsideDown and landscapeLeft: the axes do not turn with the interface: either"
    #expect(wrong.findings.allSatisfy { $0.hasPrefix(start) })
    for cause in ["take screen.hit(of:) and screen.point(ofHit:)", "take pointOfView"] {
      #expect(wrong.findings.allSatisfy { $0.contains(cause) })
    }
    #expect(!wrong.isOnlyLate && wrong.checks.contains { $0.name == "pointer.gain.x in portraitUpsideDown" })
    // A pipeline that ignores the given screen is made for an upright one, too.
    let fixed = try check.correctness { _ in AppPipeline(screen: phone.geometry) }
    #expect(fixed.verdict == .fail && fixed.wrongOrientations.count == 3, "\(fixed)")
    var upright = check
    upright.claims.orientations = [.portrait]
    let declared = try upright.correctness { AppPipeline(screen: $0, isByHand: true) }
    #expect(declared.verdict == .pass && declared.orientations == [.portrait])
    #expect(declared.summary.hasSuffix("it declares orientation portrait"))
    // The run's own orientation is judged also if the pipeline does not claim it; its fault is not said four times.
    upright.simulation = try turned(.landscapeLeft)
    let sideways = try upright.correctness { AppPipeline(screen: $0, isByHand: true) }
    #expect(sideways.verdict == .fail && sideways.orientations == [.landscapeLeft])
    #expect(sideways.findings.allSatisfy { $0.hasPrefix("the axes do not turn with the interface") })
  }

  private func turned(_ orientation: ScreenOrientation) throws -> Simulation {
    var simulation = check.simulation
    try simulation.set("phone.orientation", Double(orientation.quarterTurns))
    return simulation
  }

  @Test("a late pointer is judged in all orientations, its lag said once")
  func late() throws {
    var slow = check
    slow.claims.lag = 0
    let smoothing = Smoothing.movingAverage(10)
    let late = try slow.correctness { StandardPipeline(geometry: $0, smoothing: smoothing, trigger: .standard) }
    #expect(late.isOnlyLate && late.findings.count == 1 && late.orientations.count == 4, "\(late)")
    #expect(late.findings.allSatisfy { $0.contains("ms late") })
  }

  @Test("a jittery pointer is said to jitter, with advice; a bent map is not", arguments: [30.0, 60, 120])
  func jitter(rate: Double) throws {
    var check = check
    check.simulation.rate = rate
    // Normal noise of 120 pt along each axis, seed 3; then noise of 250 pt behind an EMA of 50 ms.
    for (spread, time) in [(120.0, 0.0), (250, 0.05)] {
      let jittery = try check.correctness { screen in
        var random = SeededGenerator(seed: 3)
        var smooth = SIMD2<Double>.zero
        let share = time == 0 ? 1 : 1 - exp(-1 / (rate * time))
        return AppPipeline(
          screen: screen,
          change: { point in
            smooth += share * (SIMD2(random.normal(), random.normal()) * spread - smooth)
            return point + smooth
          })
      }
      let said = try #require(jittery.findings.first { $0.hasPrefix("the pointer jitters: while the gaze rests it") })
      #expect(jittery.verdict == .fail && said.hasSuffix("then smooth: 120 ms of lag are allowed"), "\(jittery)")
    }
    let bent = try check.correctness { screen in
      AppPipeline(
        screen: screen,
        change: { point in
          let side = 2 * point.x / screen.points.x - 1
          return point + SIMD2(0, 300 * (side * side - 1.0 / 3))
        })
    }
    #expect(bent.verdict == .fail && bent.findings.contains { $0.contains("off the best linear map") }, "\(bent)")
    #expect(!bent.findings.contains { $0.contains("jitters") })
  }

  /// A pipeline that uses one eye instead of both.
  private struct Lefty: PointerPipeline {
    var base: AppPipeline

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
    #expect(try claims(#"{"orientations":["portrait"]}"#).orientations == [.portrait])
    for bad in [
      #"{"orientations":[]}"#, #"{"orientations":["upright"]}"#, #"{"gain":[1]}"#, #"{"gain":[0,1]}"#,
      #"{"lagMilliseconds":-1}"#, #"{"offsetPoints":[1e9,0]}"#,
    ] {
      #expect(throws: DecodingError.self) { try claims(bad) }
    }
  }
}
