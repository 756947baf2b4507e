import CalibrationSupport
import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct FixationWindowsTests {
  private let screen = SyntheticSession.nominal

  private func windows(_ take: TakeBuilder, isBlinking: (Double) -> Bool = { _ in false }) -> FixationWindows {
    var looks = FixationWindows(screen: screen, scale: NoiseScale())
    var last: FaceFrame?
    for observation in take.observations {
      guard let glance = FrameGlance(observation.frame, after: last) else { continue }
      last = observation.frame
      looks.add(glance, target: observation.target, isBlinking: isBlinking(glance.time))
    }
    looks.finish()
    return looks
  }

  /// A target every two seconds, left and right in turn, and eyes that move there at once.
  private var targets: TakeBuilder {
    var take = TakeBuilder(seconds: 20)
    take.target = { t in Int(t / 2).isMultiple(of: 2) ? SIMD2(100, 400) : SIMD2(300, 400) }
    take.eye = { t in SIMD2(Int(t / 2).isMultiple(of: 2) ? -0.1 : 0.1, -0.1) }
    return take
  }

  @Test("each fixation gives numbered windows up to a second, from 0.75 s on")
  func onTargets() {
    let looks = windows(targets)
    // Windows begin 0.75 s after a target's appearance, so 1.25 s of its two seconds remain: one window of a second and
    // one of a quarter of a second.
    #expect(looks.onTargets.count == 20 || looks.onTargets.count == 10)
    #expect(Set(looks.onTargets.map(\.look)).count == 10)
    for window in looks.onTargets {
      #expect(window.start.truncatingRemainder(dividingBy: 2) >= 0.75 - 1e-9)
      #expect((window.samples.last?.time ?? 2) <= 1.01)
      #expect(window.geometry != nil)
    }
    #expect(looks.free.isEmpty)
  }

  @Test("the expected direction is eye to target, its slopes those of differences")
  func geometry() throws {
    let take = targets
    let window = try #require(windows(take).onTargets.first { $0.geometry?.jump != .zero })
    let pose = take.cameraFromFace(0)
    let eye = SIMD3(0, 0.03, TakeBuilder.depth)
    func way(_ screen: ScreenGeometry, _ pose: RigidTransform) -> SIMD2<Double> {
      let hit = screen.hit(ofPoint: SIMD2(300, 400))
      let angles = GazeAngles(direction: pose.inverse.apply(SIMD3(hit.x, hit.y, 0)) - eye)
      return SIMD2(angles.yaw, angles.pitch)
    }
    let here = way(screen, pose)
    expectNear(SIMD2<Double>(window.samples[5].expected), here, 1e-6)
    let geometry = try #require(window.geometry)
    var (right, lower) = (screen, screen)
    right.camera.x += 1e-4
    lower.camera.y += 1e-4
    expectNear((way(right, pose) - here) / 1e-4, geometry.byCameraX, 0.02)
    expectNear((way(lower, pose) - here) / 1e-4, geometry.byCameraY, 0.02)
    let further = RigidTransform(rotation: pose.rotation, translation: pose.translation * 1.001)
    expectNear((way(screen, further) - here) / 0.001, geometry.byDistance, 0.002)
    // The jump is from 100 to 300 points to the right: some five degrees.
    #expect((0.07...0.13).contains(geometry.jump.x) && abs(geometry.jump.y) < 0.02)
  }

  @Test("no window contains blinks with their flanks, losses, the recovery after losses, or saccades")
  func leftOut() {
    var take = targets
    take.seconds = 8
    take.isTracked = { !(2.9..<3).contains($0) }
    take.eye = { t in SIMD2(t > 5.4 ? 0.2 : 0, -0.1) }
    let looks = windows(take) { (1.2..<1.3).contains($0) }
    let spans = looks.onTargets.map { ($0.start, $0.start + Double($0.samples.last?.time ?? 0)) }
    #expect(!spans.isEmpty)
    for (start, end) in spans {
      // To a frame, from `beforeBlink` before the blink to `afterBlink` after it, and to `afterLoss` after the loss.
      #expect(end < 1.11 || start > 1.43, "\(start) to \(end)")
      #expect(end < 2.91 || start > 3.18, "\(start) to \(end)")
      // After the saccade at 5.4 s the eyes settle again, until the next target.
      #expect(end < 5.42 || start > 6.7, "\(start) to \(end)")
    }
  }

  @Test("without targets, windows are where the eyes turn slowly")
  func free() {
    var take = TakeBuilder(seconds: 20)
    // Alternates 1.5 s of rest and half a second at 60 deg/s.
    take.eye = { t in
      let phase = t.truncatingRemainder(dividingBy: 2)
      return SIMD2(phase < 1.5 ? 0 : 60.radians * min(phase - 1.5, 0.5 - (phase - 1.5)), -0.1)
    }
    let looks = windows(take)
    #expect(looks.onTargets.isEmpty && looks.free.count >= 10)
    for window in looks.free {
      let start = window.start.truncatingRemainder(dividingBy: 2)
      #expect(start + Double(window.samples.last?.time ?? 0) < 1.52)
      #expect(window.geometry == nil)
    }
  }

  @Test("at most 256 windows are kept, spread over the take")
  func bounded() {
    var take = targets
    take.rate = 30
    take.seconds = 1400
    let looks = windows(take)
    #expect((128...256).contains(looks.onTargets.count))
    #expect(looks.onTargets.last!.start > 1350)
    let steps = Set(zip(looks.onTargets, looks.onTargets.dropFirst()).map { $1.look - $0.look })
    #expect(steps.count <= 2)
  }

  @Test("targets that are not numbers, eyes behind the screen and stopped clocks give no window")
  func hostile() {
    var take = targets
    take.target = { $0 < 10 ? SIMD2(.nan, 0) : SIMD2(1e300, -1e300) }
    _ = windows(take)
    take = targets
    take.cameraFromFace = { _ in RigidTransform(translation: SIMD3(0, 0, 0.3)) }
    #expect(windows(take).onTargets.isEmpty)
  }
}
