import Foundation
import GazePipeline
import GazeSimulation
import PlainC

/// Checks that the pipelines in Swift and in plain C agree on every frame of a simulation, then times both in turn.
func compareWithC() {
  let standardC = standard_pipeline(Phone.nominal.geometry, Phone.smoothing, Phone.trigger)
  let articleC = article_pipeline(Phone.article.settings)
  check("standard", Phone.standard, PlainCPipeline(state: standardC, step: standard_step))
  check("article2021", Phone.article, PlainCPipeline(state: articleC, step: article_step))

  // So few that they stay in the cache, where a frame that has just been made is.
  let frames = Phone.readers(1).frames(participant: 0).prefix(1000).map(\.observation.frame)
  frames.map { gaze_frame($0) }.withUnsafeBufferPointer { framesC in
    guard let first = framesC.baseAddress else { return }
    time(
      "standard",
      ours: { sum in
        var pipeline = Phone.standard
        for index in frames.indices { sum += pipeline.step(frames[index]).pointer?.x ?? 0 }
      },
      inPlace: { sum in
        var pipeline = standardC
        for index in frames.indices { sum += standard_step(&pipeline, first + index).pointer.x }
      },
      copied: { sum in
        var pipeline = standardC
        for index in frames.indices {
          var frame = first[index]
          sum += standard_step(&pipeline, &frame).pointer.x
        }
      })
    time(
      "article2021",
      ours: { sum in
        var pipeline = Phone.article
        for index in frames.indices { sum += pipeline.step(frames[index]).pointer?.x ?? 0 }
      },
      inPlace: { sum in
        var pipeline = articleC
        for index in frames.indices { sum += article_step(&pipeline, first + index).pointer.x }
      },
      copied: { sum in
        var pipeline = articleC
        for index in frames.indices {
          var frame = first[index]
          sum += article_step(&pipeline, &frame).pointer.x
        }
      })
  }
}

/// Ends the program if the two pipelines differ on a frame by more than rounding.
private func check(_ name: String, _ ours: some PointerPipeline, _ plainC: some PointerPipeline) {
  let simulation = Phone.readers(3)
  var frames = 0, held = 0, scrolls = 0
  var largest = 0.0
  for participant in 0..<simulation.participants {
    var (a, b) = (ours, plainC)
    for frame in simulation.frames(participant: participant) {
      let (x, y) = (a.step(frame.observation.frame), b.step(frame.observation.frame))
      frames += 1
      held += x.rawPointer == nil ? 1 : 0
      scrolls += x.scroll == .none ? 0 : 1
      let difference = max(distance(x.pointer, y.pointer), distance(x.rawPointer, y.rawPointer))
      guard difference < 1e-9, x.scroll == y.scroll, x.armed == y.armed else {
        print("StepTime: \(name) in Swift and in C differ in frame \(frames): \(x), \(y)")
        exit(1)
      }
      largest = max(largest, difference)
    }
  }
  FileHandle.standardError.write(
    Data(
      """
      \(name): equal to C in \(frames) frames (\(held) held, \(scrolls) scroll), largest difference \(largest) points

      """.utf8))
}

private func distance(_ a: SIMD2<Double>?, _ b: SIMD2<Double>?) -> Double {
  guard let a, let b else { return a == nil && b == nil ? 0 : .infinity }
  return max(abs(a.x - b.x), abs(a.y - b.y))
}

/// Prints a row of each: what, who, value, unit. They are timed in turn, and the best of many runs counts.
///
/// - Parameters:
///   - ours: Swift, which copies each frame of the array to the stack before the call.
///   - inPlace: C, which reads the frames in the array.
///   - copied: C that copies each frame as Swift does. How long the copy takes depends on the stack's address, by 16 ns
///     from process to process.
private func time(
  _ name: String, ours: (inout Double) -> Void, inPlace: (inout Double) -> Void, copied: (inout Double) -> Void
) {
  let runs = 201, repeats = 5, frames = 1000
  // Looked at, so that no step is optimised away.
  var sum = 0.0
  func measure(_ body: (inout Double) -> Void) -> Double {
    let start = nanoseconds()
    for _ in 0..<repeats { body(&sum) }
    return (nanoseconds() - start) / Double(repeats * frames)
  }
  var best = SIMD3(repeating: Double.infinity)
  for _ in 0..<runs {
    let now = SIMD3(measure(ours), measure(inPlace), measure(copied))
    best.replace(with: now, where: now .< best)
  }
  precondition(sum.isFinite)
  for (index, who) in ["gazesim", "plain C", "plain C, frame copied"].enumerated() {
    print("step of \(name)\t\(who)\t\(String(format: "%.1f", best[index]))\tns")
  }
}
