import Foundation
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
    #expect(throws: UnknownNameError.self) { try Smoothing.named("movingAverage") }
    let error = #expect(throws: UnknownNameError.self) { try Smoothing.named("mean1") }
    #expect(error?.suggestions == ["mean10"])
  }

  @Test("the pipeline gets a file's choice; a choice without its numbers counts as no choice")
  func choices() throws {
    func value(_ json: String) throws -> Smoothing {
      try JSONDecoder().decode(CalibrationFile.SmoothingChoice.self, from: Data(json.utf8)).value
    }
    #expect(
      try value(#"{"filter":"oneEuro","minCutoff":2,"beta":0.1,"derivativeCutoff":3}"#)
        == .oneEuro(.init(minCutoff: 2, beta: 0.1, derivativeCutoff: 3)))
    #expect(
      try value(#"{"filter":"oneEuro","minCutoff":2,"beta":0.1}"#)
        == .oneEuro(.init(minCutoff: 2, beta: 0.1, derivativeCutoff: 1)))
    #expect(try value(#"{"filter":"movingAverage","window":7}"#) == .movingAverage(7))
    for json in [#"{"filter":"oneEuro","beta":0.1}"#, #"{"filter":"movingAverage"}"#, #"{"filter":"kalman"}"#] {
      #expect(try value(json) == Smoothing.none)
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
}
