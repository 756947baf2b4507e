import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing

@testable import Evaluate

private func profile(_ id: String = "iphonexr") throws -> Profile {
  try #require(BuiltInProfiles.all.first { $0.id == id })
}

private func simulation(
  _ scenario: BodyScenario, preset: String = "typical", participants: Int = 3, duration: Double = 20,
  set settings: [String: Double] = [:]
) throws -> RigSimulation<BodyRig> {
  var simulation = RigSimulation<BodyRig>(
    device: NominalPhone(try profile()), scenario: scenario, preset: try .named(preset), seed: 5,
    participants: participants, duration: duration)
  for (key, value) in settings { try simulation.set(key, value) }
  return simulation
}

private func setup(_ simulation: RigSimulation<BodyRig>, _ changed: [String: Double] = [:]) throws -> RigSetup {
  let defaults = Dictionary(uniqueKeysWithValues: BodyRig.settings.map { ($0.name, $0.value) })
  return RigSetup(
    profile: try profile(), header: simulation.header, settings: defaults.merging(changed) { $1 })
}

private func people(
  _ pipeline: String, _ simulation: RigSimulation<BodyRig>, _ changed: [String: Double] = [:]
) throws -> [BodyPerson] {
  let setup = try setup(simulation, changed)
  return (0..<simulation.participants).map { participant in
    var trial = BodyRig.trial(pipeline, setup, participant: participant)
    for sample in simulation.frames(participant: participant) { trial.take(sample) }
    return trial.close()
  }
}

private let plain: [String: Double] = ["smoothingCutoffHertz": 0, "holdMilliseconds": 0]

