import GazeRecording
import GazeTesting
import Profiles
import Testing

@testable import Evaluate

@Suite struct LimitsInputsTests {
  private func set(_ name: String) throws -> DefaultLimits {
    try #require(DefaultLimits.all.first { $0.name == name })
  }

  @Test("a change of a profile changes its digest alone, whether geometry, smoothing or trigger")
  func profiles() throws {
    let phones = try set("gaze-phone")
    let now = try LimitsInputs(of: phones, GazeRig.self)
    #expect(now.digests.keys.sorted() == ["constants", "metrics", "profiles"])
    #expect(phones.changes(since: now) == [])
    let changes: [(inout DeviceProfile) -> Void] = [
      { $0.camera.x.value += 1e-4 }, { $0.screen.height.sigma *= 2 }, { $0.points.width += 1 },
      { $0.smoothing.settings.beta *= 2 }, { $0.trigger.settings.edgeDwell += 0.1 },
    ]
    for (index, change) in changes.enumerated() {
      var devices = phones.devices
      change(&devices[index])
      let inputs = try LimitsInputs(of: phones, devices: devices, GazeRig.self)
      #expect(phones.changes(since: inputs) == ["profiles"], "\(index)")
    }
    let fewer = try LimitsInputs(of: phones, devices: phones.devices.dropLast(), GazeRig.self)
    #expect(phones.changes(since: fewer) == ["profiles"], "a device less")
  }

  @Test("a rig's limits depend on that rig's settings in a profile, not on the pointer's smoothing")
  func settings() throws {
    let head = try set("head")
    var devices = head.devices
    devices[0].smoothing.settings.beta *= 2
    #expect(head.changes(since: try LimitsInputs(of: head, devices: devices, HeadRig.self)) == [])
    let setting = DeviceProfile.RigSection.Setting(
      name: "latencyMilliseconds", value: 90, unit: "ms", provenance: .assumed, source: "a test")
    devices[0].rigs = ["head": DeviceProfile.RigSection(settings: [setting])]
    #expect(head.changes(since: try LimitsInputs(of: head, devices: devices, HeadRig.self)) == ["profiles"])
  }

  @Test("inputs of other limits differ in all digests of the metrics and profiles")
  func others() throws {
    let (phones, tablets) = (try set("gaze-phone"), try set("gaze-tablet"))
    #expect(tablets.changes(since: try LimitsInputs(of: phones, GazeRig.self)).contains("profiles"))
    let head = try LimitsInputs(of: try set("head"), HeadRig.self)
    #expect(Set(phones.changes(since: head)) == ["constants", "metrics", "profiles"])
  }
}
