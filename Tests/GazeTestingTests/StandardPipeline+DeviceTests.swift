import GazeTesting
import TestSupport
import Testing

/// This file imports GazeTesting alone: what a test of an app needs comes with it.
struct StandardPipelineDeviceTests {
  @Test("standard of a device has its profile's geometry, smoothing and trigger")
  func device() throws {
    let profile = try DeviceProfile.builtIn("iphone12mini")
    let pipeline = try StandardPipeline(device: "iPhone13,1")
    #expect(
      pipeline
        == StandardPipeline(
          geometry: profile.geometry, smoothing: profile.smoothingValue, trigger: profile.trigger.settings))
    #expect(
      try StandardPipeline(device: "iphone12mini", orientation: .landscapeLeft).geometry.points == SIMD2(812, 375))
    let error = #expect(throws: UnknownNameError.self) { try StandardPipeline(device: "iphone12mni") }
    #expect(error?.suggestions.first == "iphone12mini")
  }

  @Test("the standard smoothing and trigger are those of every built-in profile")
  func standard() {
    #expect(!DeviceProfile.builtIn.isEmpty)
    for profile in DeviceProfile.builtIn {
      #expect(profile.smoothingValue == .standard && profile.trigger.settings == .standard, "\(profile.id)")
    }
  }

  @Test("one import gives people, limits, frames, filters, vectors and metrics")
  func oneImport() throws {
    let phone = try NominalPhone(device: "iPhone13,1")
    let simulation = Simulation(device: phone, scenario: .validation, preset: .ideal, participants: 1, duration: 1)
    let frame = try #require(simulation.frames(participant: 0).first { _ in true }).observation.frame
    let nose = frame.face.axis(2)
    #expect(nose.isFinite && nose.dot(nose) > 0.9)
    expectNear(nose.normalized.length, 1, 1e-6)
    #expect(SIMD2(3.0, 4.0).length == 5)
    expectNear(90.0.radians.degrees, 90, 1e-12)
    var filter = PointerFilter(.standard)
    #expect(filter.step(SIMD2(10, 20), at: 0) == SIMD2(10, 20))
    var trigger = ScrollTrigger(.standard)
    #expect(trigger.step(pointer: .zero, window: SIMD2(375, 812), at: 0) == .none)
    #expect(AccuracyGate(.pointerErrorPointsMedian, atMost: 1).metric == GazeMetric.all[1].name)
  }
}
