import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct IdleBoutsTests {
  @Test(
    "time without reading is the constant's, in bouts of 3 to 10 s (5000 s)",
    arguments: [0.1, 0.3, 0.6, 0.9])
  func share(share: Double) throws {
    let simulation = try Simulation(.reading, seed: 51)
      .setting(["task.notReading": share, "task.pageScreens": 300, "task.bottomDwell": 0])
    let walk = ReaderWalk(simulation, seconds: 5000)
    let isIdle = walk.steps.map { $0.episode.state == .fixate && $0.episode.anchor == .screen }
    var (idle, bouts, bout) = (0.0, [Double](), 0.0)
    for (step, isIdle) in zip(walk.steps, isIdle) {
      if isIdle {
        bout += step.episode.duration
        #expect(step.episode.duration <= 2 && step.episode.intent == .none && step.episode.tap == nil)
        #expect(all(step.episode.aim .>= 0) && all(step.episode.aim .<= SIMD2(375, 812)))
      } else if bout > 0 {
        bouts.append(bout)
        (idle, bout) = (idle + bout, 0)
      }
    }
    let total = try #require(walk.steps.last).view.time
    // Scrolling takes some of the time, and the time's lead or lag is less than a bout.
    #expect(total > 4900, "\(idle / total)")
    expectNear(idle / total, share, 0.02, "\(idle / total)")
    #expect(bouts.count > 40 && bouts.allSatisfy { $0 > 2.9 && $0 < 10.1 })
  }

  private func all(_ mask: SIMDMask<SIMD2<Double.SIMDMaskScalar>>) -> Bool { mask[0] && mask[1] }
}
