import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Evaluate

@Suite struct ReplayMomentTests {
  private func moment(_ frame: FaceFrame, target: SIMD2<Double>? = nil, _ output: PointerOutput) -> ReplayMoment {
    ReplayMoment(
      unit: 7, seconds: 0.1, observation: RecordedFrame.Observation(participant: 2, frame: frame, target: target),
      lineOfSight: LineOfSight(frame), pipelines: [ReplayMoment.Pipeline(name: "standard", output: output)])
  }

  @Test("a line of JSON: golden text")
  func golden() {
    // A quarter turn, for which every number is exact: the sine, 1, is shown as a radian.
    let eye = TransformMatrix(
      columns: (SIMD4(0, 0, -1, 0), SIMD4(0, 1, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(0, 0, 0, 1)))
    let text = moment(
      FaceFrame(time: 1.25, face: .identity, leftEye: eye, rightEye: .identity), target: SIMD2(10.5, 20),
      PointerOutput(
        pointer: SIMD2(1.0 / 3, 812), rawPointer: nil, scroll: ScrollCommand(direction: .up, distance: 6.5))
    ).line
    #expect(
      text == """
        {"t":1.25,"unit":7,"participant":2,"tracked":true,"target":[10.5,20],"lineOfSight":{"left":{"published":\
        [57.29578,0],"correct":[90,0]},"right":{"published":[0,0],"correct":[0,0]}},"pipelines":{"standard":\
        {"pointer":[0.333333,812],"raw":null,"scroll":-6.5}}}

        """)
  }

  @Test("a non-finite number is null, and every line is one JSON object")
  func finite() throws {
    var frame = FaceFrame(time: 1e11, isTracked: false, face: .identity, leftEye: .identity, rightEye: .identity)
    let lost = moment(frame, PointerOutput(pointer: SIMD2(.nan, 1), rawPointer: SIMD2(.infinity, 0))).line
    #expect(lost.contains("\"lineOfSight\":null") && lost.contains("\"pointer\":null,\"raw\":null"))
    frame.isTracked = true
    frame.leftEye.columns.2.z = .nan
    let one = moment(frame, target: SIMD2(.nan, 0), PointerOutput(pointer: SIMD2(-1e300, -0.0), rawPointer: nil)).line
    #expect(one.contains("\"left\":null,\"right\":{") && one.contains("\"target\":null"))
    for text in [lost, one] {
      #expect(text.hasSuffix("}\n") && text.count { $0.isNewline } == 1)
      _ = try jsonObject(Data(text.utf8))
    }
  }

  @Test("the report states the errors of the published angles for each eye, and the frame of the axes")
  func errors() throws {
    let profile = try DeviceProfile.mini()
    func report(_ frames: [FaceFrame], _ axes: LineOfSight.Axes = .world) -> LineOfSightErrors {
      let header = RecordingHeader(
        device: profile.id, rate: 60, scenario: "recorded", participants: 1, source: .recorded)
      var replay = Replay(header: header, profile: profile, calibration: nil, pipelines: [.standard], axes: axes)
      for frame in frames { replay.step(RecordedFrame.Observation(frame: frame)) }
      return replay.finish().lineOfSight
    }
    func eye(_ yaw: Double) -> TransformMatrix {
      TransformMatrix(RigidTransform(rotation: GazeAngles(yaw: yaw * .pi / 180, pitch: 0).rotationWithoutRoll))
    }
    var frames = [
      FaceFrame(time: 0, face: .identity, leftEye: eye(20), rightEye: .identity),
      FaceFrame(time: 0.1, face: .identity, leftEye: .identity, rightEye: .identity),
      FaceFrame(time: 0.2, isTracked: false, face: .identity, leftEye: eye(80), rightEye: eye(80)),
    ]
    let found = report(frames)
    let left = try #require(found.left)
    #expect(left.frames == 2)
    expectNear(left.largestDegrees, 0.40369, 1e-4)
    #expect(found.right?.largestDegrees == 0)
    expectNear(left.meanDegrees, 0.20184, 1e-4)
    #expect(found.axes == "camera", "without a camera pose the world is the camera")
    // A phone that is turned by 20° around its own view's axis: in the camera's axes the head leans.
    frames[0].camera = TransformMatrix(RigidTransform(rotation: .aboutZ(20 * .pi / 180)))
    #expect(report(frames).axes == "world" && report(frames).left == found.left)
    let seen = report(frames, .camera)
    #expect(seen.axes == "camera" && (seen.left?.largestDegrees ?? 0) > 6)
    #expect(report([]).left == nil && report([]).axes == "camera")
  }
}
