import Foundation
import GazePipeline
import GazeRecording
import Testing

@Suite("DevicePipeline+SavedOffset") struct DevicePipelineSavedOffsetTests {
  private func profile() throws -> DeviceProfile { try DeviceProfile(json: Data(profileJSON.utf8), path: "p.json") }

  /// A face 35 cm away that looks straight ahead.
  private func frame(_ time: Double) -> FaceFrame {
    func eye(_ x: Double) -> TransformMatrix { TransformMatrix(RigidTransform(translation: SIMD3(x, 0, 0))) }
    return FaceFrame(
      time: time, face: TransformMatrix(RigidTransform(translation: SIMD3(0.01, -0.03, -0.35))), leftEye: eye(0.03),
      rightEye: eye(-0.03))
  }

  /// Shows a dot that is this far from the pointer for two seconds; the eyes stay where they are.
  private func showDot(_ pipeline: inout DevicePipeline, away: SIMD2<Double>, from start: Double) throws {
    let pointer = try #require(pipeline.step(frame(start)).rawPointer)
    let offset = pipeline.recentringStatus?.offset ?? .zero
    for index in 1...125 {
      let app = AppContext(dot: index <= 120 ? pointer + offset + away : nil)
      _ = pipeline.step(frame(start + Double(index) / 60), app)
    }
  }

  @Test("a dot moves the pointer to the place looked at, and without recentring nothing moves")
  func moves() throws {
    var (plain, pipeline) = (try DevicePipeline(profile: profile()), try DevicePipeline(profile: profile()))
    pipeline.recentring = .init()
    #expect(plain.recentringStatus == nil && pipeline.recentringStatus?.wantsDot == true)
    let before = try #require(pipeline.step(frame(0)).rawPointer)
    try showDot(&plain, away: SIMD2(-50, 30), from: 0.1)
    try showDot(&pipeline, away: SIMD2(-50, 30), from: 0.1)
    #expect(plain.step(frame(3)).rawPointer == before)
    let moved = try #require(pipeline.step(frame(3)).rawPointer) - before
    #expect((moved - SIMD2(-50, 30)).length < 8, "\(moved)")
    #expect(pipeline.recentringStatus?.wantsDot == false && pipeline.recentringStatus?.used == 1)
    pipeline.endSession()
    #expect(pipeline.step(frame(4)).rawPointer == before && pipeline.recentringStatus?.used == 0)
  }

  @Test("only with consent is there an offset to keep; it comes back in part, and erasing removes it")
  func keeps() throws {
    var pipeline = try DevicePipeline(profile: profile())
    pipeline.recentring = .init()
    let before = try #require(pipeline.step(frame(0)).rawPointer)
    try showDot(&pipeline, away: SIMD2(-50, 30), from: 0.1)
    #expect(pipeline.measuredOffset() == nil)
    pipeline.keepsOffset = true
    #expect(pipeline.measuredOffset() == nil)
    try showDot(&pipeline, away: SIMD2(-50, 30), from: 0.1)
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    let saved = try #require(pipeline.measuredOffset(on: date))
    #expect(saved.mean.x > 35 && saved.mean.x < 50 && saved.mean.y < -20 && saved.screen == SIMD2(375, 812))
    #expect(saved.date == date && saved.calibration.device == "x-1")

    var later = try DevicePipeline(profile: profile())
    later.recentring = .init()
    try later.restore(saved)
    let moved = try #require(later.step(frame(0)).rawPointer) - before
    #expect(moved.x < -20 && moved.x > -50 && moved.y > 10 && moved.y < 30, "\(moved)")
    #expect(later.measuredOffset() == nil, "no dot was shown in this session")
    later.endSession()
    #expect(later.step(frame(1)).rawPointer == before + moved)
    // In a turned interface it is the same angle; a point is as long in both directions, within 2 %.
    later.orientation = .landscapeLeft
    let turned = try #require(later.recentringStatus?.offset)
    #expect((turned + moved).length < 0.02 * moved.length, "\(turned) \(moved)")
    later.orientation = .portrait
    let again = try #require(later.step(frame(2)).rawPointer)
    #expect((again - before - moved).length < 1e-9)
    later.eraseOffset()
    #expect(later.step(frame(3)).rawPointer == before && !later.keepsOffset)
  }

  @Test("an offset of another device or with another calibration is refused, and a new calibration drops it")
  func refused() throws {
    var pipeline = try DevicePipeline(profile: profile())
    pipeline.recentring = .init()
    pipeline.keepsOffset = true
    let person = PersonCalibration(gazeOffset: Kappa(towardsX: 0.01, up: 0), gain: SIMD2(1, 1))
    try showDot(&pipeline, away: SIMD2(-50, 30), from: 0)
    let saved = try #require(pipeline.measuredOffset())
    let json = try String(decoding: JSONEncoder().encode(saved), as: UTF8.self)
    let other = try JSONDecoder().decode(
      SavedOffset.self, from: Data(json.replacingOccurrences(of: "x-1", with: "y").utf8))
    #expect(throws: DevicePipeline.Failure.otherDevice(found: "y", expected: "x-1")) { try pipeline.restore(other) }
    var calibrated = try DevicePipeline(profile: profile())
    calibrated.person = person
    #expect(throws: DevicePipeline.Failure.otherCalibration) { try calibrated.restore(saved) }
    #expect(DevicePipeline.Failure.otherCalibration.description.hasPrefix("the offset was measured with another"))
    try pipeline.restore(saved)
    #expect(pipeline.recentringStatus?.offset != .zero)
    pipeline.person = person
    #expect(pipeline.recentringStatus?.offset == .zero)
  }
}
