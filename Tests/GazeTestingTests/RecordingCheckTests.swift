import Foundation
import GazeTesting
import TestSupport
import Testing

struct RecordingCheckTests {
  private let standard: StandardPipeline
  private let scratch: ScratchFolder

  init() throws {
    standard = try StandardPipeline(device: "iphone12mini")
    scratch = try ScratchFolder()
  }

  /// Writes a recording as a phone makes it: simulated people, without the truth.
  private func recording(
    _ name: String, people: Int = 2, seed: UInt64 = 3, scenario: GazeScenario = .validation,
    change: (inout RecordingHeader) -> Void = { _ in }, frame: (inout RecordedFrame) -> Void = { $0.truth = nil }
  ) throws -> String {
    let simulation = Simulation(
      device: try NominalPhone(device: "iphone12mini"), scenario: scenario, seed: seed, participants: people,
      duration: 12)
    var header = RecordingHeader(
      device: "iphone12mini", rate: 60, scenario: "recorded", participants: people, source: .recorded)
    change(&header)
    var writer = try RecordingWriter(path: scratch(name), header: header)
    for participant in 0..<people {
      for sample in simulation.frames(participant: participant) {
        var sample = sample
        frame(&sample)
        try writer.write(sample)
      }
    }
    try writer.close()
    return scratch(name)
  }

  private func check(_ paths: [String]) throws -> RecordingCheck { try RecordingCheck(paths, device: "iPhone13,1") }

  private let gates = [
    AccuracyGate(.pointerTargetErrorPointsMedian, atMost: 150), AccuracyGate(.pointerDataLoss, atMost: 0.2),
  ]

  @Test("an app's pipeline is measured on a recording's targets, one each person")
  func measured() throws {
    let paths = [
      try recording("a.jsonl", seed: 3, change: { $0.person = "crew" }),
      try recording("b.npy", people: 1, seed: 4),
      try recording("c.csv", seed: 5, change: { ($0.person, $0.session) = ("crew", 2) }),
    ]
    var takes: [RecordingCheck.Take] = []
    let report = try check(paths).report(gates) { take in
      takes.append(take)
      return StandardPipeline(geometry: take.screen, smoothing: .standard, trigger: .standard)
    }
    // Two people in two files each, one person in one file, and the two faces of the correctness stage in each
    // orientation.
    #expect(takes.map(\.participant) == [0, 1, 2, 0, 1] + Array(repeating: 0, count: 8))
    #expect(takes.prefix(5).map(\.person) == ["crew", "crew/1", nil, "crew", "crew/1"])
    #expect(takes.dropFirst(5).allSatisfy { $0.person == "crew" })
    #expect(takes.prefix(7).allSatisfy { $0.screen == standard.geometry && $0.header.source == .recorded })
    for (orientation, take) in zip(ScreenOrientation.allCases, stride(from: 5, to: 13, by: 2).map { takes[$0] }) {
      #expect(take.screen == standard.geometry.turned(to: orientation) && take.header.orientation == orientation)
    }
    #expect(report.people == 3 && report.population == .recorded && report.correctness.verdict == .pass)
    let error = try #require(report.gates[0].value)
    #expect(error > 10 && error < 400, "\(report)")
    // Three people are too few for a verdict, and the report says so.
    #expect(report.verdict == .inconclusive)
    let text = "\(report)"
    #expect(text.hasPrefix("inconclusive on 3 recorded people\n"))
    #expect(text.contains("none: it needs 44 people but has 3"))
    #expect(text.contains("a verdict about people who were recorded takes 44 of them"))
    #expect(report.byPerson.map(\.name) == ["crew", "crew/1", "b.npy"] && !report.hasSimulatedRecordings)
    for person in report.byPerson {
      #expect(text.contains("\n  \(person.name): pointer.targetErrorPoints.median "))
    }
    // The value over people is the mean of the people's medians.
    let values = report.byPerson.compactMap { $0.values[0] }
    #expect(values.count == 3)
    expectNear(values.mean, error, 1e-9)
  }

  @Test("a recording is judged as the simulation that it holds")
  func asSimulated() throws {
    let phone = try NominalPhone(device: "iphone12mini")
    let simulation = Simulation(device: phone, scenario: .validation, seed: 3, participants: 2, duration: 12)
    let people = try AccuracyCheck(simulation).results { _ in standard }.filter { !$0.isFailing }
    let path = try recording("truth.jsonl", change: { $0 = simulation.header }, frame: { _ in })
    let gates = [
      AccuracyGate(.pointerErrorPointsMedian, atMost: 150), AccuracyGate(.pointerLatencyMilliseconds, atMost: 100),
    ]
    let report = try check([path]).report(gates) { _ in standard }
    for gate in report.gates {
      let expected = try #require(try GazeMetric.named(gate.metric).estimate(people)?.value)
      #expect(report.people == people.count)
      expectNear(gate.value, expected, 0.1)
    }
  }

  @Test("a report on simulated recordings says so, also if they hold no truth")
  func simulatedRecordings() throws {
    let path = try recording("stripped.jsonl", change: { $0.source = .simulated })
    let report = try check([path]).report(gates) { _ in standard }
    #expect(report.hasSimulatedRecordings)
    #expect("\(report)".contains("the recordings state that they were simulated"))
    #expect(report.byPerson.map(\.name) == ["stripped.jsonl, person 0", "stripped.jsonl, person 1"])
  }

