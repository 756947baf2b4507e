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

  private func file(_ limits: String, schema: String = "gazesim.limits", version: Int = 1) -> String {
    #"{"schema":"\#(schema)","version":\#(version),"limits":[\#(limits)]}"#
  }

  @Test("limits are read as written")
  func reads() throws {
    let limits = try read(
      file(#"{"metric":"a","limit":1.5,"direction":"max"},{"metric":"b","limit":-2,"direction":"min"}"#)
    ).limits
    #expect(
      limits == [
        AccuracyGate(metric: "a", limit: 1.5, direction: .max), AccuracyGate(metric: "b", limit: -2, direction: .min),
      ])
  }

  @Test(
    "an invalid file is refused by file and field",
    arguments: [
      ("", nil, "not valid JSON"), ("[]", nil, "expected an object"), ("{}", "schema", "missing"),
      (#"{"schema":"gazesim.limits","version":1}"#, "limits", "missing"),
      (#"{"schema":"gazesim.limits","version":1,"limits":[]}"#, "limits", "at least one"),
      (#"{"schema":"gazesim.profile","version":1,"limits":[]}"#, "schema", "gazesim.limits"),
      (#"{"schema":"gazesim.limits","version":2,"limits":[]}"#, "schema", "version 1"),
      (
        #"{"schema":"gazesim.limits","version":1,"limits":[{"metric":"a","limit":"1","direction":"max"}]}"#,
        "limits.0.limit", "expected a number"
      ),
      (
        #"{"schema":"gazesim.limits","version":1,"limits":[{"metric":"a","limit":1,"direction":"up"}]}"#,
        "limits.0.direction", "up"
      ), (#"{"schema":"gazesim.limits","version":1,"limits":[{"limit":1}]}"#, "limits.0.metric", "missing"),
    ] as [(String, String?, String)])
  func refuses(text: String, field: String?, message: String) throws {
    let error = #expect(throws: FileError.self) { try read(text) }
    #expect(error?.field == field)
    #expect(try #require(error).message.contains(message), "\(String(describing: error))")
    #expect(error?.path.hasSuffix(".json") == true)
    #expect(try #require(error).description.split(whereSeparator: \.isNewline).count == 1)
  }

  @Test("a limit states for which version of its metric it was set; by default it is the first")
  func versions() throws {
    let limits = try read(
      file(#"{"metric":"a","limit":1,"direction":"max","version":2},{"metric":"b","limit":1,"direction":"max"}"#)
    ).limits
    #expect(limits.map(\.version) == [2, 1])
    #expect(AccuracyGate(.init(metric: "a", limit: 3, direction: .max, version: 2)).version == 2)
    let error = #expect(throws: FileError.self) {
      try read(file(#"{"metric":"a","limit":1,"direction":"max","version":0}"#))
    }
    #expect(error?.field == "limits.0.version")
  }

  @Test("the pipeline's declared mapping is read, and refused by field")
  func declared() throws {
    let limit = #"{"metric":"a","limit":1.5,"direction":"max"}"#
    func claims(_ text: String) throws -> PointerClaims? {
      try read(
        #"{"schema":"gazesim.limits","version":1,"declared":\#(text),"limits":[\#(limit)]}"#
      ).declared
    }
    #expect(try read(file(limit)).declared == nil)
    let two = try #require(try claims(#"{"gain":[2,2],"lagMilliseconds":250}"#))
    #expect(two.gain == SIMD2(2, 2) && two.lag == 0.25 && two.offsetPoints == .zero)
    for (text, field) in [
      (#"{"gain":[0,1]}"#, "declared.gain"), (#"{"lagMilliseconds":9999}"#, "declared.lagMilliseconds"),
    ] {
      let error = #expect(throws: FileError.self) { try claims(text) }
      #expect(error?.field == field && error?.message.contains("expected") == true, "\(String(describing: error))")
    }
  }

  @Test("an unknown field is refused by name, with a suggestion")
  func misspelt() throws {
    let limit = #"{"metric":"a","limit":1.5,"direction":"max"}"#
    for (text, field, meant) in [
      (#"{"schema":"gazesim.limits","version":1,"declard":{},"limits":[\#(limit)]}"#, "declard", "declared"),
      (#"{"schema":"gazesim.limits","version":1,"declared":{"lag":300},"limits":[\#(limit)]}"#, "declared.lag", "lag"),
      (file(#"{"metric":"a","limit":1.5,"direction":"max","margn":0.1}"#), "limits.0.margn", "margin"),
    ] {
      let error = #expect(throws: FileError.self) { try read(text) }
      #expect(error?.field == field && error?.message.contains(meant) == true, "\(String(describing: error))")
    }
  }

  @Test("a number beyond a Double's range is refused")
  func tooLarge() {
    #expect(throws: FileError.self) { try read(file(#"{"metric":"a","limit":1e999,"direction":"max"}"#)) }
  }

  @Test("a missing file is refused")
  func missing() {
    let error = #expect(throws: FileError.self) { try LimitsFile(path: "no-such-file.json") }
    #expect(error?.path == "no-such-file.json")
  }

  @Test("a profile's limit becomes a gate")
  func profileGate() {
    #expect(
      AccuracyGate(.init(metric: "a", limit: 3, direction: .min))
        == AccuracyGate(metric: "a", limit: 3, direction: .min))
    #expect(
      AccuracyGate(.init(metric: "a", limit: 3, direction: .max))
        == AccuracyGate(metric: "a", limit: 3, direction: .max))
  }
}
