import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

struct RecordedFrameScenarioTargetTests {
  @Test("an app's recentring dot is no scenario target and in no figure")
  func dot() {
    var trials = [true, false].map { _ in
      PersonTrial(KnownPipeline(), participant: 0, geometry: .round, reference: .truth, rate: 50)
    }
    for index in 0..<150 {
      var frame = RecordedFrame.looking(at: SIMD2(100, 200), time: Double(index) / 50)
      frame.observation.target = SIMD2(100, 200)
      #expect(frame.observation.scenarioTarget == SIMD2(100, 200))
      trials[0].step(frame)
      frame.observation.app.dot = SIMD2(100, 200)
      #expect(frame.observation.scenarioTarget == nil)
      trials[1].step(frame)
    }
    let results = [trials[0].finish(), trials[1].finish()]
    #expect(results[0].hasTargets && results[0].target.points.count > 0 && results[0].fixations == 1)
    #expect(!results[1].hasTargets && results[1].target.points.count == 0 && results[1].fixations == 0)
    #expect(results[1].errorPoints == results[0].errorPoints)
  }
}
