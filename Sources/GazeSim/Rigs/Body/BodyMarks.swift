import GazePipeline
import GazeRecording

/// A person who freezes the picture now and then and marks joints on it by touch, some of them wrongly.
struct BodyMarks {
  private let parameters: BodyParameters.Marking
  private let draws: RandomStream
  private var number: UInt64 = 0

  init(_ parameters: BodyParameters.Marking, _ draws: RandomStream) {
    self.parameters = parameters
    self.draws = draws
  }

  /// The joints marked in this frame, usually none. Joints are marked only if the person is standing still, and only
  /// joints that the camera sees and the screen shows.
  mutating func step(at time: Double, _ joints: BodyPoints, _ moment: BodyMoment, view: Vector2) -> BodyPoints {
    var shown = BodyPoints()
    guard parameters.interval > 0, time >= Double(number) * parameters.interval else { return shown }
    number = UInt64((time / parameters.interval).rounded(.down)) + 1
    guard moment.state == .stand || moment.state == .occluded else { return shown }
    let visible = BodyJoint.allCases.filter { joint in
      guard moment.seen.contains(joint), let at = joints[joint] else { return false }
      return at.x >= 0 && at.y >= 0 && at.x <= view.x && at.y <= view.y
    }
    guard !visible.isEmpty else { return shown }
    // A picture has 64 draws, three for a joint: enough for the 19 joints that the row of `marking.joints` allows.
    for k in 0..<UInt64(parameters.joints) {
      let draw = number * 64 + 3 * k
      let (choice, deviation) = (draws.uniforms(draw), draws.normals(draw + 1))
      let joint = visible[min(Int(choice.x * Double(visible.count)), visible.count - 1)]
      guard let at = joints[joint] else { continue }
      shown[joint] =
        choice.y < parameters.outliers ? draws.uniforms(draw + 2) * view : at + parameters.noise * deviation
    }
    return shown
  }
}
