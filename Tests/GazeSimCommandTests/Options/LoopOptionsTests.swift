import Foundation
import GazeRecording
import TestSupport
import Testing

@Suite struct LoopOptionsTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private let people = ["--scenario", "reading", "--participants", "2", "--duration", "60", "--seed", "6"]

  @Test("evaluate closes the loop with the judged pipeline, and prints false and missed scrolls")
  func evaluate() async throws {
    let closed = try await gazesim.run(["evaluate", "--details", "--preset", "ideal", "--loop", "closed"] + people)
    #expect(closed.status == 0, "\(closed.stderr)")
    for part in ["loop closed by standard\n", " false, ", " missed; ", "points overshot a scroll"] {
      #expect(closed.text.contains(part), "\(part) in \(closed.text)")
    }
    let named = try await gazesim.run(["evaluate", "--details", "--preset", "ideal", "--loop", "standard"] + people)
    // The last two lines name the command and the hash of its conditions.
    func figures(_ text: String) -> [Substring] { text.split(separator: "\n").dropLast(2) }
    #expect(figures(named.text) == figures(closed.text))
    let mixed = try await gazesim.run(["evaluate", "--details", "--loop", "closed", "--scenario", "stare"] + people)
    #expect(mixed.text.contains("loop closed by standard in reading\n"))
    let json = try await gazesim.run(
      ["evaluate", "--loop", "closed", "--pipeline", "article2021", "--json"] + people
    ).json()
    #expect(json["loop"] as? String == "article2021")
  }

  @Test("generate closes the loop with a named pipeline and says so, with the same bytes whatever the jobs")
  func generate() async throws {
    let arguments = ["generate", "--loop", "standard"] + people
    let one = try await gazesim.run(arguments + ["--jobs", "1", "-o", "a.jsonl"])
    #expect(one.status == 0, "\(one.stderr)")
    #expect(one.text.contains("loop closed by standard"))
    _ = try await gazesim.run(arguments + ["--jobs", "3", "-o", "b.jsonl"])
    #expect(try scratch.bytes(of: "a.jsonl") == scratch.bytes(of: "b.jsonl"))
    let header = try RecordingReader(path: scratch("a.jsonl")).header
    #expect(header.loop == "standard" && header.personCalibration == "5")
    let other = try await gazesim("evaluate", "--details", "--input", "a.jsonl", "--pipeline", "article2021")
    #expect(other.text.contains("open-loop replay of a recording closed by standard"))
    // The recording's loop was closed by a pipeline without any calibration. So the same pipeline without calibration
    // is judged as in its own loop.
    _ = try await gazesim.run(arguments + ["--person-calibration", "none", "-o", "c.jsonl"])
    let own = try await gazesim("evaluate", "--input", "c.jsonl", "--json")
    let made = try await gazesim.run(
      ["evaluate", "--loop", "closed", "--person-calibration", "none", "--json"] + people)
    #expect(try own.json()["loop"] as? String == "standard")
    // Only the simulator knows the reader's state, and only the recording its people; everything else is the same.
    let ofReaders = ["unreadLinesLost", "timeToRecoverSeconds", "pageCompletion", "timeOverTouch"]
    func withoutReaders(_ report: [String: Any]) throws -> NSDictionary {
      var json = report
      for part in ["scroll", "intervals", "peopleNeeded"] {
        var object = try #require(json[part] as? [String: Any])
        for name in ofReaders { object[part == "scroll" ? name : "scroll.\(name)"] = nil }
        json[part] = object
      }
      return json as NSDictionary
    }
    var read = try own.json()
    #expect((read.removeValue(forKey: "recorded") as? [Any])?.count == 2)
    #expect((read.removeValue(forKey: "recordingFaults") as? [Any])?.isEmpty == true)
    #expect(try withoutReaders(read) == withoutReaders(asRecorded(made.json())))
  }

  @Test("compare gives each pipeline its own closed loop")
  func compare() async throws {
    let arguments = ["compare", "--details", "--pipelines", "standard", "--scenario", "validation"] + people
    let closed = try await gazesim.run(arguments + ["--loop", "closed"])
    #expect(closed.status == 0, "\(closed.stderr)")
    #expect(closed.text.contains(/each\s+pipeline\s+in\s+its\s+own\s+closed\s+loop/))
    #expect(try await gazesim.run(arguments).text.contains("open loop"))
  }

  @Test("a loop that cannot be closed is refused with what to do")
  func refusals() async throws {
    expectRefusal(try await gazesim("evaluate", "--loop", "close"), naming: "loop", "close", "closed")
    expectRefusal(
      try await gazesim("evaluate", "--loop", "article2021"), naming: "article2021", "standard", "--pipeline")
    expectRefusal(
      try await gazesim("evaluate", "--loop", "closed", "--scenario", "stare"), naming: "closed", "stare", "reading")
    expectRefusal(
      try await gazesim("evaluate", "--loop", "closed", "--input", "a.jsonl"), naming: "loop", "header")
    expectRefusal(
      try await gazesim("generate", "--loop", "standard", "--scenario", "validation"), naming: "loop", "validation",
      "reading")
    expectRefusal(try await gazesim("generate", "--loop", "closed"), naming: "closed", "standard")
    expectRefusal(try await gazesim("compare", "--loop", "standard"), naming: "standard", "closed")
    #expect(scratch.names.isEmpty)
  }
}
