import Evaluate
import Foundation
import GazeMetrics
import GazeRecording
import GazeTesting
import TestSupport
import Testing

@Suite struct LimitsFileTests {
  private func read(_ text: String) throws -> LimitsFile {
    let scratch = try ScratchFolder()
    return try LimitsFile(path: scratch.write(text, to: "limits.json"))
  }

  /// A file with these limits, and more fields before them.
  private static func file(_ limits: String, _ more: String = "") -> String {
    #"{"schema":"gazesim.limits","version":1,\#(more)"limits":[\#(limits)]}"#
  }
  private static let limit = #"{"metric":"a","limit":1.5,"direction":"max"}"#

  @Test("limits are read as written, each for the first version of its metric unless it states another")
  func reads() throws {
    let limits = try read(
      Self.file(Self.limit + #",{"metric":"b","limit":-2,"direction":"min","version":2}"#)
    ).limits
    #expect(
      limits == [.most("a", 1.5), AccuracyGate(metric: "b", limit: -2, direction: .min, version: 2)])
    #expect(limits.map(\.version) == [1, 2])
  }

  @Test(
    "an invalid file is refused by file and field",
    arguments: [
      ("", nil, "not valid JSON"), ("[]", nil, "expected an object"), ("{}", "schema", "missing"),
      (#"{"schema":"gazesim.limits","version":1}"#, "limits", "missing"), (file(""), "limits", "at least one"),
      (#"{"schema":"gazesim.profile","version":1,"limits":[]}"#, "schema", "gazesim.limits"),
      (#"{"schema":"gazesim.limits","version":2,"limits":[]}"#, "schema", "version 1"),
      (file(#"{"metric":"a","limit":"1","direction":"max"}"#), "limits.0.limit", "expected a number"),
      (file(#"{"metric":"a","limit":1,"direction":"up"}"#), "limits.0.direction", "up"),
      (file(#"{"limit":1}"#), "limits.0.metric", "missing"),
      (file(#"{"metric":"a","limit":1,"direction":"max","version":0}"#), "limits.0.version", " "),
      (file(#"{"metric":"a","limit":1e999,"direction":"max"}"#), nil, " "),
      // The pipeline's declared mapping.
      (file(limit, #""declared":{"gain":[0,1]},"#), "declared.gain", "expected"),
      (file(limit, #""declared":{"lagMilliseconds":9999},"#), "declared.lagMilliseconds", "expected"),
      // An unknown field is refused with a suggestion.
      (file(limit, #""declard":{},"#), "declard", "declared"),
      (file(limit, #""declared":{"lag":300},"#), "declared.lag", "lag"),
      (file(#"{"metric":"a","limit":1.5,"direction":"max","margn":0.1}"#), "limits.0.margn", "margin"),
    ] as [(String, String?, String)])
  func refuses(text: String, field: String?, message: String) throws {
    let error = try #require(#expect(throws: FileError.self) { try read(text) })
    #expect(error.field == field || text.contains("1e999"))
    #expect(error.message.contains(message) && error.path.hasSuffix(".json"))
    #expect(error.description.split(whereSeparator: \.isNewline).count == 1)
  }

  @Test("the pipeline's declared mapping is read")
  func declared() throws {
    #expect(try read(Self.file(Self.limit)).declared == nil)
    let declared = try read(Self.file(Self.limit, #""declared":{"gain":[2,2],"lagMilliseconds":250},"#)).declared
    #expect(declared?.gain == SIMD2(2, 2) && declared?.lag == 0.25 && declared?.offsetPoints == .zero)
  }

  @Test("a missing file is refused")
  func missing() {
    let error = #expect(throws: FileError.self) { try LimitsFile(path: "no-such-file.json") }
    #expect(error?.path == "no-such-file.json")
  }

  @Test("a profile's limit becomes a gate")
  func profileGate() {
    #expect(AccuracyGate(.init(metric: "a", limit: 3, direction: .min)) == .least("a", 3))
    #expect(
      AccuracyGate(.init(metric: "a", limit: 3, direction: .max, version: 2))
        == AccuracyGate(metric: "a", limit: 3, direction: .max, version: 2))
  }
}
