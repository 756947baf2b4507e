import Foundation
import GazePipeline
import GazeRecording
import GazeSimulation
import Profiles

@testable import GazeTesting

// How long a frame takes that is simulated, run through `standard` and evaluated, in nanoseconds of one thread's time:
// `EvaluateTime [SCENARIO]`. Beside FrameTime: four people of `typical` for a minute, the best of 25. The three figures
// are taken in turn, so that a change of the machine's speed affects them alike.
//
// Built with -enable-testing (script/bench does), since the driver of a run is not public.

let runs = 25
let name = CommandLine.arguments.dropFirst().first ?? "validation"
let profile = try DeviceProfile.builtIn("iphone12mini")
let simulation = Simulation(
  device: NominalPhone(profile), scenario: try GazeScenario.named(name), seed: 1, participants: 4, duration: 60)

func nanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func pipeline() -> StandardPipeline { StandardPipeline(profile, screen: profile.geometry) }

// Each part returns a number that is looked at, so that nothing is optimised away.

func simulate(_ participant: Int) -> Float {
  var sum: Float = 0
  for frame in simulation.frames(participant: participant) { sum += frame.observation.frame.leftEye[8] }
  return sum
}

func run(_ participant: Int) -> Float {
  var (pipeline, sum) = (pipeline(), SIMD2<Double>.zero)
  for frame in simulation.frames(participant: participant) {
    sum += pipeline.step(frame.observation.frame, frame.observation.app.context).pointer ?? .zero
  }
  return Float(sum.x)
}

func person(_ participant: Int) -> PersonResult {
  var take = SimulatedTake<GazeRig>(simulation, participant: participant)
  let trial = PersonTrial(
    pipeline(), participant: participant, geometry: profile.geometry, reference: .truth, rate: simulation.rate)
  return GazeRig.measure(&take, [trial], watching: nil)[0]
}

func evaluate(_ participant: Int) -> Float { Float(person(participant).errorDegrees.mean ?? 0) }

let parts: [(name: String, one: (Int) -> Float)] = [
  (name: "simulate", one: simulate), (name: "simulate + standard", one: run),
  (name: "simulate + standard + evaluate", one: evaluate),
]
let people = 0..<simulation.participants
let frames = people.reduce(0) { $0 + person($1).frames }
var best = parts.map { _ in Double.infinity }
for _ in 0..<runs {
  for (index, part) in parts.enumerated() {
    let start = nanoseconds()
    let sum = people.reduce(0) { $0 + part.one($1) }
    best[index] = min(best[index], (nanoseconds() - start) / Double(frames))
    precondition(sum.isFinite)
  }
}
for (part, time) in zip(parts, best) {
  print("\(Int(time.rounded())) ns a frame, gazesim \(name), \(part.name), one thread, best of \(runs)")
}
