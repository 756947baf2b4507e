import Evaluate
import GazePipeline
import GazeRecording
import Testing

@Suite("Smoothing+Files") struct SmoothingFilesTests {
  @Test("smoothings by name")
  func names() throws {
    #expect(try Smoothing.named("none") == Smoothing.none)
    #expect(try Smoothing.named("mean10") == .movingAverage(10))
    #expect(try Smoothing.named("profile") == nil)
    #expect(try Smoothing.named("kalman") == .kalman(.init()))
    for name in Smoothing.names where name != "profile" && name != "mean10" {
      #expect(try Smoothing.named(name)?.family.rawValue == name)
    }
    #expect(throws: UnknownName.self) { try Smoothing.named("movingAverage") }
    let error = #expect(throws: UnknownName.self) { try Smoothing.named("mean1") }
    #expect(error?.suggestions == ["mean10"])
  }

  @Test("a file's choice is what the pipeline gets; one without its numbers is none")
  func choices() {
    typealias Choice = CalibrationFile.SmoothingChoice
    #expect(
      Choice(filter: "oneEuro", minCutoff: 2, beta: 0.1, derivativeCutoff: 3).value
        == .oneEuro(.init(minCutoff: 2, beta: 0.1, derivativeCutoff: 3)))
    #expect(
      Choice(filter: "oneEuro", minCutoff: 2, beta: 0.1).value
        == .oneEuro(.init(minCutoff: 2, beta: 0.1, derivativeCutoff: 1)))
    #expect(Choice(filter: "movingAverage", window: 7).value == .movingAverage(7))
    for none in [Choice(filter: "oneEuro", beta: 0.1), Choice(filter: "movingAverage"), Choice(filter: "kalman")] {
      #expect(none.value == Smoothing.none)
    }
  }

  @Test("a report names the filter and its numbers")
  func summaries() {
    #expect(Smoothing.none.summary == "none")
    #expect(Smoothing.movingAverage(10).summary == "mean of 10")
    #expect(
      Smoothing.oneEuro(.init(minCutoff: 2, beta: 0.02, derivativeCutoff: 1)).summary == "1€ 2 Hz, beta 0.02, 1 Hz")
    #expect(Smoothing.exponential(.init(timeConstant: 0.05)).summary == "exponential 50 ms")
    #expect(
      Smoothing.doubleExponential(.init(timeConstant: 0.05, trendTimeConstant: 0.5)).summary
        == "double exponential 50 ms, trend 500 ms")
    #expect(
      Smoothing.gatedTriangular(.init(window: 16, threshold: 30)).summary == "triangular mean of 16, new beyond 30 pt")
    #expect(
      Smoothing.kalman(.init(noise: 8, acceleration: 500, gate: 4)).summary == "Kalman 8 pt, 500 pt/s², gate 4")
  }

  @Test("a file's people are degrees, a pipeline's radians; somebody else has none")
  func people() throws {
    let file = CalibrationFile(
      device: "iphone12mini", provenance: .recorded, fittedTo: "",
      geometry: .init(
        screenWidth: 0.05, screenHeight: 0.1, cameraX: 0.02, cameraY: -0.003),
      people: [.init(participant: 4, gazeOffset: [18, -9], gain: [0.9, 1.1])], smoothing: .init(filter: "none"),
      trigger: try Profile.mini().trigger.settings, parameters: [], unidentified: [], condition: nil, stop: "",
      residualRMS: 0, heldOut: nil)
    let person = try #require(file.person(4))
    #expect(abs(person.gazeOffset.towardsX - .pi / 10) < 1e-12)
    #expect(abs(person.gazeOffset.up + .pi / 20) < 1e-12)
    #expect(person.gain == SIMD2(0.9, 1.1))
    #expect(file.person(0) == nil)
    let screen = file.screen(points: SIMD2(300, 600))
    #expect(screen == ScreenGeometry(points: SIMD2(300, 600), metres: SIMD2(0.05, 0.1), camera: SIMD2(0.02, -0.003)))
  }
}
