import Foundation
import TestSupport
import Testing

@Suite struct LimitOptionsTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private let people = [
    "--scenario", "validation", "--participants", "8", "--most-participants", "8", "--duration", "10",
  ]

  private func gates(_ arguments: String...) async throws -> [String] {
    let outcome = try await gazesim.run(["gate", "--json"] + people + arguments)
    #expect([0, 1, 3].contains(outcome.status), "\(outcome.stderr)")
    let gates = try #require(try outcome.json()["gates"] as? [[String: Any]])
    return gates.map { "\($0["metric"] ?? "") \($0["direction"] ?? "") \($0["limit"] ?? "")" }
  }

  @Test("--limit replaces the profile's limits, may be repeated, and adds to a file's")
  func limits() async throws {
    #expect(
      try await gates("--limit", "pointer.latencyMilliseconds <= 300", "--limit", "pointer.effectiveFrequencyHertz≥5")
        == ["pointer.latencyMilliseconds max 300", "pointer.effectiveFrequencyHertz min 5"])
    let loss = #"{"metric":"pointer.dataLoss","limit":0.5,"direction":"max"}"#
    try scratch.write(#"{"schema":"gazesim.limits","version":1,"limits":[\#(loss)]}"#, to: "limits.json")
    #expect(
      try await gates("--limits", "limits.json", "--limit", "pointer.latencyMilliseconds<=300")
        == ["pointer.dataLoss max 0.5", "pointer.latencyMilliseconds max 300"])
    expectRefusal(
      try await gazesim("gate", "--limits", "limits.json", "--limit", "pointer.dataLoss<=0.4"),
      naming: "--limit 'pointer.dataLoss<=0.4'", "already has a limit on this side, in limits.json")
  }

  @Test(
    "a text that is no limit is refused with an example, before anybody is simulated",
    arguments: [
      ("pointer.dataLoss<3", "is no limit; expected METRIC<=NUMBER"), ("pointer.dataLoss<=3%", "\"3%\" is no number"),
      ("pointer.dataLoss<=nan", "\"nan\" is no number"), ("pointer.dataLos<=3", "did you mean \"pointer.dataLoss\""),
      ("<=3", "unknown metric \"\""),
    ])
  func refused(limit: String, part: String) async throws {
    expectRefusal(try await gazesim("gate", "--limit", limit), naming: "--limit '\(limit)': ", part)
  }

  @Test("limits that prove nothing name the option")
  func lax() async throws {
    expectRefusal(
      try await gazesim.run(["gate", "--limit", "pointer.errorPoints.median<=5000"] + people), naming: "--limit: ",
      "meets all limits")
  }

  @Test("--write-limits writes a file that the same people pass, says its room and never overwrites without --force")
  func write() async throws {
    let wrote = try await gazesim.run(["gate", "--write-limits", "l.json", "--room", "0.5"] + people.dropLast(2))
    #expect(wrote.status == 0, "\(wrote.stderr)")
    for part in [
      "wrote l.json: 3 limits", "50 % beyond the bad end", "pointer.errorPoints.median <= ",
      "no limit on scroll.f1", "\nNext    gazesim gate --scenario validation ", " --limits l.json\n",
    ] {
      #expect(wrote.text.contains(part), "\(part) in \(wrote.text)")
    }
    #expect(!wrote.text.contains("--write-limits") && !wrote.text.contains("--room"))
    #expect(wrote.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(wrote.text)")
    let before = try scratch.bytes(of: "l.json")
    if JSONSchema.python != nil { #expect(try JSONSchema.violations(of: [before], schema: "limits").isEmpty) }
    expectRefusal(
      try await gazesim.run(["gate", "--write-limits", "l.json"] + people), naming: "l.json: already exists", "--force")
    expectRefusal(
      try await gazesim.run(["gate", "--participants", "5", "--duration", "10", "--write-limits", "m.json"]),
      naming: "meets all limits", "there is no limit on pointer.errorPoints.median: needs 8 people")
    let scrolls = try await gazesim.run(["gate", "--duration", "10", "--write-limits", "s.json"])
    #expect(scrolls.status == 0, "\(scrolls.stderr)")
    #expect(scrolls.text.contains("scroll.falsePerMinute: a pipeline that never scrolls would meet it"))
    #expect(try scratch.bytes(of: "l.json") == before)
    for wrong in [
      ["--room", "0.5"], ["--write-limits", "m.json", "--room", "11"], ["--write-limits", "m.json", "--correctness"],
    ] {
      #expect(try await gazesim.run(["gate"] + wrong).status == 2, "\(wrong)")
    }
    #expect(scratch.names == ["l.json", "s.json"])
  }
}
