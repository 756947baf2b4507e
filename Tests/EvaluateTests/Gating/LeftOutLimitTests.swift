import Documents
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

@Suite struct LeftOutLimitTests {
  private let lag = AccuracyGate.most("pointer.latencyMilliseconds", 1e5)
  private let f1 = AccuracyGate.least("scroll.f1", 0.95)
  private let falseScrolls = AccuracyGate.most("scroll.falsePerMinute", 2)
  private var limits: [AccuracyGate] { [lag, f1, falseScrolls] }

  /// The pointer of `standard` without its scrolls, and what is known of its scrolling.
  private func silent(_ scrolling: PointerEngine.Scrolling) -> Pipeline<GazeRig> {
    Pipeline(
      "silent", "a pointer that never scrolls", source: "a test", kind: .program, smoothing: "none",
      engine: PointerEngine { Silent(pipeline: GazeRig.standard.pointer($0)) }.with {
        $0.scrolling = { scrolling }
      })
  }

  private func gate(
    _ scenarios: [GazeScenario], _ pipeline: Pipeline<GazeRig> = .standard, written: Bool = false,
    duration: Double = 12
  ) throws -> Evaluation<GazeRig> {
    let run = try Run.mini(scenarios, seed: 95, participants: 10, duration: duration, pipeline: pipeline)
    var gate = Evaluation(run, limits: limits, mostParticipants: 10)
    gate.limitsAreWritten = written
    return gate
  }

  @Test("built-in limits on scrolling are left out where nobody is asked to scroll; a user's are an error")
  func scenario() async throws {
    let report = try await gate([.validation]).evaluation()
    #expect(report.verdict == .pass && report.gates.map(\.metric) == [lag.metric])
    #expect(report.limitsLeftOut.map(\.metric) == [f1.metric, falseScrolls.metric])
    let brief = report.gateLines
    #expect(brief.first == "PASS, scrolling not judged  no worse than its limits")
    #expect(brief.contains { $0.contains("scroll F1 and 1 more: not judged, nobody is asked to scroll in") })
    let json = try jsonText(report)
    #expect(json.contains(#""limitsLeftOut":[{"#) && json.contains(#""verdict":"pass""#))
    let written = try gate([.validation], written: true)
    await #expect(throws: LimitsError.self) { try await written.evaluation() }
  }

  @Test(
    "a program without scrolling is not judged on it by built-in limits: by its claim, or because no answer has the key"
  )
  func withoutScrolling() async throws {
    for (scrolling, reason) in [
      (PointerEngine.Scrolling.claimedAbsent, "the program claims \"scrolls\":false"),
      (.neverAnswered, "no answer of the program has the key scroll"),
    ] {
      let report = try await gate([.validation, .reading], silent(scrolling)).evaluation()
      #expect(report.gates.map(\.metric) == [lag.metric], "\(report.gates)")
      #expect(report.limitsLeftOut.map(\.reason) == [reason, reason])
      #expect(report.limitsLeftOut.ending == ", scrolling not judged")
    }
  }

  @Test(
    "a program that answers none throughout is judged, and so is any program by a user's own limits",
    .slow("10 s: 20 people for a minute each"))
  func judged() async throws {
    let judged = try await gate([.validation, .reading], silent(.judged), duration: 60).evaluation()
    #expect(judged.limitsLeftOut.isEmpty && judged.gates.map(\.metric) == limits.map(\.metric))
    #expect(judged.figure(f1.metric)?.value == 0)
    let written = try await gate([.validation, .reading], silent(.neverAnswered), written: true).evaluation()
    #expect(written.limitsLeftOut.isEmpty && written.gates.count == 3)
    let contradicts = try gate([.validation, .reading], silent(.claimedAbsent), written: true)
    let error = await #expect(throws: SimulationError.self) { try await contradicts.evaluation() }
    #expect("\(try #require(error))".contains("scroll.f1 is not measured: the program claims \"scrolls\":false"))
  }

  @Test(
    "a pointer that never scrolls breaks the built-in limit on F1 before the last person, also on tablets",
    arguments: [DefaultLimits.Kind.phone, .tablet])
  func neverScrolls(_ kind: DefaultLimits.Kind) throws {
    let limits = DefaultLimits.limits(of: GazeRig.name, kind)
    // Half of what the default scenarios ask for on the 12 mini: seven intents to scroll for each person, unanswered.
    var person = PersonResult(participant: 0)
    (person.scroll.intents, person.scroll.falseNegatives) = (7, 7)
    (person.scroll.seconds, person.scroll.secondsWithoutIntent) = (360, 340)
    (person.frames, person.isIntentKnown) = (21_600, true)
    let looks = GateAnalyses(first: 20, most: GateAnalyses.defaultMost)
    var judging = try Judging<PersonResult>(limits, looks)
    for count in looks.people where judging.verdict == .inconclusive {
      let people = (0..<count).map { number in
        var other = person
        other.participant = number
        return other
      }
      judging.look(people: count) { $0.estimate(people, level: $1) }
    }
    #expect(
      judging.verdict == .fail && judging.analysesDone < looks.people.count,
      "\(judging.analysesDone) of \(looks.people)")
  }

  @Test("recordings without a truth and without an intent to scroll leave every built-in limit out, and give no pass")
  func recordings() async throws {
    let run = try Run.mini(participants: 1, duration: 12)
    func judge(_ written: Bool) async throws -> Report<GazeRig> {
      var judged = RecordedRun<GazeRig>(profile: try .mini())
      judged.limits = DefaultLimits.limits(of: GazeRig.name, .phone)
      judged.limitsAreWritten = written
      try judged.add(run.simulation.stated, run.simulation.everybody { $0.truth = nil })
      return try await judged.evaluation()
    }
    let report = try await judge(false)
    #expect(report.gates.isEmpty && report.verdict == .inconclusive)
    #expect(Set(report.limitsLeftOut.map(\.reason)).count == 3, "\(report.limitsLeftOut)")
    let brief = report.gateLines
    #expect(brief.first?.contains("no built-in limit can be measured here; limits of your own ") == true)
    await #expect(throws: FileError.self) { try await judge(true) }
  }
}

/// A pipeline without its scrolls.
private struct Silent: PointerPipeline, Sendable {
  var pipeline: any PointerPipeline & Sendable

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    var output = pipeline.step(frame)
    output.scroll = .none
    return output
  }
}
