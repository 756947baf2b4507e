import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import TestSupport
import Testing

@testable import Evaluate

/// People before the iPhone XR, on which the rig's own limits were measured.
func bodies(
  _ scenario: BodyScenario, preset: String = "typical", participants: Int = 3, duration: Double = 20,
  set settings: [String: Double] = [:]
) throws -> RigSimulation<BodyRig> {
  try .mini(
    scenario, on: "iphonexr", preset: preset, seed: 5, participants: participants, duration: duration,
    setting: settings)
}

private let plain: [String: Double] = ["smoothingCutoffHertz": 0, "holdMilliseconds": 0]

@Suite struct BodyRigEvaluateTests {
  @Test(
    "on ideal the display transform alone has no error, no lag, no loss and no false circle; the naive one is far off")
  func ideal() throws {
    for turns in 0..<4 {
      let simulation = try bodies(
        .walking, preset: "ideal", set: ["body.orientation": Double(turns), "tracker.fewestJoints": 1])
      for person in try BodyRig.people("standard", simulation, plain) {
        #expect(try #require(person.error.maximum) < 1e-9)
        #expect(person.lost == 0 && person.falseCircles == 0 && person.visible == person.visibleShown)
        if let lag = person.lag { #expect(abs(lag) < 0.001) }
      }
      for person in try BodyRig.people("naive", simulation) { #expect(try #require(person.error.mean) > 30) }
    }
  }

  @Test("standard beats the naive multiply in every scenario, on a tracker that errs")
  func typical() throws {
    for scenario in BodyScenario.allCases {
      let simulation = try bodies(scenario)
      let (standard, naive) = (try BodyRig.people("standard", simulation), try BodyRig.people("naive", simulation))
      for (a, b) in zip(standard, naive) {
        #expect(try #require(a.error.mean) < 0.4 * (try #require(b.error.mean)), "\(scenario)")
      }
    }
  }

  @Test(
    "the article's overlay is as accurate as standard's; wrong mode, wrong rotation and naive multiply are not: n = 4"
  )
  func mappings() throws {
    for turns in 0..<2 {
      let simulation = try bodies(
        .walking, participants: 4, duration: 10, set: ["body.orientation": Double(turns), "people.failingShare": 0])
      func mean(_ pipeline: String) throws -> Double {
        try BodyRig.people(pipeline, simulation).map { try #require($0.error.mean) }.mean
      }
      let (article, standard) = (try mean("article2019"), try mean("standard"))
      expectNear(article, standard, 0.15 * standard)
      for wrong in ["naive", "aspect-fit", "wrong-rotation"] {
        let off = try mean(wrong)
        #expect(off > 2.5 * article, "\(wrong): \(off) against \(article)")
      }
    }
    #expect(BodyRig.pipelines.filter { $0.facts.kind == .article }.map(\.name) == ["article2019"])
  }

  @Test("smoothing lowers the jitter of a standing person and costs lag; a hold shows more and invents more")
  func tradeoffs() throws {
    let standing = try bodies(.standing, set: ["people.failingShare": 0])
    let (smooth, raw) = (try BodyRig.people("standard", standing), try BodyRig.people("standard", standing, plain))
    // Smoothed and raw jitter both contain the hand's sway, which is not noise.
    for (a, b) in zip(smooth, raw) { #expect(try #require(a.jitter) < 0.75 * (try #require(b.jitter))) }
    let waving = try bodies(.waving, duration: 40)
    let slow = try BodyRig.people("standard", waving, ["smoothingCutoffHertz": 1, "smoothingBeta": 0])
    let direct = try BodyRig.people("standard", waving, plain)
    for (a, b) in zip(slow, direct) { #expect(try #require(a.lag) > (try #require(b.lag)) + 0.03) }
    // The tracker's own latency of 50 ms is recovered to within a frame.
    for person in direct { expectNear(person.lag, 0.05, 0.017) }
    let occluded = try bodies(.occluded, set: ["tracker.dropoutRate": 60])
    func share(hold: Double) throws -> Double {
      let people = try BodyRig.people("standard", occluded, ["holdMilliseconds": hold])
      return Double(people.reduce(0) { $0 + $1.visibleShown }) / Double(people.reduce(0) { $0 + $1.visible })
    }
    #expect(try share(hold: 400) > share(hold: 0) + 0.05)
  }

  @Test("a picture that lies on its side follows no joint and has no lag; standard has its own: n = 20 people")
  func naiveLag() throws {
    var simulation = try bodies(.occluded, participants: 20, duration: 60)
    simulation.seed = 1
    #expect(try BodyRig.people("naive", simulation).allSatisfy { $0.lag == nil })
    let lags = try BodyRig.people("standard", simulation).compactMap(\.lag)
    #expect(lags.count >= 15)
    for lag in lags { #expect(lag > 0.02 && lag < 0.12, "\(lag)") }
  }

  @Test("limits in points grow with the picture on the screen, others do not; the iPhone XR's are the rig's own")
  func scaledLimits() throws {
    #expect(BodyRig.defaultLimits(of: try .builtIn("iphonexr")) == BodyRig.facts.limits)
    let pad = try DeviceProfile.builtIn("ipadpro13m4")
    let factor = max(pad.geometry.points.x / 1440, pad.geometry.points.y / 1920) / (896.0 / 1920)
    #expect(factor > 1.4)
    for (own, scaled) in zip(BodyRig.facts.limits, BodyRig.defaultLimits(of: pad)) {
      let isLength = own.metric.contains("Points")
      expectNear(scaled.limit, own.limit * (isLength ? factor : 1), 0.006, "\(own.metric)")
      #expect(scaled.metric == own.metric && scaled.direction == own.direction)
    }
  }

  @Test("circles of hidden joints are false circles, counted when they appear")
  func falseCircles() throws {
    // Swaps give a seen joint's name to a hidden one's place, so swaps are switched off as well.
    let quiet = try bodies(
      .occluded,
      set: [
        "tracker.hiddenReported": 0, "tracker.latency": 0, "people.failingShare": 0, "tracker.swapRate": 0,
      ])
    for person in try BodyRig.people("standard", quiet, plain) { #expect(person.falseCircles == 0) }
    let some = try bodies(.occluded, set: ["tracker.hiddenReported": 0.5])
    #expect(try BodyRig.people("standard", some).reduce(0) { $0 + $1.falseCircles } > 30)
  }

  @Test("a view without a size and a fit without marks are refused with a message; a trial then draws nothing")
  func refusals() throws {
    let simulation = try bodies(.walking, duration: 2)
    var setup = try BodyRig.setup(simulation)
    #expect(throws: RigFitFailure.self) { try BodyRig.fit(setup).solved() }
    try BodyRig.check(setup)
    var old = setup
    old.header.constants["orientation"] = 1
    let fault = #expect(throws: SampleError.self) { try BodyRig.check(old) }
    #expect(try #require(fault).description.contains("constants.orientation: is not read; expected the header's own"))
    for bad in [0, .nan, -3] {
      setup.header.constants["viewportWidth"] = bad
      #expect(throws: DisplayTransformError.self) { try BodyRig.check(setup) }
      for pipeline in BodyRig.pipelines {
        #expect(try BodyRig.person(pipeline.name, setup, simulation).drawn == 0)
      }
    }
  }

  @Test(
    "a trial judges an app's own pipeline: one that draws nothing shows nothing, a naive one errs like the rig's"
  )
  func ownPipeline() throws {
    struct Nothing: BodyPipeline {
      mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay { .empty }
    }
    let simulation = try bodies(.walking, duration: 5)
    let setup = try BodyRig.setup(simulation)
    let naive = try NaiveBodyPipeline(viewport: SIMD2(414, 896))
    var (none, own) = (BodyTrial(Nothing(), setup, participant: 0), BodyTrial(naive, setup, participant: 0))
    for sample in simulation.frames(participant: 0) {
      _ = none.step(sample)
      _ = own.step(sample)
    }
    let (empty, drawn) = (none.finish(), own.finish())
    #expect(empty.drawn == 0 && empty.visible > 1000)
    #expect(drawn.error.mean == (try BodyRig.people("naive", simulation))[0].error.mean)
  }

  @Test("typical people have every figure")
  func figures() throws {
    var all: [BodyPerson] = []
    for scenario in BodyRig.facts.scenarios { all += try BodyRig.people("standard", try bodies(scenario)) }
    for metric in BodyPerson.metrics { #expect(metric.estimate(all) != nil, "\(metric.name)") }
  }

  @Test("the remark on the part that aspect fill shows uses the recording's own picture")
  func visiblePixels() throws {
    let simulation = try bodies(.walking, duration: 2, set: ["body.imageWidth": 1280, "body.imageHeight": 720])
    let subject = ReportSubject.mini(try .builtIn("iphonexr"), "standard", "walking")
    let remarks = BodyRig.remarks(try BodyRig.people("standard", simulation), subject)
    // On a view of 414 x 896 points a pixel of the picture is 0.7 points large, so 414/0.7 of its 720 pixels are
    // visible.
    let shown = try #require(remarks.first { $0.contains("Aspect fill") })
    #expect(shown.contains("591.4 of 720 pixels across") && shown.contains("(1280 x 720 on 414 x 896 points)"))
  }

  @Test("naive against correct on three devices: the error of the correct one is several times smaller on each")
  func table() throws {
    let table = try BodyOverlayTable(
      ["iphonexr", "iphone12mini", "ipadpro129gen3"].map(DeviceProfile.builtIn), people: 2, seconds: 5)
    #expect(table.rows.count == 3)
    for row in table.rows { #expect(row.naive[0] > 5 * row.correct[0], "\(row)") }
    expectNear(table.rows[1].visibleShare[0], 0.6158, 0.00005)
  }
}
