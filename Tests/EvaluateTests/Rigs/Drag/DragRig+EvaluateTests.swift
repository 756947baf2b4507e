import Calibrate
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct DragRigEvaluateTests {
  private func simulation(
    _ scenario: DragScenario, preset: String = "typical", duration: Double = 60, setting: [String: Double] = [:]
  ) throws -> RigSimulation<DragRig> {
    var simulation = RigSimulation<DragRig>(
      device: NominalPhone(try .mini()), scenario: scenario, preset: try .named(preset), participants: 4,
      duration: duration)
    for (key, value) in setting { try simulation.set(key, value) }
    return simulation
  }

  private func settings(_ own: [String: Double] = [:]) -> [String: Double] {
    Dictionary(uniqueKeysWithValues: DragRig.settings.map { ($0.name, $0.value) }).merging(own) { $1 }
  }

  private func people(
    _ pipeline: String, _ simulation: RigSimulation<DragRig>, _ own: [String: Double] = [:]
  ) throws -> [DragPerson] {
    let setup = Setup(profile: try .mini(), header: simulation.header, settings: settings(own))
    return try (0..<simulation.participants).map {
      try DragRig.person(pipeline, setup, simulation, participant: $0)
    }
  }

  private func value(_ metric: String, _ people: [DragPerson]) throws -> Double {
    try #require(try PeopleMetric<DragPerson>.named(metric).estimate(people)).value
  }

  @Test("standard keeps content under the finger; the article's 180° a screen lets it slip by hundreds of points")
  func slip() throws {
    let simulation = try simulation(.targets)
    let (standard, article) = (try people("standard", simulation), try people("article2021-drag", simulation))
    #expect(try value("slip.points.p95", standard) < 1e-6)
    #expect(try value("slip.points.mean", article) > 100)
    #expect(try value("heading.errorDegrees.mean", standard) < 1)
    #expect(try value("heading.errorDegrees.mean", article) > 20)
    // Noise and latency are felt with any mapping: 45 ms of a finger at some 400 points per second.
    let felt = try value("slip.feltPoints.mean", standard)
    #expect(felt > 5 && felt < 60, "\(felt)")
  }

  @Test("slip at the level of rounding counts as 0, so that people without slip do not differ: n = 12 people")
  func noSlip() throws {
    var simulation = try simulation(.around, duration: 30)
    simulation.participants = 12
    let people = try people("standard", simulation)
    for name in ["slip.points.mean", "slip.points.p95", "slip.centrePoints.p95"] {
      let estimate = try #require(try PeopleMetric<DragPerson>.named(name).estimate(people))
      #expect(estimate.value == 0, "\(name)")
      if estimate.people >= 8 { #expect(estimate.interval.interval == ConfidenceInterval(0, 0), "\(name)") }
    }
  }

  @Test("one person of 160 who is upside down for a moment does not leave the share of time without an interval")
  func rareShare() throws {
    let people = (0..<160).map { participant in
      var person = DragPerson(participant: participant)
      (person.seconds, person.frames) = (450, 27_000)
      if participant == 7 { person.upsideDown = 1.0 / 60 }
      return person
    }
    let estimate = try #require(try PeopleMetric<DragPerson>.named("poles.upsideDown").estimate(people))
    #expect(try #require(estimate.interval.interval).upper < 0.03)
  }

  @Test("a finger grabs a coasting camera's picture of that moment: content stays under it, n = 4 people")
  func coastingGrab() throws {
    for orientation in [0.0, 1] {
      let flick = try simulation(.flick, setting: ["view.orientation": orientation])
      let coasting = try people("standard", flick, ["inertiaMilliseconds": 499.5])
      #expect(try value("inertia.coastingDegrees.mean", coasting) > 3)
      #expect(try value("slip.centrePoints.p95", coasting) < 1e-6)
      // In landscape the picture is 103° wide, and the camera coasts up and down: for content at the picture's sides to
      // stay under the finger, the camera would have to roll, which it cannot (`GrabbedContent`). So the slip is 0
      // everywhere only in portrait, where the picture is 31° wide.
      if orientation == 0 { #expect(try value("slip.points.p95", coasting) < 1e-6) }
    }
  }

  @Test("slip is measured in the displayed picture, not in the stated one: the right fit removes it")
  func shownPicture() throws {
    let wide = try simulation(.targets, setting: ["view.fieldOfViewError": 10])
    let scale = Elementary.tan(35.0.radians) / Elementary.tan(30.0.radians)
    let (before, after) = (try people("standard", wide), try people("standard", wide, ["fieldOfViewScale": scale]))
    #expect(try value("slip.points.mean", before) > 5)
    #expect(try value("slip.points.p95", after) < 1e-6)
    let turns = (try value("heading.errorDegrees.mean", before), try value("heading.errorDegrees.mean", after))
    #expect(turns.1 < 0.3 * turns.0)
    let subject = ReportSubject.mini(
      try .mini(), "standard", "targets", .simulated, settings())
    #expect(!DragRig.remarks(before, subject).contains { $0.contains("is believed") })
    // If a recording does not contain the true field of view, the stated one is used, and the report says so.
    var header = wide.header
    header.constants[RecordedDrag.trueFieldOfView] = nil
    let believing = try DragRig.person(
      "standard", Setup(profile: try .mini(), header: header, settings: settings()), wide)
    #expect(try value("slip.points.mean", [believing]) < 1e-6)
    #expect(DragRig.remarks([believing], subject).contains { $0.contains("is believed") })
  }

  @Test("the report says why standard slips at the poles, and why flicks slip in the article's arithmetic")
  func slipRemarks() throws {
    func remarks(_ pipeline: String) throws -> [String] {
      DragRig.remarks(
        [],
        ReportSubject.mini(
          try .mini(), pipeline, "poles", .simulated, settings()))
    }
    let standard = try remarks("standard")
    #expect(standard.contains { $0.contains("stops at the poles") })
    for pipeline in ["fitted", "article2021-drag"] {
      let own = try remarks(pipeline)
      #expect(own.contains { $0.contains("flick") && $0.contains("ends") })
      #expect(!own.contains { $0.contains("stops at the poles") })
    }
  }

  @Test("content trails the finger by the latency that was simulated, within 8 ms: n = 4 people")
  func lag() throws {
    for latency in [0.0, 45, 80] {
      let simulation = try simulation(
        .around, setting: ["touch.latency": latency, "touch.latencySpread": 0, "touch.noise": 0.5])
      let lag = try value("slip.lagMilliseconds", try people("standard", simulation))
      #expect(abs(lag - latency) < 8, "\(lag) for \(latency)")
    }
  }

  @Test(
    "by default the article goes over the poles and upside down, without roll; standard stops; quaternions stay unit"
  )
  func poles() throws {
    let simulation = try simulation(.poles)
    let (standard, article) = (try people("standard", simulation), try people("article2021-drag", simulation))
    #expect(try value("poles.upsideDown", article) > 0.2)
    #expect(try value("poles.crossings", article) > 0.2)
    #expect(try value("poles.headingJumpsPerMinute", article) > 5)
    #expect(try value("poles.upsideDown", standard) == 0)
    #expect(try value("poles.crossings", standard) == 0)
    #expect(try value("poles.headingJumpsPerMinute", standard) == 0)
    for people in [standard, article] {
      #expect(try value("roll.largestDegrees", people) < 1e-5 * 180 / .pi)
      #expect(try value("quaternion.nonUnit", people) == 0)
    }
    let subject = ReportSubject.mini(
      try .mini(), "article2021-drag", "poles", .simulated, settings())
    #expect(DragRig.remarks(article, subject).contains { $0.contains("went over a pole") })
    #expect(!DragRig.remarks(standard, subject).contains { $0.contains("went over a pole") })
  }

  @Test("on request, a lower limit of the pitch lets content slip, and coasting goes on after a stroke")
  func settingsCount() throws {
    let updown = try simulation(.updown)
    #expect(try value("slip.points.mean", try people("standard", updown)) < 1e-6)
    #expect(try value("slip.points.mean", try people("standard", updown, ["pitchLimitDegrees": 20])) > 5)
    let flick = try simulation(.flick)
    #expect(try value("inertia.coastingDegrees.mean", try people("standard", flick)) == 0)
    let coasting = try value(
      "inertia.coastingDegrees.mean", try people("standard", flick, ["inertiaMilliseconds": 400]))
    #expect(coasting > 3, "\(coasting)")
    // A picture larger than stated: content slips until the scale is known.
    let wide = try simulation(.targets, preset: "ideal", setting: ["view.fieldOfViewError": 10])
    let felt = try value("heading.errorDegrees.mean", try people("standard", wide))
    let scale = Elementary.tan(35.0.radians) / Elementary.tan(30.0.radians)
    let known = try value("heading.errorDegrees.mean", try people("standard", wide, ["fieldOfViewScale": scale]))
    #expect(known < felt / 10, "\(known) against \(felt)")
  }

  @Test(
    "with the fit, the pipeline fitted slips about the centre by less than a point, or less than the map's curvature",
    arguments: [60.0, 75, 90], [0.0, 1])
  func fitted(degrees: Double, orientation: Double) throws {
    let calibration = try simulation(
      .calibration, setting: ["view.fieldOfView": degrees, "view.orientation": orientation])
    let setup = Setup(profile: try .mini(), header: calibration.header, settings: settings())
    var fit = DragRig.fit(setup)
    for participant in 0..<calibration.participants {
      for sample in calibration.frames(participant: participant) {
        fit.add(sample.observation, participant: participant)
      }
    }
    let result = try fit.solved()
    #expect(result.residualUnit == "pt" && result.residualRMS < 1)
    #expect(result.unidentified.isEmpty)
    #expect(result.parameters.map(\.name) == ["degreesPerScreenX", "degreesPerScreenY", "fieldOfViewScale"])
    let own = Dictionary(uniqueKeysWithValues: result.parameters.map { ($0.name, $0.value) })
    #expect(Set(own.keys).isSubset(of: DragRig.settings.map(\.name)))
    let wide = try people("fitted", calibration, own)
    // Content at r, the centre's radius, above the middle moves r·(1 − cos(r/f)) = r³/2f² less for a path of r, for any
    // degrees per screen. In portrait that is at most 0.54 points; in landscape, whose f is less than half, 0.8, 1.5,
    // 2.5.
    let view = try PerspectiveView(calibration.header)
    let radius = DragFit.centralShare * view.points.min()
    let curve = radius * radius * radius / (2 * view.focalLength * view.focalLength)
    #expect(try value("slip.centrePoints.p95", wide) < max(1, curve))
    #expect(try value("slip.centrePoints.p95", try people("article2021-drag", calibration)) > 20)
    #expect(abs((own["fieldOfViewScale"] ?? 0) - 1) < 0.01)
  }

  @Test("touches that fit no stroke are counted, and no figure becomes nonsense")
  func faults() throws {
    let simulation = try simulation(.around)
    let setup = Setup(profile: try .mini(), header: simulation.header, settings: settings())
    for pipeline in DragRig.pipelines {
      var trial = pipeline.trial(setup, participant: 0)
      for (index, phase) in [DragPhase.ended, .moved, .moved, .began, .began, .cancelled, .cancelled].enumerated() {
        for place in [SIMD2(100.0, 100.0), SIMD2(.nan, 3), SIMD2(1e12, 3)] {
          _ = trial.step(
            RecordedDrag(participant: 0, observation: .init(time: Double(index), phase: phase, location: place)))
        }
      }
      let person = trial.finish()
      #expect(person.faults > 4)
      for metric in DragPerson.metrics {
        if let estimate = metric.estimate([person]) { #expect(estimate.value.isFinite, "\(metric.name)") }
      }
    }
    let nobody = DragPerson(participant: 0)
    #expect(DragPerson.metrics.allSatisfy { $0.estimate([nobody]) == nil })
  }

  @Test("a header without a view is refused before anything runs")
  func refusedHeader() throws {
    var header = try simulation(.around).header
    header.constants["fieldOfViewDegrees"] = 0
    let setup = Setup(profile: try .mini(), header: header, settings: settings())
    let error = #expect(throws: SampleError.self) { try DragRig.check(setup) }
    #expect(try #require(error).description.contains("constants.fieldOfViewDegrees: is 0.0; expected"))
    // Without a valid field of view, nothing is judged or fitted.
    #expect(try DragRig.person("standard", setup, try simulation(.around, duration: 5)).frames == 0)
    let failure = #expect(throws: RigFitFailure.self) { try DragRig.fit(setup).solved() }
    #expect(try #require(failure).description.contains("fieldOfViewDegrees"))
    header.constants["fieldOfViewDegrees"] = 60
    try DragRig.check(Setup(profile: try .mini(), header: header, settings: settings()))
  }

  @Test("scenarios of one person add up, and the page shows a sphere for each with every line named")
  func merged() throws {
    var all = try people("article2021-drag", try simulation(.updown))[0]
    let other = try people("article2021-drag", try simulation(.poles))[0]
    let strokes = all.strokes
    all.merge(other)
    #expect(all.strokes == strokes + other.strokes && all.frames == 7200)
    #expect(abs(all.seconds - 2 * other.seconds) < 1e-6)
    let subject = ReportSubject.mini(
      try .mini(), "article2021-drag", "updown+poles<script>", .simulated, settings())
    let html = DragRig.sections([all], subject).joined()
    #expect(html.components(separatedBy: "<svg role=\"img\"").count - 1 >= 2)
    for name in ["article2021-drag", "standard", "view that keeps content under the finger", "Slip over the stroke"] {
      #expect(html.contains(name), "\(name)")
    }
    #expect(!html.contains("NaN") && !html.contains("<script>"))
    #expect(DragRig.sections([], subject).joined().contains("nothing could slip"))
  }

  @Test("metrics, headlines and limits exist; settings hold their defaults in range")
  func listed() throws {
    #expect(Set(DragPerson.metrics.map(\.name)).count == DragPerson.metrics.count)
    for name in DragRig.headlines + DragRig.facts.limits.map(\.metric) { _ = try PeopleMetric<DragPerson>.named(name) }
    for setting in DragRig.settings { #expect(setting.range.contains(setting.value) && !setting.source.isEmpty) }
  }

  @Test(
    "without a fit the pipeline fitted uses the degrees that the view requires at its centre, and the report says so",
    arguments: [60.0, 75, 90])
  func unfitted(degrees: Double) throws {
    var header = try simulation(.around, setting: ["view.fieldOfView": degrees]).header
    (header.constants["width"], header.constants["height"]) = (1024, 1366)
    let exact = 2 * Elementary.tan(degrees.radians / 2)
    func turn(_ own: [String: Double]) throws -> SIMD2<Double> {
      let setup = Setup(profile: try .mini(), header: header, settings: settings(own))
      var camera = try DragRig.pipeline(named: "fitted").engine(setup, try PerspectiveView(header))
      camera.step(DragTouch(time: 0, phase: .began, location: SIMD2(100, 100)))
      camera.step(DragTouch(time: 0.1, phase: .moved, location: SIMD2(110, 120)))
      return SIMD2(wrappedAngle(camera.pose.heading - .pi), camera.pose.pitch)
    }
    let (unfitted, fitted) = (try turn([:]), try turn(["degreesPerScreenX": 50]))
    #expect(abs(unfitted.x - 10 * exact / 1366) < 1e-9 && abs(unfitted.y - 20 * exact / 1366) < 1e-9)
    #expect(abs(fitted.x - 10 * 50.0.radians / 1024) < 1e-9 && abs(fitted.y - unfitted.y) < 1e-12)
    var subject = ReportSubject.mini(
      try .mini(), "fitted", "around", .simulated, settings())
    #expect(DragRig.remarks([], subject).contains { $0.contains("Not fitted, but computed") })
    subject.settings = settings(["degreesPerScreenX": 50, "degreesPerScreenY": 70])
    #expect(!DragRig.remarks([], subject).contains { $0.contains("Not fitted") })
  }

  @Test("remarks on the simulation of strokes are not in the report of a recording")
  func recordedRemarks() throws {
    var subject = ReportSubject.mini(
      try .mini(), "standard", "recorded", .simulated, settings())
    #expect(DragRig.remarks([], subject).contains { $0.contains("open loop") })
    subject.origin = .recorded
    #expect(!DragRig.remarks([], subject).contains { $0.contains("open loop") })
  }
}
