import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

struct RecentreStudyTests {
  private func study(_ splits: [String] = ["typical"], people: Int = 24) throws -> RecentreStudy {
    var study = RecentreStudy(try .mini(), worlds: try splits.map { try RecentreStudy.World($0) })
    (study.participants, study.seconds) = (people, 90)
    (study.draws, study.arms) = ([.init(seed: 5401, phone: 54)], [.dot])
    return study
  }

  @Test("a dot helps, its interval contains the ratio, and the rows say what they are")
  func dot() async throws {
    let rows = try await study().rows(twoJobs)
    let row = try #require(rows.first)
    #expect(rows.count == 1 && row.split == "typical" && row.arm == .dot && row.window == .whole && row.bar == 0.80)
    #expect((20...24).contains(row.people))
    // The prototype's ratio is 0.71; 24 people determine it to about a quarter.
    let ratio = try #require(row.ratio.value)
    #expect((0.3...1).contains(ratio) && row.ratio.ci95?.contains(ratio) == true, "\(row)")
    #expect(row.missed != nil)
  }

  @Test("a condition is compared with the plain one of the same split; the preset pessimistic with typical")
  func conditions() async throws {
    var study = try study(["session", "typical"], people: 3)
    (study.arms, study.conditions) = ([.reading], [.typical, .pessimistic, try .named("drift")])
    let rows = try await study.rows(twoJobs)
    let (plain, others) = (rows.filter { $0.condition == .typical }, rows.filter { $0.condition != .typical })
    #expect(plain.count == 6 && plain.allSatisfy { $0.change == nil })
    #expect(others.filter { $0.window == .late }.map(\.split) == ["pessimistic", "session", "typical"])
    for row in others {
      let reference = row.split == "session" ? "session" : "typical"
      let same = try #require(plain.first { $0.split == reference && $0.window == row.window }).ratio.value
      #expect(row.change == (try #require(row.ratio.value)) / (try #require(same)) && row.change != 1)
      // With too few people no bar is met or missed.
      #expect(row.verdict == (row.window == .whole ? nil : "too few people"))
    }
    #expect(study.table(rows).conclusion == StudyTable.tooFew)
  }
  @Test("unknown splits, arms and conditions are refused by name; each condition can be applied")
  func names() throws {
    #expect(try RecentreStudy.World("pessimistic").preset.name == "pessimistic")
    #expect(try RecentreStudy.World("session").preset.name == "typical/session")
    #expect(throws: UnknownNameError.self) { try RecentreStudy.World("sesion") }
    #expect(throws: UnknownNameError.self) { try RecentreStudy.Arm.named("tap") }
    #expect(throws: UnknownNameError.self) { try RecentreStudy.Condition.named("skiming") }
    #expect(Set(RecentreStudy.Condition.all.map(\.name)).count == RecentreStudy.Condition.all.count)
    for condition in RecentreStudy.Condition.all {
      var simulation = try Simulation.mini(.reading)
      try condition.apply(to: &simulation)
      try simulation.validate()
    }
  }

  @Test("without recentring, a person's figures are those of a naive computation and of the pipeline of today")
  func naive() throws {
    var simulation = try Simulation.mini(.reading, seed: 5402, phone: 55, duration: 120)
    simulation.loop = GazeRig.standard.name
    let setup = Run<GazeRig>(profile: try .mini(), simulation: simulation, scenarios: [.reading]).setup(0)
    let found = try RecentreStudy.figures(of: 0, .none, simulation, setup, showsPointer: false)

    var pipeline = GazeRig.standard.pointer(setup)
    var trial = PersonTrial(
      StandardPipeline(
        geometry: setup.geometry, person: setup.person, smoothing: setup.smoothing, trigger: setup.trigger),
      participant: 0, geometry: setup.screen, reference: .truth, rate: 60)
    var frames = simulation.frames(participant: 0)
    var (errors, heights): ([(Double, Double)], [(Double, Double)]) = ([], [])
    var (last, moved) = (0.0, -1.0)
    while let recorded = frames.next() {
      let (time, frame) = (recorded.time, recorded.observation.frame)
      let output = pipeline.step(frame)
      last = time
      trial.step(recorded)
      frames.scroll(output.scroll)
      let state = recorded.truth?.state
      if state == .saccade || state == .blink { moved = .nan }
      if state != .saccade, state != .blink, moved.isNaN || moved < 0 { moved = time }
      guard state != .saccade, state != .blink, frame.blink.max() <= 0.5, let gaze = recorded.truth?.gaze,
        setup.screen.contains(gaze), let pointer = output.pointer, let raw = output.rawPointer
      else { continue }
      if time - moved >= 0.3 - 1e-9 { errors.append((time, (pointer - gaze).length)) }
      if state == .read { heights.append((time, raw.y - gaze.y)) }
    }
    func middle(_ values: [(Double, Double)]) -> Double {
      let sorted = values.map(\.1).sorted()
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
    #expect(found.medians[.whole] == middle(errors))
    #expect(found.medians[.early] == middle(errors.filter { $0.0 >= 30 && $0.0 < 60 }))
    #expect(found.medians[.late] == middle(errors.filter { $0.0 > last - 60 }))
    let pitch = try #require(simulation.pageLayout(of: 0)).linePitch
    expectNear(found.lines, middle(heights.filter { $0.0 > last - 60 }) / pitch, 1e-12)
    // The meter of every report keeps a sketch, whose quantiles are accurate to 1 %.
    let (sketched, whole) = (try #require(trial.finish().settled.points.median), try #require(found.medians[.whole]))
    #expect((found.p90 ?? 0) > whole)
    expectNear(sketched / whole, 1, 0.02)
  }
}
