import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import TestSupport
import Testing

@testable import Evaluate

@Suite struct DefaultLimitsTests {
  @Test(
    "every set is a limits file that a gate takes, and is the embedded one", arguments: DefaultLimits.all.map(\.name))
  func files(_ name: String) throws {
    let set = try #require(DefaultLimits.all.first { $0.name == name })
    let path = packageRoot.appending(path: "Sources/Evaluate/Gating/Limits/\(name).json").path
    let file = try LimitsFile(path: path)
    #expect(file.limits == set.file.limits && file.provenance == set.file.provenance)
    #expect(file.madeFrom?.contains("simulated people") == true)
    #expect(set.devices.count >= 12)
  }

  @Test("a gate of every built-in device has limits in every rig")
  func everyDevice() {
    func check<R: Rig>(_: R.Type) {
      for profile in BuiltInProfiles.all {
        #expect(R.limits(of: profile).count >= 5, "\(profile.id), \(R.name)")
      }
    }
    for rig in Rigs.all { check(rig) }
    #expect(BuiltInProfiles.all.count >= 45)
  }

  @Test("default limits of gaze are in no unit that depends on the screen, and tablets have their own")
  func units() throws {
    let (phone, tablet) = (try DeviceProfile.builtIn("iphone16"), try DeviceProfile.builtIn("ipadpro11m4"))
    for profile in [phone, tablet] {
      for limit in GazeRig.defaultLimits(of: profile) {
        #expect(try ["deg", "ms", "1", "1/min"].contains(GazeMetric.named(limit.metric).unit), "\(limit.metric)")
      }
    }
    #expect(GazeRig.defaultLimits(of: phone) != GazeRig.defaultLimits(of: tablet))
    let kinds = Dictionary(grouping: BuiltInProfiles.all) { DefaultLimits.Kind($0) }
    #expect(kinds[.tablet]?.map(\.id).allSatisfy { $0.hasPrefix("ipad") } == true)
    #expect(kinds[.phone]?.map(\.id).allSatisfy { $0.hasPrefix("iphone") } == true)
  }

  @Test("no built-in phone or tablet has a limit on the error that a pointer at rest meets (20 people, seed 4477)")
  func resting() async throws {
    for id in ["iphone12mini", "iphone13mini", "iphonex", "ipadpro11gen1"] {
      let profile = try DeviceProfile.builtIn(id)
      let simulation = Simulation(
        device: NominalPhone(profile), scenario: .validation, seed: 4477, phone: 4477, participants: 20, duration: 40)
      let people = Cohort<GazeRig>(
        try await Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [.validation]).people())
      let limit = try #require(
        GazeRig.limits(of: profile).first { $0.metric == "pointer.errorDegrees.median" }?.limit)
      let resting = try #require(people.estimate(try .named("pointer.resting.bestPlaceDegrees"))?.value)
      #expect(limit <= 0.95 * resting, "\(id): \(limit) against \(resting)")
    }
  }

  @Test("an answer that never changes fails the default limit on the error of head, body and drag")
  func still() async throws {
    func check<R: Rig>(_: R.Type, _ metric: String) async throws {
      let profile = try DeviceProfile.builtIn(R.facts.device)
      let simulation = try RigSimulation<R>.mini(
        R.facts.scenarios[0], on: profile.id, seed: 4478, participants: 8, duration: 30)
      let run = Run<R>(profile: profile, simulation: simulation, pipeline: try R.pipeline(named: "still"))
      let people = Cohort<R>(try await run.people())
      let limit = try #require(R.limits(of: profile).first { $0.metric == metric }?.limit)
      let still = try #require(people.estimate(try .named(metric))?.value)
      #expect(limit <= 0.95 * still, "\(metric): \(limit) against \(still)")
    }
    try await check(HeadRig.self, "orientation.errorDegrees.mean")
    try await check(BodyRig.self, "overlay.errorPoints.median")
    try await check(DragRig.self, "slip.points.mean")
  }

  @Test("limits of a profile take precedence; the slip of a drag grows with the screen's shorter side")
  func precedence() throws {
    var own = try DeviceProfile.builtIn("iphone12mini")
    let pad = try DeviceProfile.builtIn("ipadpro11m4")
    #expect(own.gates == nil && GazeRig.limits(of: own) == GazeRig.defaultLimits(of: own))
    own.gates = DeviceProfile.Gates(
      note: "", limits: [.init(metric: medianError, limit: 30, direction: .max)])
    #expect(GazeRig.limits(of: own).map(\.limit) == [30])
    for (limit, scaled) in zip(DragRig.facts.limits, DragRig.defaultLimits(of: pad)) {
      let factor = limit.metric == "slip.points.mean" ? 834.0 / 375 : 1
      #expect(abs(scaled.limit - limit.limit * factor) <= 0.005, "\(limit.metric)")
    }
    let limits = DragRig.facts.limits
    #expect(DefaultLimits.scaled(limits, by: .nan) { _ in true } == limits)
    #expect(DefaultLimits.scaled(limits, by: 0) { _ in true } == limits)
  }

  @Test("up-to-date limits get no remark, and a profile's own limits get none")
  func remark() throws {
    for id in ["iphone12mini", "iphone16", "ipadpro13m4"] {
      #expect(try DefaultLimits.remark(GazeRig.self, .builtIn(id)) == nil)
    }
    #expect(try DefaultLimits.remark(BodyRig.self, .builtIn("iphone16")) == nil)
  }
}
