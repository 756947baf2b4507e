import AllocationCount
import Foundation
import GazePipeline
import GazeSimulation

/// Counts the allocations of `standard` and `article2021` in a million frames. It ends the program if there is one, or
/// if a planted one is not found.
func countAllocations() {
  let warmUp = 1000, frames = 1_000_000
  let planted = allocations(of: Planted(at: warmUp + 500), warmUp: warmUp, frames: 1000)
  guard planted == 1 else {
    print("StepTime: 1 allocation was planted, \(planted) counted; is this not glibc?")
    exit(1)
  }
  for (name, count) in [
    ("standard", allocations(of: Phone.standard, warmUp: warmUp, frames: frames)),
    ("article2021", allocations(of: Phone.article, warmUp: warmUp, frames: frames)),
  ] {
    print("\(name): \(count) allocations in \(frames) frames after \(warmUp); a planted one was found")
    if count != 0 { exit(1) }
  }
}

/// Allocations within the steps of a pipeline; those of the simulation do not count.
private func allocations(of pipeline: some PointerPipeline, warmUp: Int, frames: Int) -> Int {
  // A reader needs at most ten minutes for the page, 36,000 frames, so these are enough people; later ones never begin.
  let simulation = Phone.readers(1 + (warmUp + frames) / 1000)
  var pipeline = pipeline
  var (count, number, participant) = (0, 0, 0)
  // Looked at, so that no step is optimised away.
  var sum = 0.0
  while number < warmUp + frames {
    for line in simulation.frames(participant: participant).prefix(warmUp + frames - number) {
      let before = allocation_count()
      sum += pipeline.step(line.observation.frame).pointer?.x ?? 0
      if number >= warmUp { count += allocation_count() - before }
      number += 1
    }
    participant += 1
  }
  precondition(sum.isFinite)
  return count
}

/// A pipeline that allocates in one of its steps.
private struct Planted: PointerPipeline {
  let place: Int
  private var number = 0
  private var kept: [Double] = []

  init(at place: Int) { self.place = place }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    if number == place { kept = [frame.time] }
    number += 1
    return PointerOutput(pointer: SIMD2(kept.first ?? 0, 0), rawPointer: nil)
  }
}
