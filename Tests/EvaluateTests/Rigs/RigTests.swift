import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing

@testable import Evaluate

@Suite struct RigTests {
  private let rigs: [any Rig.Type] = Rigs.all + [DialRig.self]

  @Test(
    "every rig's settings and metrics have one meaning each; trials, fits, headlines and limits ask for no other"
  )
  func settings() throws {
    // A name that is not listed ends the process, and with it this test.
    func look<R: Rig>(_: R.Type) throws {
      let names = R.settings.map(\.name)
      let metrics = Set(R.Person.metrics.map(\.name))
      #expect(Set(names).count == names.count && metrics.count == R.Person.metrics.count, "\(R.name)")
      #expect(metrics.isSuperset(of: R.headlines + R.facts.limits.map(\.metric)), "\(R.name)")
      for setting in R.settings {
        #expect(setting.range.contains(setting.value) && !setting.source.isEmpty, "\(R.name): \(setting.name)")
      }
      let simulation = try RigSimulation<R>.mini(R.facts.calibrationScenario)
      let setup = Setup(R.self, profile: try .mini(), header: simulation.header, calibration: nil)
      for name in names { #expect(setup[name].isFinite, "\(R.name): \(name)") }
      for pipeline in R.pipelines {
        for name in pipeline.settings ?? [] { #expect(names.contains(name), "\(R.name), \(pipeline.name): \(name)") }
        _ = pipeline.trial(setup, participant: 0)
      }
      _ = R.fit(setup)
    }
    for rig in rigs { try look(rig) }
  }

  @Test("a page draws people and nobody without a false number, and hostile names are shown as text")
  func pages() throws {
    func look<R: Rig>(_: R.Type, _ words: String, nobody: String) throws where R.Findings == PlainFindings {
      let simulation = try RigSimulation<R>.mini(R.facts.scenarios[0], participants: 3, duration: 20)
      let setup = try R.setup(simulation)
      let subject = ReportSubject.mini(setup.profile, "<script>", "<script>", .simulated, setup.settings)
      let html = R.sections(try R.people("standard", simulation), subject).joined()
      #expect(html.contains(words) && !html.contains("<script>"))
      for bad in [">nan", "\"nan", "NaN", "inf<"] { #expect(!html.contains(bad), "\(R.name): \(bad)") }
      #expect(R.sections([], subject).joined().contains(nobody))
    }
    try look(HeadRig.self, "The head from above", nobody: "nothing to draw")
    try look(BodyRig.self, "left_hand_joint", nobody: "nothing to draw")
    try look(DragRig.self, "Slip over the stroke", nobody: "nothing could slip")
  }

  @Test("the built-in profiles' sections name existing rigs, and their settings, units and ranges are valid")
  func builtIn() throws {
    for profile in BuiltInProfiles.all {
      for name in (profile.rigs ?? [:]).keys { #expect(Rigs.all.contains { $0.name == name }, "\(name)") }
      for rig in rigs { try rig.checkSettings(of: profile) }
    }
    #expect(BuiltInProfiles.all.contains { $0.rigs?["head"]?.settings.isEmpty == false })
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
  }

  /// Numbers of a profile's settings or of a calibration's parameters, and the fault of one of them.
  private static let faults: [(numbers: [(name: String, value: Double, unit: String)], words: String)] = [
    ([("ofset", 1, "1")], "0.name\": is \"ofset\", which the rig dial does not have; did you mean \"offset\"?"),
    ([("offset", 1, "deg")], "0.unit\": is \"deg\"; expected \"1\""),
    ([("offset", 51, "1")], "0.value\": is 51.0; expected -50.0 to 50.0"),
    ([("offset", 1, "1"), ("offset", 2, "1")], "1.name\": \"offset\" is given twice"),
  ]

  @Test("a profile's setting with an invalid name, unit or value is refused with its place")
  func profiles() throws {
    let more: [(numbers: [(name: String, value: Double, unit: String)], words: String)] = [
      ([("x", 1, "1")], "0.name\": is \"x\", which the rig dial does not have; it has offset"),
      ([("offset", 1, "deg")], "0.unit\": is \"deg\"; expected \"1\"; convert the value to it"),
      ([("offset", .nan, "1")], "0.value\": is nan; expected -50.0 to 50.0"),
    ]
    var profile = try DeviceProfile.mini()
    for (numbers, words) in Self.faults + more {
      profile.rigs = .dial(numbers)
      let place = "field \"rigs.dial.settings.\(words)"
      for path in [nil, "mine.json"] {
        #expect { try DialRig.checkSettings(of: profile, path: path) } throws: {
          "\($0)".hasPrefix("\(path ?? "iphone12mini"): \(place)")
        }
      }
      let run = Run<DialRig>(profile: profile, simulation: try .mini(.turning))
      #expect { try run.validate() } throws: { "\($0)".contains(place) }
    }
    profile.rigs = .dial([("offset", -50, "1")])
    try DialRig.checkSettings(of: profile)
    let header = try RigSimulation<DialRig>.mini(.turning).header
    #expect(Setup(DialRig.self, profile: profile, header: header, calibration: nil).settings == ["offset": -50])
  }

  @Test("a calibration's invalid number is refused with its place; a fit's own numbers are ignored")
  func calibrations() throws {
    var cases = Self.faults.map { fault in
      (parameters: fault.numbers.map { CalibrationFile.Parameter.dial($0.name, $0.value, $0.unit) }, words: fault.words)
    }
    cases.append(
      ([.dial("offset", 1), .dial("offset", 1, "deg", participant: 3)], "1.unit\": is \"deg\"; expected \"1\""))
    cases.append(
      (
        [.dial("offset", 1, participant: 2), .dial("offset", 2, participant: 2)],
        "1.name\": \"offset\" of participant 2 is given twice"
      ))
    for (parameters, words) in cases {
      #expect { try DialRig.check(.dial(parameters), path: "c.json") } throws: {
        "\($0)".hasPrefix("c.json: field \"parameters.\(words)")
      }
    }
    try DialRig.check(
      .dial([.dial("offset", 1), .dial("offset", 60, participant: 0), .dial("dialToView.a", 3, "pt")]), path: "c.json")
  }
}
