import Foundation
import TestSupport
import Testing

@Suite struct ReproduceCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test(
    "a report runs again with the same values",
    arguments: [
      ["evaluate", "--participants", "2", "--duration", "6"],
      ["compare", "--participants", "2", "--duration", "6", "--pipelines", "standard"],
      ["gate", "--participants", "2", "--most-participants", "2", "--duration", "6"],
      ["gate", "--rig", "head", "--participants", "2", "--most-participants", "2"],
    ])
  func same(words: [String]) async throws {
    #expect(try await gazesim.run(words + ["-o", "report.json", "--quiet"]).status != 2)
    let again = try await gazesim("reproduce", "report.json")
    #expect(again.status == 0, "\(again.stderr)")
    #expect(again.text.hasPrefix("reproduced: every value is the same\n  conditions "))
    #expect(again.text.hasSuffix("\n  gazesim \(words.joined(separator: " "))\n"))
  }

  @Test("printed JSON reproduces, too, and a changed value is named")
  func changed() async throws {
    let printed = try await gazesim("evaluate", "--participants", "2", "--duration", "6", "--json")
    try scratch.write(printed.text, to: "printed.json")
    #expect(try await gazesim("reproduce", "printed.json").status == 0)
    let changed = printed.text.replacing("\"participants\" : 2", with: "\"participants\" : 3")
    try scratch.write(changed, to: "damaged.json")
    expectRefusal(
      try await gazesim("reproduce", "damaged.json"),
      naming: "damaged.json: field \"command.checksum\": is not that of the report, which was changed after it was made"
    )
    try scratch.write(Sealing.report(changed), to: "changed.json")
    let again = try await gazesim("reproduce", "changed.json")
    #expect(again.status == 1, "\(again.stderr)")
    #expect(again.text.hasPrefix("not reproduced: 1 value differs\n  first: participants: 3, now 2\n  conditions "))
  }

  @Test("a value that cannot be read is named, in a report whose checksum is right")
  func unreadable() async throws {
    let printed = try await gazesim("evaluate", "--participants", "2", "--duration", "6", "--json").text
    let faults = [
      ("\"participants\" : 2", "\"participants\" : 1e999", "field \"participants\": is a number out of range"),
      ("\"device\" : \"iphone", "\"device\" : \"\u{1}iphone", "field \"device\": is "),
    ]
    for (sound, fault, words) in faults {
      try #require(printed.contains(sound))
      try scratch.write(Sealing.report(printed.replacing(sound, with: fault)), to: "fault.json")
      expectRefusal(try await gazesim("reproduce", "fault.json"), naming: "fault.json", words)
    }
  }

  @Test("edited words and an edited hash are refused", arguments: ["\"6\"", "\"hash\" : \""])
  func edited(text: String) async throws {
    let printed = try await gazesim("evaluate", "--participants", "2", "--duration", "6", "--json")
    try #require(printed.text.contains(text))
    try scratch.write(
      Sealing.report(printed.text.replacing(text, with: text == "\"6\"" ? "\"7\"" : text + "0")), to: "edited.json")
    expectRefusal(
      try await gazesim("reproduce", "edited.json"),
      naming: "edited.json: field \"command.hash\": is not that of the command's words and files")
  }

  @Test("a profile in the user's folder counts by its content, and a missing file is named")
  func profiles() async throws {
    let profile = try await gazesim("devices", "iphone12mini", "--json").text
    try FileManager.default.createDirectory(atPath: scratch("profiles"), withIntermediateDirectories: false)
    try scratch.write(profile, to: "profiles/iphone12mini.json")
    #expect(try await gazesim("evaluate", "--participants", "2", "--duration", "6", "-o", "own.json").status == 0)
    #expect(try await gazesim("reproduce", "own.json").status == 0)
    try scratch.write(profile.replacing("812", with: "820"), to: "profiles/iphone12mini.json")
    expectRefusal(
      try await gazesim("reproduce", "own.json"),
      naming: "own.json: field \"command.inputs.0\": was read with another content of ", "profiles; ")
    try FileManager.default.removeItem(atPath: scratch("profiles"))
    expectRefusal(
      try await gazesim("reproduce", "own.json"), naming: "own.json: field \"command.inputs.0.path\": is ",
      "which is no file or folder that the command reads")
  }

  @Test("recordings count by their content")
  func recordings() async throws {
    #expect(try await gazesim("generate", "--duration", "6", "-o", "take.jsonl").status == 0)
    #expect(try await gazesim("evaluate", "take.jsonl", "-o", "report.json").status == 0)
    #expect(try await gazesim("reproduce", "report.json").status == 0)
    #expect(try await gazesim("generate", "--duration", "6", "--seed", "2", "-o", "take.jsonl", "--force").status == 0)
    expectRefusal(
      try await gazesim("reproduce", "report.json"),
      naming: "report.json: field \"command.inputs.0\": was read with another content of take.jsonl; restore that file")
    let piped = try await gazesim.shell("\"$gazesim\" evaluate - -o piped.json <take.jsonl")
    #expect(piped.status == 0, "\(piped.stderr)")
    expectRefusal(try await gazesim("reproduce", "piped.json"), naming: "piped.json: field \"command\": is missing")
  }

  @Test("other files are refused")
  func others() async throws {
    try scratch.write("{\"schema\":\"x\"}", to: "other.json")
    expectRefusal(try await gazesim("reproduce", "other.json"), naming: "other.json: field \"command\": is missing")
    try scratch.write("{\"schema\":", to: "cut.json")
    expectRefusal(try await gazesim("reproduce", "cut.json"), naming: "cut.json: is not JSON, or is cut off; expected")
    expectRefusal(try await gazesim("reproduce", "nowhere.json"), naming: "nowhere.json: ")
  }
}
