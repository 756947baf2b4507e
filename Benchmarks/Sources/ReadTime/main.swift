import Foundation
import GazePipeline
import GazeRecording

// How fast recordings are read, frame by frame, in MB a second of one thread's time: `ReadTime FILE...`, the best of
// seven; beside Benchmarks/numpy/read.py.

let runs = 7

func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

for path in CommandLine.arguments.dropFirst() {
  let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  var best = Double.infinity
  var frames = 0
  // Looked at, so that no frame is optimised away.
  var sum = 0.0
  for _ in 0..<runs {
    let start = seconds()
    var reader = try RecordingReader(path: path)
    frames = 0
    while let frame = try reader.next() {
      sum += frame.observation.frame.time + Double(frame.observation.frame.leftEye[8])
      frames += 1
    }
    best = min(best, seconds() - start)
  }
  precondition(sum.isFinite)
  let rate = Int((Double(size) / best / 1e6).rounded())
  print("\(rate) MB/s, gazesim, \(path.split(separator: "/").last ?? ""), every frame a value; \(frames) frames")
}
