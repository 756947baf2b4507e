import AllocationCount
import Foundation
import GazePipeline
import GazeSimulation

/// Times the steps of StandardPipeline while it recentres its pointer by the lines read, and counts their allocations.
/// About 40 lines are on the screen. The worst step may take 4 ms, and no step may allocate.
func timeRecentring() throws {
  var simulation = Phone.readers(3)
  try simulation.set("task.appStates", 1)
  // Long enough for ten minutes.
  try simulation.set("task.pageScreens", 40)
  // 20 points from line to line without a gap, some lines short.
  let lines = (0..<1000).map { index in
    TextLine(x: 20, y: Double(20 * index), width: index % 5 == 4 ? 180 : 335, height: 20)
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
        geometry: Phone.nominal.geometry, smoothing: .oneEuro(Phone.smoothing), trigger: Phone.trigger,
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
}
