import GazePipeline
import GazeRecording
import Testing

@testable import GazeSimulation

struct SteerScriptTests {
  @Test("eyes keep to the stated side ten minutes, with short returns (3 people)")
  func side() throws {
    let simulation = try Simulation(.steer, seed: 81, rate: 30)
      .setting(["task.steerY": -0.2, "tracker.dropped": 0, "behaviour.blinkRate": 0])
    for participant in 0..<3 {
      let frames = Array(simulation.frames(participant: participant))
      #expect(frames.count == 18_000)
      var (aside, middle) = (0.0, 0.0)
      for frame in frames {
        let truth = try #require(frame.truth)
        #expect(frame.observation.intent == ScrollDirection.none)
        #expect(frame.observation.target == nil && truth.page == nil)
        guard truth.state == .fixate, let gaze = truth.gaze else { continue }
        let points = mini.geometry.points
        let (off, centre) = ((gaze - SIMD2(0.85, 0.3) * points).length, (gaze - points / 2).length)
        // Half of the square's diagonal is 42 pt, a correction's threshold 28 pt, the fixation's bias 10 pt.
        if off < 90 { aside += 1 } else if centre < 70 { middle += 1 }
      }
      // A return of 0.55 s every 10.55 s is a twentieth.
      #expect(aside / 18_000 > 0.8 && (0.02...0.08).contains(middle / 18_000), "\(aside), \(middle)")
    }
  }

  @Test("the article's text is on screen, stated at rest only if asked")
  func text() throws {
    let silent = Simulation(.steer, seed: 82, duration: 2)
    let telling = try silent.setting(["task.appStates": 1])
    let reading = Simulation(.reading, seed: 82)
    for participant in [0, 3] {
      #expect(silent.stated(for: participant).lines.isEmpty)
      #expect(telling.stated(for: participant).lines == reading.lineBoxes(of: participant))
    }
    #expect(silent.pageLayout(of: 0) == nil && !GazeScenario.steer.hasPage && !GazeScenario.steer.asksToScroll)
    #expect(silent.frames(participant: 0).allSatisfy { $0.observation.app.page == nil })
    #expect(telling.frames(participant: 0).allSatisfy { $0.observation.app.page == 0 && $0.truth?.page == nil })
  }
}