  @Test("a recording that is given twice is refused, also by another name of it")
  func twice() throws {
    let path = try recording("a.jsonl")
    let other = scratch("link.jsonl")
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: path)
    for again in [path, other] {
      #expect(throws: RecordingCheckError.givenTwice(path: again, other: path)) {
        try check([path, again]).report(gates) { _ in standard }
      }
    }
  }

  @Test("a copy of a recording is refused, also in another format")
  func copies() throws {
    let (first, copy) = (try recording("a.jsonl"), try recording("copy.csv"))
    let fault = #expect(throws: FileError.self) { try check([first, copy]).report(gates) { _ in standard } }
    let error = try #require(fault)
    #expect(error.path == copy && error.message == "holds the same frames as \(first); give each recording once")
  }

  @Test("44 people give a verdict")
  func enough() throws {
    let path = try recording("many.npy", people: 44)
    let lax = [AccuracyGate(.pointerTargetErrorPointsMedian, atMost: 200)]
    let right = try check([path]).report(lax) { take in
      StandardPipeline(geometry: take.screen, smoothing: .standard, trigger: .standard)
    }
    #expect(right.verdict == .pass && right.gates[0].ci95 != nil, "\(right)")
    let strict = [AccuracyGate(.pointerTargetErrorPointsMedian, atMost: 20)]
    #expect(try check([path]).report(strict) { _ in standard }.verdict == .fail)
    let comparison = try check([path]).compare([.pointerTargetErrorPointsMedian], to: { _ in standard }) { take in
      StandardPipeline(geometry: take.screen, smoothing: .none, trigger: .standard)
    }
    #expect(comparison.verdict == .pass && comparison.people == 44, "\(comparison)")
  }

  @Test("two pipelines are compared on the same recordings, with both values stated")
  func compared() throws {
    let check = try check([try recording("a.jsonl")])
    let comparison = try check.compare(
      [.pointerTargetErrorPointsMedian], to: { StandardPipeline(check.profile, screen: $0.screen) }
    ) { _ in standard }
    #expect(comparison.verdict == .inconclusive && comparison.rows[0].change == 0 && comparison.people == 2)
    #expect("\(comparison)".contains("it needs 44 people but has 2"))
  }

  @Test("recordings that cannot be judged are refused with the reason")
  func refusals() throws {
    func refusal(_ paths: [String], _ gates: [AccuracyGate]? = nil) throws -> String {
      var text = ""
      #expect(throws: (any Error).self) {
        do { _ = try check(paths).report(gates ?? self.gates) { _ in standard } } catch {
          text = "\(error)"
          throw error
        }
      }
      return text
    }
    let good = try recording("good.jsonl")
    let empty = try String(contentsOfFile: good, encoding: .utf8).prefix { $0 != "\n" }
    for (paths, words) in [
      ([], "there is no recording, so nothing would be judged; give the path of at least one"),
      (
        [good, try recording("other.jsonl", change: { $0.device = "iphone15" })],
        "other.jsonl: is of the device \"iphone15\", not of \"iphone12mini\""
      ),
      (
        [try recording("still.jsonl", frame: { ($0.truth, $0.observation.target) = (nil, nil) })],
        "still.jsonl: no frame shows a target"
      ),
      (
        [good, try recording("truth.jsonl", frame: { _ in })],
        "some of the recordings hold the true gaze, some do not"
      ),
      ([try scratch.write(empty + "\n", to: "header.jsonl")], "holds no frames"),
      ([scratch("nothing.jsonl")], "no such file"), ([try scratch.write("{}", to: "a.json")], "a.json"),
      (
        [try recording("slow.jsonl", change: { $0.rate = 10 })],
        "frames a second, but participant 0 has"
      ),
    ] { #expect(try refusal(paths).contains(words)) }
    for (gates, words) in [
      (
        [AccuracyGate(.pointerErrorPointsMedian, atMost: 100)],
        "pointer.errorPoints.median needs the true gaze, which a phone's recording does not hold; set a limit on "
          + "pointer.targetErrorPoints.median, the same figure relative to the shown target"
      ),
      (
        [AccuracyGate(.pointerLatencyMilliseconds, atMost: 100)],
        "leave the limit out, or judge it on simulated people"
      ),
      ([AccuracyGate(.scrollF1, atLeast: 0.5)], "nobody is asked to scroll"), ([], "there is no limit"),
      ([AccuracyGate(.pointerTargetErrorPointsMedian, atMost: .nan)], "is nan"),
      ([AccuracyGate(.pointerTargetErrorPointsMedian, atMost: 100_000)], "a pointer that never moves"),
    ] { #expect(try refusal([good], gates).contains(words)) }
    let apple = try recording("apple.jsonl", change: { $0.device = "iPhone13,1" })
    #expect(try check([apple]).report(gates) { _ in standard }.people == 2)
  }

  @Test("files are given by URL, too")
  func urls() throws {
    let url = URL(filePath: try recording("a.jsonl"))
    #expect(try RecordingCheck([url], device: "iphone12mini").report(gates) { _ in standard }.people == 2)
    #expect(throws: UnknownNameError.self) { try RecordingCheck([url], device: "iphone") }
  }
}
