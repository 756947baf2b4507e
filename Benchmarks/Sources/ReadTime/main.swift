import Foundation
import GazePipeline
import GazeRecording

// How fast recordings are read, frame by frame, in MB a second of one thread's time: `ReadTime FILE...`, the best of
// three; beside Benchmarks/numpy/read.py. Prints a row a file: what, who, value, unit.

let runs = 3
let formats = ["jsonl": "JSON Lines", "npy": ".npy", "csv": "CSV"]

func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

for path in CommandLine.arguments.dropFirst() {
  let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  var best = Double.infinity
  // Looked at, so that no frame is optimised away.
  var sum = 0.0
  for _ in 0..<runs {
    let start = seconds()
    var reader = try RecordingReader(path: path)
    while let frame = try reader.next() {
      sum += frame.observation.frame.time + Double(frame.observation.frame.leftEye[8])
    }
    best = min(best, seconds() - start)
  }
  precondition(sum.isFinite)
  let format = path.split(separator: ".").last.map(String.init) ?? ""
  print("read \(formats[format] ?? format)\tgazesim\t\(Int((Double(size) / best / 1e6).rounded()))\tMB/s")
}
