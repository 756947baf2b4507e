import Foundation
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct PresetFileTests {
  private let file = PresetFile(
    name: "mine", base: "typical", provenance: .recorded, source: "take.jsonl",
    values: [
      "tracker.noiseSD": .init(value: 0.2, unit: "deg", ci95: [0.1, 0.3], source: "120 fixations"),
      "behaviour.blinkRate": .init(value: 12, unit: "1/min", source: "40 blinks"),
    ])

  private func json(_ change: (inout [String: Any]) -> Void) throws -> Data {
    var object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(file)) as? [String: Any])
    change(&object)
    return try JSONSerialization.data(withJSONObject: object)
  }

  /// Text of the error.
  private func refusal(_ change: (inout [String: Any]) -> Void) throws -> String {
    let data = try json(change)
    do {
      _ = try PresetFile(json: data, path: "p.json")
      return "none"
    } catch {
      return error.description
    }
  }

  @Test("a file gives its base with its values in their units, and sources")
  func preset() throws {
    let preset = try PresetFile(json: JSONEncoder().encode(file), path: "p.json").preset("p.json")
    #expect(preset.name == "mine" && preset.defaultPhone == GazePreset.typical.defaultPhone)
    for constant in GazeConstant.all {
      let value = constant.value(in: preset.parameters)
      switch constant.key {
      case "tracker.noiseSD": expectNear(value, 0.2, 1e-12)
      case "behaviour.blinkRate": expectNear(value, 12, 1e-12)
      default: #expect(value == constant.value(in: GazePreset.typical.parameters), "\(constant.key)")
      }
    }
    let origin = try #require(preset.origins["tracker.noiseSD"])
    #expect(origin.provenance == .recorded && origin.source.contains("120 fixations [0.1, 0.3]"))
    var simulated = file
    simulated.provenance = .simulated
    // A value measured in a simulation does not count as recorded.
    #expect(try simulated.preset("p").origins["tracker.noiseSD"]?.provenance == .assumed)
  }

  @Test("a written file reads back the same, and replaces another only with force")
  func roundTrip() throws {
    let scratch = try ScratchFolder()
    let path = scratch("a.json")
    try file.write(to: path)
    #expect(try PresetFile(path: path) == file)
    #expect(throws: FileError.self) { try file.write(to: path) }
    var other = file
    other.name = "other"
    try other.write(to: path, force: true)
    #expect(try PresetFile(path: path).name == "other")
    var broken = file
    broken.values["tracker.noiseSD"]?.value = .nan
    #expect(throws: FileError.self) { try broken.write(to: path, force: true) }
    #expect(try PresetFile(path: path).name == "other")
  }

  @Test("fields and values that no preset has are refused by name, with the expected ones")
  func refusals() throws {
    let fields: [(key: String, value: Any?, words: String)] = [
      ("schema", "gazesim.calibration", #""schema": is "gazesim.calibration"; expected "gazesim.preset""#),
      ("version", 2, "reads version 1"), ("base", "tipical", "did you mean \"typical\"?"),
      ("provenance", "guessed", #"field "provenance": is "guessed"; expected one of "simulated", "recorded""#),
      ("name", "typical", "field \"name\""), ("name", " Ideal ", "field \"name\""), ("name", "   ", "field \"name\""),
      ("name", "a\u{202E}b", "in one line"), ("name", "a\nb", "in one line"), ("name", "", "1 to 80 characters"),
      ("bases", "x", #"field "bases": unknown field "bases": did you mean "base"?"#),
      ("values", nil, "\"values\": is missing"),
    ]
    #expect(try refusal { _ in } == "none")
    for row in fields { #expect(try refusal { $0[row.key] = row.value }.contains(row.words), "\(row)") }
    func value(_ changes: [String: Any], of key: String = "tracker.noiseSD") throws -> String {
      let value: [String: Any] = ["value": 1, "unit": "deg", "source": ""]
      return try refusal { $0["values"] = [key: value.merging(changes) { $1 }] }
    }
    let values: [(key: String, value: Any, words: String)] = [
      ("unit", "rad", #"is "rad"; expected "deg""#), ("value", 11, "expected 0.0 to 10.0 deg"),
      ("ci95", [2, 1], "lower one first"), ("ci95", [2, 3], "is [2.0, 3.0], which does not hold the value, 1.0"),
      ("ci59", [0, 3], #"values.tracker.noiseSD.ci59": unknown field"#), ("value", "1", "expected a number"),
    ]
    for row in values { #expect(try value([row.key: row.value]).contains(row.words), "\(row)") }
    #expect(try value([:], of: "tracker.noisSD").contains("did you mean \"tracker.noiseSD\""))
    let white = try value(["value": 9e9, "unit": "1"], of: "tracker.whiteSD")
    #expect(white.contains(": expected 0.0 to ") && !white.hasSuffix(" 1"), "\(white)")
  }

  @Test("files that are not presets, too large or missing are refused")
  func unreadable() {
    for bytes in [Data(), Data("[]".utf8), Data("{".utf8), Data(repeating: 0x20, count: 1 << 20 + 1)] {
      #expect(throws: FileError.self) { try PresetFile(json: bytes, path: "p.json") }
    }
    #expect { try PresetFile(path: "/nowhere/p.json") } throws: { "\($0)".hasSuffix("no such file or folder") }
    #expect { try PresetFile(path: "/tmp") } throws: { "\($0)".contains("is a folder") }
  }
}
