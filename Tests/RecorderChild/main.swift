import Foundation
import GazePipeline
import GazeRecording

// Records until it is killed, for GazeRecorderProcessTests. Arguments: PATH RATE FLUSH BYTES
//   RATE   frames per second; 0 for full speed
//   FLUSH  largest number of frames that may wait
//   BYTES  largest size of a file (RLIMIT_FSIZE), bytes; 0 for no limit
// After each frame it writes the number of frames recorded, as 8 bytes, to stdout. An error goes to stderr, once; the
// child then records 1,000 more frames and ends.

let arguments = CommandLine.arguments.dropFirst().map { $0 }
guard arguments.count == 4, let rate = Double(arguments[1]), let flush = Int(arguments[2]),
  let bytes = Int(arguments[3])
else { exit(64) }
if bytes > 0 {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  limit.rlim_cur = rlim_t(bytes)
  limit.rlim_max = rlim_t(bytes)
  #if os(Linux)
    let file = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let file = RLIMIT_FSIZE
  #endif
  guard setrlimit(file, &limit) == 0 else { exit(71) }
}
do {
  var recorder = try GazeRecorder(
    path: arguments[0], header: .take(device: "iPhone13,1", points: SIMD2(375, 812)),
    flushing: GazeRecorder.Flushing(frames: flush, seconds: .infinity))
  var (fed, left, start) = (UInt64(0), 1000, Date())
  while left > 0 {
    var pose = TransformMatrix.identity
    pose.columns.3.x = Float(fed)
    var shapes = BlendShapes()
    for index in BlendShapes.names.indices { shapes[index] = 1 / Float(index + 2) }
    let frame = FaceFrame(
      time: 1000 + Double(fed) / 64, face: pose, leftEye: .identity, rightEye: .identity, blendShapes: shapes)
    do {
      try recorder.record(frame, target: SIMD2(Double(fed), 0), intent: ScrollDirection.none)
      if recorder.failure != nil { left -= 1 }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
    fed += 1
    // With a limit nothing is written to stdout, because that is a file, too.
    if bytes == 0 { withUnsafeBytes(of: fed) { _ = write(STDOUT_FILENO, $0.baseAddress, 8) } }
    if rate > 0 {
      let wait = Double(fed) / rate - Date().timeIntervalSince(start)
      if wait > 0 { usleep(UInt32(wait * 1e6)) }
    }
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
