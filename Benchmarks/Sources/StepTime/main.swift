import AllocationCount
import Foundation
import GazePipeline
import GazeSimulation

// How long a step of StandardPipeline takes that recentres its pointer by the lines read, in milliseconds of one
// thread's time, and how often a step allocates memory: `StepTime`. About 40 lines are on the screen. The worst step
// may take 4 ms, and no step may allocate.

let phone = NominalPhone(
  id: "iphone12mini",
  geometry: ScreenGeometry(points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0376, 0.0027)),
  sizeSigma: SIMD2(0.00016, 0.00016), cameraSigma: SIMD2(0.002, 0.002))
var simulation = Simulation(device: phone, scenario: .reading, seed: 1, participants: 3, duration: 600)
try simulation.set("task.appStates", 1)
// Long enough for ten minutes.
try simulation.set("task.pageScreens", 40)
// 20 points from line to line without a gap, some lines short.
let lines = (0..<1000).map { index in
  TextLine(x: 20, y: Double(20 * index), width: index % 5 == 4 ? 180 : 335, height: 20)
}
let trigger = ScrollTrigger.Settings(
  edgeZone: 0.07, edgeDwell: 0.9, offScreenZone: 0.25, offScreenDwell: 0.9, hysteresis: 0.05, release: 0.2,
  cooldown: 1.5, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5)

func nanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

for (name, reading) in [("middle", Recentring.Reading.middle), ("lines", .lines)] {
  var times: [Double] = []
  times.reserveCapacity(200_000)
  var allocations = 0
  // Looked at, so that no step is optimised away.
  var sum = 0.0
  for participant in 0..<simulation.participants {
    var frames = simulation.frames(participant: participant)
    var pipeline = StandardPipeline(
      geometry: phone.geometry, smoothing: .oneEuro(.init(minCutoff: 2, beta: 0.02)), trigger: trigger,
      recentring: Recentring.Settings(reading: reading), lines: lines)
    while let frame = frames.next() {
      let (face, app) = (frame.observation.frame, frame.observation.app.context)
      let (before, start) = (allocation_count(), nanoseconds())
      let output = pipeline.step(face, app)
      times.append(nanoseconds() - start)
      allocations += allocation_count() - before
      sum += output.pointer?.x ?? 0
    }
  }
  precondition(sum.isFinite)
  times.sort()
  func milliseconds(_ share: Double) -> String {
    String(format: "%.4f", times[Int(share * Double(times.count - 1))] / 1e6)
  }
  let counted = allocation_count() < 0 ? "allocations not counted" : "\(allocations) allocations"
  print(
    "\(name): \(times.count) steps, median \(milliseconds(0.5)) ms, 99.9 % \(milliseconds(0.999)) ms,",
    "worst \(milliseconds(1)) ms, \(counted)")
}
