import GazePipeline
import GazeRecording

/// The bits of every number of a frame; comparing numbers instead would not distinguish −0 from 0, and NaN equals no
/// number.
func bits(_ recorded: RecordedFrame) -> [UInt64] {
  let frame = recorded.observation.frame
  let matrices = [frame.camera, frame.face, frame.leftEye, frame.rightEye]
  var floats = matrices.flatMap { matrix in (0..<16).map { matrix[$0] } }
  floats += [frame.blink.x, frame.blink.y, frame.lookAt.x, frame.lookAt.y, frame.lookAt.z]
  if let shapes = frame.blendShapes { floats += BlendShapes.names.indices.map { shapes[$0] } }
  let app = recorded.observation.app
  let points = [recorded.observation.target, recorded.truth?.gaze, app.pointer, app.tap, app.dot].compactMap { $0 }
  let doubles = [frame.time] + points.flatMap { [$0.x, $0.y] } + [app.page].compactMap { $0 }
  return floats.map { UInt64($0.bitPattern) } + doubles.map(\.bitPattern)
}

/// True if the frames are the same to the last bit, including unknown numbers, which are NaN.
func areSame(_ a: [RecordedFrame.Observation], _ b: [RecordedFrame.Observation]) -> Bool {
  func facts(_ o: RecordedFrame.Observation) -> [String] {
    let points = [o.target, o.app.pointer, o.app.tap, o.app.dot].map { "\($0 == nil)" }
    return [
      "\(o.participant)", "\(o.frame.isTracked)", o.intent?.rawValue ?? "", "\(o.frame.blendShapes == nil)",
      o.app.scroll?.rawValue ?? "",
    ] + points
  }
  return a.count == b.count
    && zip(a, b).allSatisfy {
      bits(RecordedFrame(observation: $0)) == bits(RecordedFrame(observation: $1)) && facts($0) == facts($1)
    }
}

/// The same to the last bit.
func areSame(_ a: [RecordedFrame], _ b: [RecordedFrame]) -> Bool {
  areSame(a.map(\.observation), b.map(\.observation)) && a.map(\.truth) == b.map(\.truth)
}
