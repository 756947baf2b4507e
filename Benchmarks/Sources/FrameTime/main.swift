import Foundation
import GazePipeline
import GazeSimulation

// How long a simulated frame takes, in nanoseconds of one thread's time: `FrameTime [SCENARIO]`. The same run and the
// same rule as Benchmarks/numpy/simulate.py: four people of `typical` for a minute, the best of 25.

let runs = 25
let name = CommandLine.arguments.dropFirst().first ?? "validation"
let phone = NominalPhone(
  id: "iphone12mini",
  geometry: ScreenGeometry(points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0376, 0.0027)),
  sizeSigma: SIMD2(0.00016, 0.00016), cameraSigma: SIMD2(0.002, 0.002))
let simulation = Simulation(
  device: phone, scenario: try GazeScenario.named(name), seed: 1, participants: 4, duration: 60)

func nanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

var best = Double.infinity
var total = 0
// Looked at, so that no frame is optimised away.
var sum: Float = 0
for _ in 0..<runs {
  var frames = 0
  let start = nanoseconds()
  for participant in 0..<simulation.participants {
    for frame in simulation.frames(participant: participant) {
      sum += frame.observation.frame.leftEye[8]
      frames += 1
    }
  }
  best = min(best, (nanoseconds() - start) / Double(frames))
  total += frames
}
precondition(sum.isFinite)
print("\(Int(best.rounded())) ns a frame, gazesim \(name), one thread, best of \(runs); \(total) frames")
