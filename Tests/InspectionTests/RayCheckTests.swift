import Documents
import GazePipeline
import Testing

@testable import Inspection

@Suite struct RayCheckTests {
  private func finding(yaw: Double, pitch: Double = 0, z: Double = -0.4, eyes: Double = 0) -> DoctorReport.Finding? {
    var check = RayCheck()
    let face = RigidTransform(
      rotation: GazeAngles(yaw: yaw.radians, pitch: pitch.radians).rotationWithoutRoll, translation: SIMD3(0, -0.05, z))
    let eye = RigidTransform(rotation: GazeAngles(yaw: eyes.radians, pitch: 0).rotationWithoutRoll)
    for _ in 0..<10 { check.add(face, eye, eye) }
    return check.finding
  }

  @Test("a face that looks away, one behind the phone and eyes turned into the head are distinguished")
  func kinds() throws {
    let away = try #require(finding(yaw: 178))
    #expect(away.fault == .faceAway && away.sentence.contains("a mean yaw of 178 degrees"), "\(away.sentence)")
    #expect(finding(yaw: 0, z: 0.4)?.fault == .faceBehind)
    #expect(finding(yaw: 0, eyes: 180)?.fault == .eyesBackward)
  }

  @Test(
    "turned heads, and poses that ignore or double the phone's recline, are no faces turned away",
    arguments: [(0.0, 0.0), (60, 0), (-60, 0), (0, 60), (0, 120), (0, -120)])
  func turned(yaw: Double, pitch: Double) {
    #expect(finding(yaw: yaw, pitch: pitch) == nil)
  }

  @Test("without a frame there is no finding, and half of the frames are not enough for one")
  func few() {
    #expect(RayCheck().finding == nil)
    var check = RayCheck()
    let eye = RigidTransform(rotation: .identity)
    for yaw in [0, Double.pi] {
      check.add(RigidTransform(rotation: .aboutY(yaw), translation: SIMD3(0, 0, -0.4)), eye, eye)
    }
    #expect(check.finding == nil)
  }
}
