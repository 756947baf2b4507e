import GazeMetrics
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct EyeCouplingTests {
  private func rows(_ take: TakeBuilder) -> [Characteristic] {
    var coupling = EyeCoupling()
    for glance in take.glances { coupling.add(glance) }
    return coupling.characteristics
  }

  @Test("a constant outward difference is found whichever eye is called left", arguments: [true, false])
  func constant(leftIsAtPlusX: Bool) {
    var take = TakeBuilder()
    take.leftIsAtPlusX = leftIsAtPlusX
    // The eyes are at 35 cm: 3 cm in front of the face's origin, looking almost straight ahead.
    take.cameraFromFace = { _ in RigidTransform(translation: SIMD3(0, 0, -0.38)) }
    take.eye = { _ in .zero }
    let row = rows(take)["outward"]
    expectNear(row.number, 0.066, 1e-5)
    #expect(row.ci95!.contains(0.066))
    // From a single distance, the share of the vergence that the tracker reports cannot be measured, and the assumed
    // value is not reported as an estimate.
    let share = rows(take)["vergenceShare"]
    #expect(share.value == nil && share.ci95 == nil && share.note?.hasPrefix("assumed, not measured") == true)
  }

  @Test("the share of the vergence is found if the distance changes")
  func vergence() {
    // The tracker reports a share of 5 % of the vergence. The frames are made one by one, since `TakeBuilder` has a
    // constant difference between the eyes.
    var coupling = EyeCoupling()
    var frames: [FaceFrame] = []
    for i in 0..<6000 {
      var take = TakeBuilder()
      let distance = 0.25 + 0.2 * Double(i % 3000) / 3000
      take.cameraFromFace = { _ in RigidTransform(translation: SIMD3(0, 0, -distance - TakeBuilder.depth)) }
      take.eye = { _ in SIMD2(1e-4 * Double(i % 7), 0) }
      take.outward = 0.066 - 0.05 * TakeBuilder.separation * (1 / distance - 1 / 0.35)
      frames.append(take.frame(Double(i) / 60))
    }
    for glance in TakeBuilder.glances(frames) { coupling.add(glance) }
    let rows = coupling.characteristics
    expectNear(rows["vergenceShare"].number, 0.05, 0.002)
    expectNear(rows["outward"].number, 0.066, 1e-4)
  }

  @Test("eyes that move together have correlation 1; one frame gives nothing")
  func correlation() {
    let row = rows(TakeBuilder())
    #expect(row["correlationYaw"].number > 0.999 && row["correlationPitch"].number > 0.999)
    #expect(rows(TakeBuilder(seconds: 1.0 / 60))["outward"].value == nil)
  }
}
