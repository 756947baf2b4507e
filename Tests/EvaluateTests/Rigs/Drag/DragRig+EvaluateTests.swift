import Calibrate
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct DragRigEvaluateTests {
  private func simulation(
    _ scenario: DragScenario, preset: String = "typical", duration: Double = 60, setting: [String: Double] = [:]
  ) throws -> RigSimulation<DragRig> {
    try .mini(scenario, preset: preset, participants: 4, duration: duration, setting: setting)
  }

  private func estimate(_ metric: String, _ people: [DragPerson]) throws -> PeopleEstimate {
    try #require(try PeopleMetric<DragPerson>.named(metric).estimate(people))
  }

  private func value(_ metric: String, _ people: [DragPerson]) throws -> Double { try estimate(metric, people).value }

  @Test("standard keeps content under the finger; the article's 180° a screen lets it slip by hundreds of points")
  func slip() throws {
    let simulation = try simulation(.targets)
    let (standard, article) = (
      try DragRig.people("standard", simulation), try DragRig.people("article2021-drag", simulation)
    )
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
    let people = try DragRig.people("standard", simulation)
    for name in ["slip.points.mean", "slip.points.p95", "slip.centrePoints.p95"] {
      let estimate = try estimate(name, people)
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
    let estimate = try estimate("poles.upsideDown", people)
    #expect(try #require(estimate.interval.interval).upper < 0.03)
  }

  @Test("a finger grabs a coasting camera's picture of that moment: content stays under it, n = 4 people")
  func coastingGrab() throws {
    for orientation in [0.0, 1] {
      let flick = try simulation(.flick, setting: ["view.orientation": orientation])
      let coasting = try DragRig.people("standard", flick, ["inertiaMilliseconds": 499.5])
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
    let (before, after) = (
      try DragRig.people("standard", wide), try DragRig.people("standard", wide, ["fieldOfViewScale": scale])
    )
    #expect(try value("slip.points.mean", before) > 5)
    #expect(try value("slip.points.p95", after) < 1e-6)
    let name = "heading.errorDegrees.mean"
    #expect(try value(name, after) < 0.3 * value(name, before))
    // If a recording does not contain the true field of view, the stated one is used, and the report says so.
    var setup = try DragRig.setup(wide)
    setup.header.constants[RecordedDrag.trueFieldOfView] = nil
    let believing = try DragRig.person("standard", setup, wide)
    #expect(try value("slip.points.mean", [believing]) < 1e-6)
    let subject = ReportSubject.mini(setup.profile, "standard", "targets", .simulated, setup.settings)
    for (people, isBelieved) in [(before, false), ([believing], true)] {
      #expect(DragRig.remarks(people, subject).contains { $0.contains("is believed") } == isBelieved)
    }
  }

  @Test(
    "remarks state why a pipeline slips, what is not fitted, and what only a simulation has",
    arguments: [
      ("standard", "stops at the poles", true), ("standard", "went over a pole", false),
      ("fitted", "stops at the poles", false), ("fitted", "flick", true), ("fitted", "Not fitted, but computed", true),
      ("article2021-drag", "stops at the poles", false), ("article2021-drag", "flick", true),
      ("article2021-drag", "went over a pole", true),
    ])
  func remarks(pipeline: String, words: String, isThere: Bool) throws {
    let poles = try simulation(.poles)
    let people = try DragRig.people(pipeline, poles)
    var subject = ReportSubject.mini(try .mini(), pipeline, "poles", .simulated, try DragRig.setup(poles).settings)
    func has(_ words: String) -> Bool { DragRig.remarks(people, subject).contains { $0.contains(words) } }
    #expect(has(words) == isThere && has("open loop"))
    subject.origin = .recorded
    #expect(!has("open loop"))
    subject.settings.merge(["degreesPerScreenX": 50, "degreesPerScreenY": 70]) { $1 }
    #expect(!has("Not fitted"))
  }

  @Test("content trails the finger by the latency that was simulated, within 8 ms: n = 4 people")
  func lag() throws {
    for latency in [0.0, 45, 80] {
      let simulation = try simulation(
        .around, setting: ["touch.latency": latency, "touch.latencySpread": 0, "touch.noise": 0.5])
      expectNear(try value("slip.lagMilliseconds", try DragRig.people("standard", simulation)), latency, 8)
    }
  }

  @Test(
    "by default the article goes over the poles and upside down, without roll; standard stops; quaternions stay unit"
  )
  func poles() throws {
    let simulation = try simulation(.poles)
    let (standard, article) = (
      try DragRig.people("standard", simulation), try DragRig.people("article2021-drag", simulation)
    )
    for (metric, least) in [("upsideDown", 0.2), ("crossings", 0.2), ("headingJumpsPerMinute", 5)] {
      #expect(try value("poles.\(metric)", article) > least && value("poles.\(metric)", standard) == 0, "\(metric)")
    }
    for people in [standard, article] {
      #expect(try value("roll.largestDegrees", people) < 1e-5 * 180 / .pi)
      #expect(try value("quaternion.nonUnit", people) == 0)
    }
  }

  @Test("on request, a lower limit of the pitch lets content slip, and coasting goes on after a stroke")
  func settingsCount() throws {
    let updown = try simulation(.updown)
    #expect(try value("slip.points.mean", try DragRig.people("standard", updown)) < 1e-6)
    #expect(try value("slip.points.mean", try DragRig.people("standard", updown, ["pitchLimitDegrees": 20])) > 5)
    let flick = try simulation(.flick)
    #expect(try value("inertia.coastingDegrees.mean", try DragRig.people("standard", flick)) == 0)
    let coasting = try value(
      "inertia.coastingDegrees.mean", try DragRig.people("standard", flick, ["inertiaMilliseconds": 400]))
    #expect(coasting > 3)
  }

  @Test(
    "with the fit, the pipeline fitted slips about the centre by less than a point, or less than the map's curvature",
    arguments: [60.0, 75, 90], [0.0, 1])
  func fitted(degrees: Double, orientation: Double) throws {
    let calibration = try simulation(
      .calibration, setting: ["view.fieldOfView": degrees, "view.orientation": orientation])
    let result = try DragRig.fitted(calibration)
    #expect(result.residualUnit == "pt" && result.residualRMS < 1)
    #expect(result.unidentified.isEmpty)
    #expect(result.parameters.map(\.name) == ["degreesPerScreenX", "degreesPerScreenY", "fieldOfViewScale"])
    let own = Dictionary(uniqueKeysWithValues: result.parameters.map { ($0.name, $0.value) })
    #expect(Set(own.keys).isSubset(of: DragRig.settings.map(\.name)))
    let wide = try DragRig.people("fitted", calibration, own)
    // Content at r, the centre's radius, above the middle moves r·(1 − cos(r/f)) = r³/2f² less for a path of r, for any
    // degrees per screen. In portrait that is at most 0.54 points; in landscape, whose f is less than half, 0.8, 1.5,
    // 2.5.
    let view = try PerspectiveView(calibration.header)
    let radius = DragFit.centralShare * view.points.min()
    let curve = radius * radius * radius / (2 * view.focalLength * view.focalLength)
    #expect(try value("slip.centrePoints.p95", wide) < max(1, curve))
    #expect(try value("slip.centrePoints.p95", try DragRig.people("article2021-drag", calibration)) > 20)
    expectNear(own["fieldOfViewScale"], 1, 0.01)
  }

  @Test("touches that fit no stroke are counted, and no figure becomes nonsense")
  func faults() throws {
    let simulation = try simulation(.around)
    let setup = try DragRig.setup(simulation)
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
    var setup = try DragRig.setup(try simulation(.around))
    setup.header.constants["fieldOfViewDegrees"] = 0
    let error = #expect(throws: SampleError.self) { try DragRig.check(setup) }
    #expect(try #require(error).description.contains("constants.fieldOfViewDegrees: is 0.0; expected"))
    // Without a valid field of view, nothing is judged or fitted.
    #expect(try DragRig.person("standard", setup, try simulation(.around, duration: 5)).frames == 0)
    let failure = #expect(throws: RigFitFailure.self) { try DragRig.fit(setup).solved() }
    #expect(try #require(failure).description.contains("fieldOfViewDegrees"))
    setup.header.constants["fieldOfViewDegrees"] = 60
    try DragRig.check(setup)
  }

  @Test("scenarios of one person add up")
  func merged() throws {
    var all = try DragRig.people("article2021-drag", try simulation(.updown))[0]
    let other = try DragRig.people("article2021-drag", try simulation(.poles))[0]
    let strokes = all.strokes
    all.merge(other)
    #expect(all.strokes == strokes + other.strokes && all.frames == 7200)
    expectNear(all.seconds, 2 * other.seconds, 1e-6)
  }

  @Test(
    "without a fit the pipeline fitted uses the degrees that the view requires at its centre",
    arguments: [60.0, 75, 90])
  func unfitted(degrees: Double) throws {
    let around = try simulation(.around, setting: ["view.fieldOfView": degrees])
    let exact = 2 * Elementary.tan(degrees.radians / 2)
    func turn(_ own: [String: Double]) throws -> SIMD2<Double> {
      var setup = try DragRig.setup(around, own)
      setup.header.constants.merge(["width": 1024, "height": 1366]) { $1 }
      var camera = try DragRig.pipeline(named: "fitted").engine(setup, try PerspectiveView(setup.header))
      camera.step(DragTouch(time: 0, phase: .began, location: SIMD2(100, 100)))
      camera.step(DragTouch(time: 0.1, phase: .moved, location: SIMD2(110, 120)))
      return SIMD2(wrappedAngle(camera.pose.heading - .pi), camera.pose.pitch)
    }
    let (unfitted, fitted) = (try turn([:]), try turn(["degreesPerScreenX": 50]))
    expectNear(unfitted.x, 10 * exact / 1366, 1e-9)
    expectNear(unfitted.y, 20 * exact / 1366, 1e-9)
    expectNear(fitted.x, 10 * 50.0.radians / 1024, 1e-9)
    expectNear(fitted.y, unfitted.y, 1e-12)
  }
}
