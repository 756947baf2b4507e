import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

@Suite struct GazeScenarioTests {
  @Test("calibration shows 9 targets at 3 distances with 5 head rotations")
  func calibration() throws {
    let simulation = Simulation(device: mini, scenario: .calibration, preset: .ideal)
    var shown: [SIMD2<Double>: Int] = [:]
    var last: SIMD2<Double>?
    var distances: Set<Int> = []
    for frame in simulation.frames(participant: 0) {
      let target = frame.observation.target
      if let target, target != last {
        shown[target, default: 0] += 1
        let face = try #require(frame.observation.frame.cameraFromFace)
        distances.insert(Int((-face.translation.z * 20).rounded()))
      }
      last = target
    }
    #expect(shown.count == 9)
    #expect(shown.values.allSatisfy { $0 == 15 })
    #expect(distances.count >= 3)
  }

  @Test("readers want to scroll, and some of the intents do not show in their gaze")
  func intents() {
    let simulation = Simulation(device: mini, scenario: .reading, preset: .ideal, seed: 1, duration: 600)
    var wishes = (shown: 0, hidden: 0, up: 0)
    for participant in 0..<10 {
      var last = ScrollDirection.none
      var isShown = false
      for frame in simulation.frames(participant: participant) {
        let now = frame.observation.intent ?? .none
        if now != last {
          if now == .up { wishes.up += 1 }
          if last != .none, isShown { wishes.shown += 1 }
          if last != .none, !isShown { wishes.hidden += 1 }
          isShown = false
        }
        isShown = isShown || frame.truth?.state == .scroll
        last = now
      }
    }
    let all = Double(wishes.shown + wishes.hidden)
    // 15 % hidden and 10 % up of about 300; the bounds are four standard errors.
    #expect(all > 150)
    #expect(abs(Double(wishes.hidden) / all - 0.15) < 4 * (0.15 * 0.85 / all).squareRoot())
    #expect(abs(Double(wishes.up) / all - 0.10) < 4 * (0.10 * 0.90 / all).squareRoot())
  }

  @Test("staring has no intent, and looks down below the phone for some seconds")
  func stare() {
    let simulation = Simulation(device: mini, scenario: .stare, preset: .ideal, seed: 1)
    var below = 0.0
    for frame in simulation.frames(participant: 0) {
      #expect(frame.observation.intent == ScrollDirection.none)
      if frame.truth?.state == .away, let gaze = frame.truth?.gaze, gaze.y > 812 { below += 1.0 / 60 }
    }
    #expect(below > 10)
  }
}
