import Foundation
import GazePipeline
import GazeSimulation
import GazeTesting

// How long a frame takes, in nanoseconds of one thread's time:
//
//   FrameTime simulate [SCENARIO]   simulated, beside Benchmarks/numpy/simulate.py
//   FrameTime evaluate              also run through `standard` and evaluated, beside Benchmarks/numpy/evaluate.py
//
// People of `typical` for a minute, the best of 25. Prints a row: what, who, value, unit.

let runs = 25
let evaluates = CommandLine.arguments.dropFirst().first == "evaluate"
let name = CommandLine.arguments.dropFirst(2).first ?? "validation"
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

/// Number of frames of a run; `sum` is looked at, so that no frame is optimised away.
func run(_ sum: inout Double) -> Int {
  var frames = 0
  for participant in 0..<simulation.participants {
    if evaluates {
      var trial = PersonTrial(
        StandardPipeline(geometry: phone.geometry, smoothing: .standard, trigger: .standard),
        participant: participant, geometry: phone.geometry, reference: .truth, rate: 60)
      for frame in simulation.frames(participant: participant) { trial.step(frame) }
      let result = trial.finish()
      frames += result.frames
      sum += result.seconds
    } else {
      for frame in simulation.frames(participant: participant) {
        sum += Double(frame.observation.frame.leftEye[8])
        frames += 1
      }
    }
  }
  return frames
}

var best = Double.infinity
var sum = 0.0
for _ in 0..<runs {
  let start = nanoseconds()
  let frames = run(&sum)
  best = min(best, (nanoseconds() - start) / Double(frames))
}
precondition(sum.isFinite)
let what = evaluates ? "frame simulated, run and evaluated" : name == "validation" ? "frame simulated" : "\(name) frame"
print("\(what)\tgazesim\t\(String(format: "%.1f", best))\tns")
