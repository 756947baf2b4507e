import CalibrationSupport
import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct PersonCalibratorTests {
  private let session = SyntheticSession(geometry: SyntheticSession.nominal)

  /// Shows the plan to a person who follows the dots within a quarter of a second; `change` alters the frames.
  private func run(
    _ calibrator: inout PersonCalibrator, seconds: Double = 60, _ change: (inout FaceFrame) -> Void = { _ in }
  ) -> Double {
    var (gaze, shown, since, t) = (session.geometry.points / 2, SIMD2<Double>?.none, 0.0, 10.0)
    while !calibrator.isDone, t < 10 + seconds {
      if let shown, t - since > 0.25 { gaze = shown }
      let wobble = SIMD3(sin(3 * t), cos(2 * t), sin(2.3 * t)) * 0.001
      var frame = session.frame(gaze, SyntheticPose(), at: t, wobble: wobble)
      change(&frame)
      let step = calibrator.step(frame)
      if step.target != shown { (shown, since) = (step.target, t) }
      t += 1.0 / 60
    }
    return t - 10
  }

  @Test("a person who follows five dots is calibrated in 15 s: 0.01°, 0.001")
  func fivePoints() throws {
    var calibrator = PersonCalibrator(on: session.geometry)
    #expect(throws: GazeFitError.empty) { try calibrator.estimate() }
    let seconds = run(&calibrator)
    #expect(calibrator.isDone && seconds < 15, "\(seconds) s")
    let found = try calibrator.estimate()
    #expect(found.fixations == 5)
    let (offset, truth) = (found.calibration.gazeOffset, session.person.gazeOffset)
    #expect(abs(offset.towardsX - truth.towardsX).degrees < 0.01 && abs(offset.up - truth.up).degrees < 0.01)
    let off = found.calibration.gain - session.person.gain
    #expect(max(abs(off.x), abs(off.y)) < 1e-3)
    #expect(try calibrator.estimate() == found, "the estimate can be read again")
  }

  @Test("blinks and losses delay it; a person not seen gets the reason")
  func obstacles() throws {
    var calibrator = PersonCalibrator(on: session.geometry)
    _ = run(&calibrator) { frame in
      frame.isTracked = !(12.0...13.0).contains(frame.time)
      if frame.time.truncatingRemainder(dividingBy: 3) < 0.15 { frame.blink = SIMD2(1, 1) }
    }
    #expect(calibrator.isDone)
    try expectNear(calibrator.estimate().calibration.gazeOffset.towardsX.degrees, 5, 0.01)

    var unseen = PersonCalibrator(on: session.geometry)
    _ = run(&unseen, seconds: 5) { $0.isTracked = false }
    #expect(!unseen.isDone)
    let failure = #expect(throws: GazeFitError.self) { try unseen.estimate() }
    #expect(failure?.instruction == "No dot was shown while the camera saw your face. Please try again.")
    unseen.skip()
    #expect(unseen.isDone)
  }
}
