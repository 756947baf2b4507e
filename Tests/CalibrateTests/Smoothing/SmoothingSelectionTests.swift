import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct SmoothingSelectionTests {
  private func estimate(_ family: Smoothing.Family, rms: Double, heldOut: Double?) -> SmoothingFit.Estimate {
    SmoothingFit.Estimate(
      smoothing: family.example, rms: rms, heldOutRMS: heldOut, rmsStill: 1, rmsMoving: 2, settling: 0.05, samples: 9,
      jumps: 3)
  }

  @Test("chooses the simplest family within a hundredth of the lowest held-out error")
  func choice() throws {
    let selection = try #require(
      SmoothingSelection([
        estimate(.kalman, rms: 5, heldOut: 11), estimate(.oneEuro, rms: 9, heldOut: 9.95),
        estimate(.gatedTriangular, rms: 8, heldOut: 9.9), estimate(.none, rms: 10, heldOut: 10.5),
      ]))
    #expect(selection.chosen.smoothing.family == .oneEuro)
    #expect(selection.estimates.map(\.smoothing.family) == [.none, .oneEuro, .gatedTriangular, .kalman])
    let choice = selection.choice()
    #expect(choice.value == Smoothing.Family.oneEuro.example && choice.rms == 9 && choice.rmsUnfiltered == 10)
    #expect(choice.families?.map(\.filter) == ["none", "oneEuro", "gatedTriangular", "kalman"])
    #expect(choice.families?[1].numbers == ["minCutoff": 2, "beta": 0.02, "derivativeCutoff": 1])
    #expect(choice.families?[1].settlingMilliseconds == 50)
  }

  @Test("without held-out errors the fitted ones decide; without estimates nothing is chosen")
  func fallback() throws {
    let selection = try #require(
      SmoothingSelection([estimate(.none, rms: 10, heldOut: nil), estimate(.kalman, rms: 5, heldOut: nil)]))
    #expect(selection.chosen.smoothing.family == .kalman)
    #expect(SmoothingSelection([]) == nil)
  }
}