@Suite struct BodyRigTests {
  @Test(
    "on ideal the display transform alone has no error, no lag, no loss and no false circle; the naive one is far off")
  func ideal() throws {
    for turns in 0..<4 {
      let simulation = try simulation(
        .walking, preset: "ideal", set: ["body.orientation": Double(turns), "tracker.fewestJoints": 1])
      for person in try people("standard", simulation, plain) {
        #expect(try #require(person.error.maximum) < 1e-9)
        #expect(person.lost == 0 && person.falseCircles == 0 && person.visible == person.visibleShown)
        if let lag = person.lag { #expect(abs(lag) < 0.001) }
      }
      for person in try people("article2019", simulation) { #expect(try #require(person.error.mean) > 30) }
    }
  }

  @Test("standard beats the article in every scenario, on a tracker that errs")
  func typical() throws {
    for scenario in BodyScenario.allCases {
      let simulation = try simulation(scenario)
      let (standard, article) = (try people("standard", simulation), try people("article2019", simulation))
      for (a, b) in zip(standard, article) {
        #expect(try #require(a.error.mean) < 0.4 * (try #require(b.error.mean)), "\(scenario)")
      }
    }
  }

  @Test("smoothing lowers the jitter of somebody who stands and costs lag; a hold shows more and invents more")
  func tradeoffs() throws {
    let standing = try simulation(.standing, set: ["people.failingShare": 0])
    let (smooth, raw) = (try people("standard", standing), try people("standard", standing, plain))
    // The hand's sway, which is no noise, is in both.
    for (a, b) in zip(smooth, raw) { #expect(try #require(a.jitter) < 0.75 * (try #require(b.jitter))) }
    let waving = try simulation(.waving, duration: 40)
    let slow = try people("standard", waving, ["smoothingCutoffHertz": 1, "smoothingBeta": 0])
    let direct = try people("standard", waving, plain)
    for (a, b) in zip(slow, direct) { #expect(try #require(a.lag) > (try #require(b.lag)) + 0.03) }
    // The tracker's own 50 ms come back, to a frame.
    for person in direct { #expect(abs(try #require(person.lag) - 0.05) < 0.017) }
    let occluded = try simulation(.occluded, set: ["tracker.dropoutRate": 60])
    let (held, gone) = (
      try people("standard", occluded, ["holdMilliseconds": 400]),
      try people("standard", occluded, ["holdMilliseconds": 0])
    )
    func share(_ people: [BodyPerson]) -> Double {
      Double(people.reduce(0) { $0 + $1.visibleShown }) / Double(people.reduce(0) { $0 + $1.visible })
    }
    #expect(share(held) > share(gone) + 0.05)
  }

  @Test("circles of hidden joints are false circles, counted when they appear")
  func falseCircles() throws {
    let none = try simulation(
      .occluded, set: ["tracker.hiddenReported": 0, "tracker.latency": 0, "people.failingShare": 0])
    // Swaps put a seen joint's name on a hidden one's place, so they are switched off as well.
    var quiet = none
    try quiet.set("tracker.swapRate", 0)
    for person in try people("standard", quiet, plain) { #expect(person.falseCircles == 0) }
    let some = try simulation(.occluded, set: ["tracker.hiddenReported": 0.5])
    #expect(try people("standard", some).reduce(0) { $0 + $1.falseCircles } > 30)
  }

  @Test("the calibration finds this phone's picture within its intervals, and makes the overlay better")
  func fit() throws {
    var simulation = try simulation(.calibration, participants: 4, duration: 60, set: ["marking.outliers": 0.2])
    simulation.phone = 7
    let setup = try setup(simulation)
    var fit = BodyRig.fit(setup)
    for participant in 0..<4 {
      for sample in simulation.frames(participant: participant) {
        fit.add(sample.observation, participant: participant)
      }
    }
    let result = try fit.solved()
    #expect(result.outliers > 20)
    let found = Dictionary(uniqueKeysWithValues: result.parameters.map { ($0.name, $0) })
    // What this phone shows, from the truth of an ideal take: a scale and a shift about the view's middle.
    var ideal = try simulation.copy(preset: "ideal")
    for (key, value) in [("body.pictureScaleSD", 0.01), ("body.pictureShiftSD", 6.0)] { try ideal.set(key, value) }
    let display = try BodyPicture(setup).display()
    var pairs: [(SIMD2<Double>, SIMD2<Double>)] = []
    for sample in ideal.frames(participant: 0).prefix(600) {
      for joint in BodyJoint.allCases {
        guard let p = sample.observation.skeleton.joints[joint], let q = sample.truth?.joints[joint] else { continue }
        pairs.append((display.viewFromImage.apply(p), q))
      }
    }
    let (a, b) = (try #require(pairs.min { $0.0.y < $1.0.y }), try #require(pairs.max { $0.0.y < $1.0.y }))
    let scale = (b.1.y - a.1.y) / (b.0.y - a.0.y)
    let shift = a.1 - display.viewport / 2 - (a.0 - display.viewport / 2) * scale
    for (name, truth) in [
      ("scaleX", scale), ("scaleY", scale), ("shearX", 0), ("shearY", 0), ("offsetX", shift.x), ("offsetY", shift.y),
    ] {
      let parameter = try #require(found[name])
      // Four standard errors: 6 numbers of one fit.
      let error = try #require(parameter.robustStandardError)
      #expect(abs(parameter.value - truth) < 4 * error, "\(name): \(parameter.value) ± \(error), \(truth)")
    }
    #expect(result.remarks.contains { $0.contains("the marks imply portrait") })
    let values = result.parameters.filter { parameter in BodyRig.settings.contains { $0.name == parameter.name } }
    let corrected = Dictionary(uniqueKeysWithValues: values.map { ($0.name, $0.value) })
    var evaluation = try evaluated(.standing, phone: 7)
    evaluation.duration = 20
    let (before, after) = (try people("standard", evaluation), try people("standard", evaluation, corrected))
    let means = (
      before.compactMap(\.error.mean).reduce(0, +), after.compactMap(\.error.mean).reduce(0, +)
    )
    #expect(means.1 < means.0)
  }

  private func evaluated(_ scenario: BodyScenario, phone: UInt64) throws -> RigSimulation<BodyRig> {
    var simulation = try simulation(scenario, participants: 4)
    simulation.phone = phone
    return simulation
  }

  @Test("a recording that says the wrong orientation is told so by its marks")
  func wrongOrientation() throws {
    let simulation = try simulation(.calibration, duration: 60)
    var setup = try setup(simulation)
    setup.header.constants["orientation"] = 1
    var fit = BodyRig.fit(setup)
    for participant in 0..<3 {
      for sample in simulation.frames(participant: participant) {
        fit.add(sample.observation, participant: participant)
      }
    }
    let remarks = try fit.solved().remarks
    #expect(remarks.contains { $0.contains("the marks imply portrait") })
    #expect(remarks.contains { $0.contains("the recording says landscapeRight") })
  }

  @Test("a view without a size and a fit without marks are refused in words; a trial then draws nothing")
  func refusals() throws {
    let simulation = try simulation(.walking, duration: 2)
    var setup = try setup(simulation)
    #expect(throws: RigFitFailure.self) { try BodyRig.fit(setup).solved() }
    try BodyRig.check(setup)
    for bad in [0, .nan, -3] {
      setup.header.constants["viewportWidth"] = bad
      #expect(throws: DisplayTransformFault.self) { try BodyRig.check(setup) }
      for pipeline in BodyRig.pipelines {
        var trial = BodyRig.trial(pipeline.name, setup, participant: 0)
        for sample in simulation.frames(participant: 0) { trial.take(sample) }
        #expect(trial.close().drawn == 0)
      }
    }
  }

  @Test("metrics, headlines, limits and settings name each other, and every figure of typical people is there")
  func names() throws {
    let metrics = Set(BodyPerson.metrics.map(\.name))
    #expect(metrics.count == BodyPerson.metrics.count && metrics.isSuperset(of: BodyRig.headlines))
    #expect(metrics.isSuperset(of: BodyRig.limits.map(\.metric)))
    #expect(BodyRig.settings.allSatisfy { $0.range.contains($0.value) })
    var all: [BodyPerson] = []
    for scenario in BodyRig.defaultScenarios { all += try people("standard", try simulation(scenario)) }
    for metric in BodyPerson.metrics { #expect(metric.estimate(all) != nil, "\(metric.name)") }
  }

  @Test("the page draws the skeleton, and names everything that it shows")
  func page() throws {
    let simulation = try simulation(.walking, duration: 5)
    let people = try people("standard", simulation)
    let subject = RigSubject(
      profile: try profile(), pipeline: "standard", scenario: "walking", source: .simulated, settings: [:])
    let html = BodyRig.sections(people, subject).joined()
    #expect(html.contains("The skeleton over the phone") && html.contains("naive multiply"))
    #expect(html.contains("left_hand_joint") && !html.contains("nan"))
    #expect(html.components(separatedBy: "<use").count > 40)
    #expect(BodyRig.sections([], subject).joined().contains("nothing to draw"))
    #expect(BodyRig.remarks(people, subject).contains { $0.contains("886.7") || $0.contains("887.1") })
  }

  @Test("naive against correct on three devices: the correct one is several times as near on each")
  func table() throws {
    let table = try BodyOverlayTable(
      ["iphonexr", "iphone12mini", "ipadpro129gen3"].map(profile), people: 2, seconds: 5)
    #expect(table.rows.count == 3)
    for row in table.rows { #expect(row.naive[0] > 5 * row.correct[0], "\(row)") }
    #expect(abs(table.rows[1].visibleShare[0] - 0.6158) < 0.00005)
    let shown = table.table
    #expect(shown.rows.map(\.first) == ["iphonexr", "iphone12mini", "ipadpro129gen3"])
    #expect(shown.rows.allSatisfy { $0.count == shown.columns.count })
  }
}

extension RigSimulation where Rig == BodyRig {
  /// The same with another preset and without settings.
  fileprivate func copy(preset: String) throws -> RigSimulation<BodyRig> {
    var copy = RigSimulation<BodyRig>(
      device: device, scenario: scenario, preset: try .named(preset), seed: seed, participants: participants,
      duration: duration)
    copy.phone = phone
    return copy
  }
}
