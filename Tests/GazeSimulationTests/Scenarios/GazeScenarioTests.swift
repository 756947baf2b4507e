import GazePipeline
import GazeRecording
import Testing

@testable import GazeSimulation

struct GazeScenarioTests {
  @Test("calibration shows 9 targets at 3 distances with 5 head rotations")
  func calibration() throws {
    let simulation = Simulation(.calibration, preset: .ideal)
    var shown: [SIMD2<Double>: Int] = [:]
    var last: SIMD2<Double>?
    var distances: Set<Int> = []
    for frame in simulation.frames(participant: 0) {
      let target = frame.observation.target
      if let target, target != last {
        shown[target, default: 0] += 1
        let face = try #require(frame.face.cameraFromFace)
        distances.insert(Int((-face.translation.z * 20).rounded()))
      }
      last = target
    }
    #expect(shown.count == 9)
    #expect(shown.values.allSatisfy { $0 == 15 })
    #expect(distances.count >= 3)
  }

  @Test("staring has no intent, and looks down below the phone for some seconds")
  func stare() {
    let simulation = Simulation(.stare, preset: .ideal, seed: 1)
    var below = 0.0
    for frame in simulation.frames(participant: 0) {
      #expect(frame.observation.intent == ScrollDirection.none)
      if frame.truth?.state == .away, let gaze = frame.truth?.gaze, gaze.y > 812 { below += 1.0 / 60 }
    }
    #expect(below > 10)
  }
}
