import GazePipeline
import GazeRecording

extension GeometryProblem {
  /// Derivatives of the pointer in the screen's middle, seen straight from 35 cm, in degrees of (yaw, pitch), by the
  /// device's columns and by the person's own. A session's drift is left out because the next session has another
  /// drift.
  func pointer(_ person: Int, at x: [Double]) -> [(device: [Double], own: [Double])] {
    var p = nominal
    for i in 0..<deviceCount { p[columns[i].parameter] = x[i] }
    for i in ownColumns[person] where columns[i].session == nil { p[columns[i].parameter] = x[i] }
    let sample = Fixation.Sample(
      cameraFromFace: RigidTransform(rotation: .identity, translation: p.middle(from: 0.35)), origin: .zero,
      reported: .zero)
    let model = AngularModel(
      [Fixation(target: SIMD2(0.5, 0.5), samples: [sample])], points: SIMD2(1, 1), people: [0: 0])
    let prediction = model.predict(model.looks[0], p)
    return [(prediction.yawSlopes, p[.gainH]), (prediction.pitchSlopes, p[.gainV])].map { slopes, gain in
      (
        (0..<deviceCount).map { slopes[columns[$0].parameter] / gain },
        ownColumns[person].map { columns[$0].session == nil ? slopes[columns[$0].parameter] / gain : 0 }
      )
    }
  }
}
