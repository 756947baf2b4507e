import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct ClosedLoopEvaluationTests {
  /// One take as plain arrays.
  private struct Take {
    var times: [Double] = []
    var commands: [ScrollCommand] = []
    var intents: [ScrollDirection] = []
    var gaze: [SIMD2<Double>] = []
  }

  /// A run of frames with one direction: its first and last frame.
  private struct Stretch {
    var direction: ScrollDirection
    var first: Int
    var last: Int
  }

  /// The take whose loop is closed by the article's pipeline, built here from its published numbers.
  private func take(_ run: Run<GazeRig>, _ scenario: GazeScenario, _ participant: Int) -> Take {
    var simulation = run.simulation
    simulation.scenario = scenario
    simulation.loop = "article2021"
    var (pipeline, take) = (Article2021GazePipeline(.iPhone12Mini(.worldTakenAsLocal)), Take())
    var frames = simulation.frames(participant: participant)
    while let frame = frames.next() {
      let output = pipeline.step(frame.observation.frame)
      frames.scroll(output.scroll)
      take.times.append(frame.observation.frame.time)
      take.commands.append(output.scroll)
      take.intents.append(frame.observation.intent ?? .none)
      take.gaze.append(frame.truth?.gaze ?? .zero)
    }
    return take
  }

  /// Maximal runs with gaps below a quarter of a second.
  private func runs(_ directions: [ScrollDirection], _ times: [Double]) -> [Stretch] {
    var runs: [Stretch] = []
    for i in directions.indices where directions[i] != .none {
      if let run = runs.last, run.direction == directions[i], times[i] - times[run.last] < 0.25 {
        runs[runs.count - 1].last = i
      } else {
        runs.append(Stretch(direction: directions[i], first: i, last: i))
      }
    }
    return runs
  }

  /// The best pairs of scrolls and intents of one direction, by trying all ways: most pairs, then least delay.
  private func pairs(_ events: [Stretch], _ intents: [Stretch], _ times: [Double]) -> [(
    event: Stretch, intent: Stretch
  )] {
    struct Best {
      var count = 0
      var delay = 0.0
      var next: (Int, Int, isPair: Bool)?
    }
    var known = [[Best?]](repeating: [Best?](repeating: nil, count: intents.count + 1), count: events.count + 1)
    func best(_ e: Int, _ i: Int) -> Best {
      if let best = known[e][i] { return best }
      guard e < events.count, i < intents.count else { return Best() }
      var options: [Best] = []
      for (next, isPair) in [((e + 1, i), false), ((e, i + 1), false), ((e + 1, i + 1), true)] {
        var option = best(next.0, next.1)
        option.next = (next.0, next.1, isPair)
        if isPair {
          let (start, wish) = (times[events[e].first], intents[i])
          let until = i + 1 < intents.count ? min(times[wish.last], times[intents[i + 1].first]) : times[wish.last]
          guard start >= times[wish.first] - 0.2, start <= until + 1 else { continue }
          option.count += 1
          option.delay += abs(start - times[wish.first])
        }
        options.append(option)
      }
      let chosen = options.max { ($0.count, -$0.delay) < ($1.count, -$1.delay) } ?? Best()
      known[e][i] = chosen
      return chosen
    }
    var (pairs, place) = ([(event: Stretch, intent: Stretch)](), (0, 0))
    while let next = best(place.0, place.1).next {
      if next.isPair { pairs.append((events[place.0], intents[place.1])) }
      place = (next.0, next.1)
    }
    return pairs
  }

  @Test("missed, false, overshot and off-screen scrolls of the closed article equal those of a naive count (4 people)")
  func naive() async throws {
    // Typical people, 70 s of reading and 70 s of recipe each, a page of two screens, seed 33.
    var run = try Run.mini(
      [.reading, .recipe], seed: 33, participants: 4, duration: 70, pipeline: GazeRig.article2021,
      setting: ["task.pageScreens": 2, "people.failingShare": 0])
    run.loop = .closed
    let evaluation = try await run.evaluation()
    var (missed, wrong, right) = (0, 0, 0)
    var (overshoot, offScreen) = (0.0, [Double]())
    for participant in 0..<4 {
      var (points, seconds) = (0.0, 0.0)
      for scenario in run.scenarios {
        let take = take(run, scenario, participant)
        let events = runs(take.commands.map(\.direction), take.times)
        let intents = runs(take.intents, take.times)
        var found = 0
        for direction in [ScrollDirection.up, .down] {
          let pairs = pairs(
            events.filter { $0.direction == direction }, intents.filter { $0.direction == direction }, take.times)
          found += pairs.count
          for (event, intent) in pairs {
            let frames = (event.first...event.last).filter { take.commands[$0].direction != .none }
            let wanted = frames.first { take.intents[$0] == direction }
            let counted = frames.filter { frame in
              guard take.intents[frame] != direction else { return false }
              return wanted.map { frame > $0 } ?? (event.first > intent.last)
            }
            overshoot += counted.map { take.commands[$0].distance }.reduce(0, +)
          }
        }
        (missed, wrong, right) = (missed + intents.count - found, wrong + events.count - found, right + found)
        for i in take.times.indices {
          let isOn = (0...375).contains(take.gaze[i].x) && (0...812).contains(take.gaze[i].y)
          if isOn { continue }
          if i > 0 { seconds += min(take.times[i] - take.times[i - 1], 0.5) }
          if take.commands[i].direction != .none { points += take.commands[i].distance }
        }
      }
      if seconds > 0 { offScreen.append(points / (seconds / 60)) }
    }
    #expect(missed > 0 && wrong > 10 && right > 3)
    #expect(evaluation.loop == "article2021")
    let found = evaluation.scroll
    #expect((found.falseNegatives, found.falsePositives, found.truePositives) == (missed, wrong, right))
    expectNear(evaluation.value("scroll.overshootPoints"), overshoot / Double(right), 1e-6)
    #expect(overshoot > 10)
    expectNear(evaluation.value("scroll.offScreenScrollPointsPerMinute"), offScreen.mean, 1e-6)
    #expect(offScreen.mean > 1000)
  }

  @Test("in closed loops each pipeline has its own page, whatever runs beside it, on any number of jobs")
  func together() async throws {
    var standard = try Run.mini([.validation, .reading, .stare], seed: 5, participants: 3, duration: 40)
    standard.loop = .closed
    var article = standard
    article.pipeline = GazeRig.article2021
    let together = try await Run<GazeRig>.people([standard, article], jobs: 2) { $0 }
    #expect(together.map { $0[0].scroll } == (try await standard.people(jobs: 1).map(\.scroll)))
    #expect(together.map { $0[1].scroll } == (try await article.people(jobs: 3).map(\.scroll)))
    var open = standard
    open.loop = .open
    let openly = try await open.people()
    // Validation has no page: the pointer's figures are those of the open loop.
    #expect(together.map { $0[0].pointer } == openly.map(\.pointer))
    #expect(together.map { $0[0].scroll } != openly.map(\.scroll))
    for scenario in [GazeScenario.validation, .stare] { #expect(standard.simulation(of: scenario).loop == "open") }
    #expect(try await standard.evaluation().loop == "standard")
    #expect(try await open.evaluation().loop == "open")
    // Hindsight uses only the scenarios with targets, so a comparison can be closed, too.
    let comparison = GazeComparison(
      standard, reclines: [30], variants: GazeComparison.variants([.article2021, .standard]))
    let rows = try await comparison.rows(jobs: 2)
    let evaluation = try await standard.evaluation()
    #expect(rows.last?.f1 == evaluation.scroll.f1)
    #expect(rows.last?.falsePerMinute == evaluation.value("scroll.falsePerMinute"))
  }

  @Test("a closed loop without a page is refused")
  func withoutPage() async throws {
    var run = try Run.mini([.validation, .stare], participants: 1, duration: 2)
    run.loop = .closed
    let closed = run
    await #expect(throws: SimulationError.self) { try await closed.evaluation() }
    let comparison = GazeComparison(closed, reclines: [30], variants: GazeComparison.variants([.standard]))
    await #expect(throws: SimulationError.self) { try await comparison.rows(jobs: 1) }
    #expect(throws: SimulationError.self) { try RecordingRun(closing: closed, jobs: 1) }
  }

  @Test("a recording of a closed loop equals the evaluation's, frame by frame, whatever the number of jobs")
  func recording() async throws {
    let scratch = try ScratchFolder()
    var run = try Run.mini([.reading], seed: 8, participants: 2, duration: 50, pipeline: GazeRig.article2021)
    run.loop = .closed
    let path = scratch("1.jsonl")
    try await RecordingRun(closing: run, jobs: 1).write(to: path)
    try await RecordingRun(closing: run, jobs: 3).write(to: scratch("3.jsonl"))
    #expect(try scratch.bytes(of: "1.jsonl") == scratch.bytes(of: "3.jsonl"))
    let (made, same) = (try await run.evaluation(), try await judge(path, .article2021))
    #expect(same.loop == "article2021" && same.scroll.falsePositives == made.scroll.falsePositives)
    // The page in the recording was moved by `article2021`, not by the scrolls of `standard`.
    #expect(try await judge(path, .standard).loop == "open-loop replay of a recording closed by article2021")
    // The recorded page was not moved by the scrolls of a pipeline with a person's calibration either.
    for source in PointerOptions.PersonCalibrationSource.allCases {
      run.pipeline = GazeRig.standard
      run.personCalibration = source
      let path = scratch("standard-\(source.rawValue).jsonl")
      try await RecordingRun(closing: run, jobs: 1).write(to: path)
      #expect(try RecordingReader(path: path).header.loop == "standard")
      let judged = try await judge(path, .standard)
      let expected =
        source == .none ? "standard" : "open-loop replay of a recording closed by standard, calibrated to each person"
      #expect(judged.loop == expected)
      let made = try await run.evaluation()
      if source == .none { #expect(judged.scroll.detected == made.scroll.detected) }
    }
  }

  private func judge(_ path: String, _ pipeline: Pipeline<GazeRig>) async throws -> Report<GazeRig> {
    var input = RecordedRun<GazeRig>(profile: try .mini(), pipeline: pipeline)
    try input.add(try RecordingReader(path: path), path: path)
    return try await input.evaluation(path: path)
  }
}
