import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing

@testable import Evaluate

@Suite struct RigTests {
  private let rigs: [any Rig.Type] = Rigs.all + [DialRig.self, LampRig.self]

  @Test("every rig's settings have one meaning each, and its trials and fits ask for no other")
  func settings() throws {
    // A name that is not listed ends the process, and with it this test.
    func look<R: Rig>(_: R.Type) throws {
      let names = R.settings.map(\.name)
      #expect(Set(names).count == names.count)
      for setting in R.settings {
        #expect(setting.range.contains(setting.value) && !setting.source.isEmpty, "\(R.name): \(setting.name)")
      }
      let profile = try DeviceProfile.mini()
      let simulation = RigSimulation<R>(
        device: NominalPhone(profile), scenario: R.facts.calibrationScenario, preset: try .named("typical"))
      let setup = Setup(R.self, profile: profile, header: simulation.header, calibration: nil)
      for name in names { #expect(setup[name].isFinite, "\(R.name): \(name)") }
      for pipeline in R.pipelines {
        for name in pipeline.settings ?? [] { #expect(names.contains(name), "\(R.name), \(pipeline.name): \(name)") }
      }
      for pipeline in R.pipelines { _ = pipeline.trial(setup, participant: 0) }
      _ = R.fit(setup)
    }
    for rig in rigs { try look(rig) }
  }

  @Test("the built-in profiles' sections name existing rigs, and their settings, units and ranges are valid")
  func builtIn() throws {
    for profile in BuiltInProfiles.all {
      for name in (profile.rigs ?? [:]).keys { #expect(Rigs.all.contains { $0.name == name }, "\(name)") }
      for rig in rigs { try rig.checkSettings(of: profile) }
    }
    #expect(BuiltInProfiles.all.contains { $0.rigs?["head"]?.settings.isEmpty == false })
  }

  @Test("a profile's setting with an invalid name, unit or value is refused with its place")
  func profiles() throws {
    typealias Setting = DeviceProfile.RigSection.Setting
    func setting(_ name: String, _ value: Double, _ unit: String) -> Setting {
      Setting(name: name, value: value, unit: unit, provenance: .assumed, source: "a slip")
    }
    let cases: [(settings: [Setting], words: String)] = [
      (
        [setting("ofset", 1, "1")],
        "0.name\": is \"ofset\", which the rig dial does not have; did you mean \"offset\"?"
      ),
      ([setting("x", 1, "1")], "0.name\": is \"x\", which the rig dial does not have; it has offset"),
      ([setting("offset", 1, "deg")], "0.unit\": is \"deg\"; expected \"1\"; convert the value to it"),
      ([setting("offset", 51, "1")], "0.value\": is 51.0; expected -50.0 to 50.0"),
      ([setting("offset", .nan, "1")], "0.value\": is nan; expected -50.0 to 50.0"),
      ([setting("offset", 1, "1"), setting("offset", 2, "1")], "1.name\": \"offset\" is given twice"),
    ]
    var profile = try DeviceProfile.mini()
    for (settings, words) in cases {
      profile.rigs = ["dial": DeviceProfile.RigSection(settings: settings)]
      let place = "field \"rigs.dial.settings."
      #expect { try DialRig.checkSettings(of: profile) } throws: {
        "\($0)".hasPrefix("iphone12mini: \(place)\(words)")
      }
      #expect { try DialRig.checkSettings(of: profile, path: "mine.json") } throws: {
        "\($0)".hasPrefix("mine.json: \(place)\(words)")
      }
      let run = Run<DialRig>(
        profile: profile,
        simulation: RigSimulation(
          device: NominalPhone(profile), scenario: .turning, preset: try .named("typical")))
      #expect { try run.validate() } throws: { "\($0)".contains(place + words) }
    }
    profile.rigs = ["dial": DeviceProfile.RigSection(settings: [setting("offset", -50, "1")])]
    try DialRig.checkSettings(of: profile)
    let header = RecordingHeader(device: profile.id, rate: 20, scenario: "", participants: 1, source: .recorded)
    let setup = Setup(DialRig.self, profile: profile, header: header, calibration: nil)
    #expect(setup.settings == ["offset": -50])
  }

  @Test("a device without limits of its own has the rig's defaults, and its own limits otherwise")
  func limits() throws {
    let gate = DeviceProfile.Gate(metric: "overlay.jitterPoints", limit: 1, direction: .max)
    for profile in BuiltInProfiles.all where profile.rigs?["body"]?.gates == nil {
      #expect(BodyRig.limits(of: profile) == BodyRig.defaultLimits(of: profile), "\(profile.id)")
      #expect(DialRig.limits(of: profile) == DialRig.facts.limits, "\(profile.id)")
      var own = profile
      own.rigs = ["body": DeviceProfile.RigSection(gates: DeviceProfile.Gates(limits: [gate]))]
      #expect(BodyRig.limits(of: own) == [AccuracyGate(gate)])
    }
    let pad = try #require(BuiltInProfiles.all.max { $0.geometry.points.x < $1.geometry.points.x })
    #expect(BodyRig.limits(of: pad) != BodyRig.facts.limits, "\(pad.id) shows the picture larger")
  }

  @Test("a calibration's invalid number is refused with its place; a fit's own numbers are ignored")
  func calibrations() throws {
    typealias Parameter = CalibrationFile.Parameter
    func number(_ name: String, _ value: Double, _ unit: String = "1", participant: Int? = nil) -> Parameter {
      Parameter(name: name, participant: participant, unit: unit, value: value, identified: true)
    }
    func check(_ parameters: [Parameter]) throws {
      let result = CalibrationFile.Fit(
        parameters: parameters, condition: nil, stop: "closed form", residualRMS: 1, residualUnit: "1")
      let file = CalibrationFile(
        device: "iphone12mini", rig: "dial", provenance: .recorded, fittedTo: "a test", fit: result)
      try DialRig.check(file, path: "c.json")
    }
    let cases: [(parameters: [Parameter], words: String)] = [
      ([number("ofset", 1)], "0.name\": is \"ofset\", which the rig dial does not have; did you mean \"offset\"?"),
      ([number("offset", 1, "deg")], "0.unit\": is \"deg\"; expected \"1\""),
      ([number("offset", 1), number("offset", 1, "deg", participant: 3)], "1.unit\": is \"deg\"; expected \"1\""),
      ([number("offset", 51)], "0.value\": is 51.0; expected -50.0 to 50.0"),
      ([number("offset", 1), number("offset", 1)], "1.name\": \"offset\" is given twice"),
      (
        [number("offset", 1, participant: 2), number("offset", 2, participant: 2)],
        "1.name\": \"offset\" of participant 2 is given twice"
      ),
    ]
    for (parameters, words) in cases {
      #expect { try check(parameters) } throws: {
        "\($0)".hasPrefix("c.json: field \"parameters.\(words)")
      }
    }
    try check([number("offset", 1), number("offset", 60, participant: 0), number("dialToView.a", 3, "pt")])
  }
}
