import Foundation
import GazeMetrics
import GazeRecording
import GazeTesting
import GazeSimulation
import TestSupport
import Testing

@testable import Evaluate

@Suite struct BaselineTests {
  /// Nine people for ten seconds, seed 94.
  private func baseline() async throws -> Baseline {
    let run = try Run.mini(GazeRig.facts.scenarios, seed: 94, participants: 9, duration: 10)
    return try await Evaluation(run, limits: [], mostParticipants: 9).accepted().baseline
  }

  private func read(_ text: String) throws -> Baseline {
    let scratch = try ScratchFolder()
    return try Baseline(path: scratch.write(text, to: "baseline.json"))
  }

  @Test("a baseline reads back unchanged, equal ones have equal bytes, and each person has a line")
  func roundTrip() async throws {
    let (first, second) = (try await baseline(), try await baseline())
    #expect(try first.encoded() == second.encoded())
    let text = String(decoding: try first.encoded(), as: UTF8.self)
    #expect(try read(text) == first)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("    {\"failing\":") } == 9)
    #expect(first.metrics == GazeRig.baselineMetrics.sorted())
    #expect(first.people.map(\.participant) == Array(0..<9))
    #expect(first.people.contains { $0.parts[medianError] != nil })
    // Keys are in order, on every platform.
    let object = try jsonObject(Data(text.utf8))
    #expect(object["scenarioHash"] as? String == first.conditions.hash)
  }

  @Test("an edited file is refused by field")
  func hostile() async throws {
    let text = String(decoding: try await baseline().encoded(), as: UTF8.self)
    let cases: [(from: String, to: String, field: String?, message: String)] = [
      (#""gazesim.baseline""#, #""gazesim.limits""#, "schema", "expected \"gazesim.baseline\""),
      (#""version" : 1"#, #""version" : 2"#, "schema", "version 2"),
      (#""seed" : "94""#, #""seed" : "95""#, "scenarioHash", "the file was edited"),
      (
        #""participant":3,"#, #""participant":2,"#, "people.3.participant",
        "expected participant 3 (each once, in order)"
      ),
      (#""participant":3,"#, #""participant":99999999999999999999,"#, nil, " "),
      (#""pointer.dataLoss":["#, #""pointer.dataLoss":[1e300,"#, nil, "expected numerator and denominator"),
      (#""pointer.dataLoss":["#, #""pointer.unknown":["#, nil, "expected numerator and denominator"),
      (#""pointer.dataLoss":["#, #""pointer.dataLoss":[1e999,"#, nil, " "),
      (#""pipeline""#, #""pipelin""#, "accepted.pipeline", "missing"),
    ]
    for (from, to, field, message) in cases {
      let changed = text.replacingOccurrences(of: from, with: to)
      #expect(changed != text, "\(from)")
      let error = try #require(#expect(throws: FileError.self) { try read(changed) })
      #expect((field == nil || error.field == field) && error.message.contains(message), "\(error)")
    }
    for cut in ["", "[]", "{}", "null", String(text.prefix(text.count / 2))] {
      #expect(throws: FileError.self) { try read(cut) }
    }
    #expect(throws: FileError.self) { try Baseline(path: "no-such-baseline.json") }
  }
}
