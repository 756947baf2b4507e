import Foundation
import TestSupport
import Testing

@Suite struct DoctorCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test(
    "a window's size is named; an unknown device is an error that says what to do, and so is an unknown rig")
  func header() async throws {
    _ = try await gazesim("generate", "--rate", "30", "-o", "good.jsonl")
    let text = String(decoding: try scratch.bytes(of: "good.jsonl"), as: UTF8.self)
    let header = text.prefix { $0 != "\n" }
    let rest = text.dropFirst(header.count)
    // The header must have changed, so that the test cannot pass because nothing matched.
    let window = header.replacing(/"points":\[[^\]]*\]/, with: #""points":[300,500]"#)
    #expect(window != header)
    try scratch.write(String(window) + String(rest), to: "window.jsonl")
    let doctor = try await gazesim("doctor", "window.jsonl")
    #expect(doctor.text.contains("a window taken for the screen"), "\(doctor.text)")
    expectRefusal(try await gazesim("evaluate", "--input", "window.jsonl"), naming: "field \"points\"", "a window")
    let unknown = header.replacing(#""device":"iphone12mini""#, with: #""device":"iPhone99,9""#)
    try scratch.write(String(unknown) + String(rest), to: "new.jsonl")
    for command in [["doctor"], ["replay", "--fast"], ["evaluate", "--device", "iphone12mini", "--input"]] {
      let outcome = try await gazesim.run(command + ["new.jsonl"])
      expectRefusal(outcome, naming: "new.jsonl:1: field \"device\"", "iPhone99,9", "--profile FILE")
    }
    for command in [["replay", "good.jsonl", "--fast"], ["evaluate", "--input", "good.jsonl"]] {
      expectRefusal(try await gazesim.run(command + ["--rig", "foo"]), naming: "unknown rig \"foo\"")
    }
  }

  @Test("a good recording has nothing wrong, and the checks are listed; a flipped one is detected; the exit code is 0")
  func sentences() async throws {
    _ = try await gazesim("generate", "--rate", "30", "-o", "good.jsonl")
    let good = try await gazesim("doctor", "good.jsonl")
    #expect(good.status == 0 && good.stderr.isEmpty, "\(good.stderr)")
    #expect(good.text.hasPrefix("good.jsonl: nothing wrong was found\n"), "\(good.text)")
    #expect(good.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(good.text)")
    for part in [
      "checked", "clock", "distances", "6939 frames, 135", "gain sideways",
    ] {
      #expect(good.text.contains(part), "\(part) in \(good.text)")
    }
    let lines = String(decoding: try scratch.bytes(of: "good.jsonl"), as: UTF8.self).split(separator: "\n")
    let flipped = try lines.enumerated().map { index, line in
      guard index > 0, line.contains("\"target\":["),
        var frame = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let target = frame["target"] as? [Double]
      else { return String(line) }
      frame["target"] = [target[0], 812 - target[1]]
      return String(decoding: try JSONSerialization.data(withJSONObject: frame), as: UTF8.self)
    }
    try scratch.write(flipped.joined(separator: "\n") + "\n", to: "flipped.jsonl")
    let found = try await gazesim("doctor", "flipped.jsonl")
    #expect(
      found.status == 0 && found.text.hasPrefix("flipped.jsonl looks wrong: y flipped\n")
        && found.text.contains("\n\ny flipped: ") && found.text.contains("\n  evidence: "), "\(found.text)")
    let json = try await gazesim("doctor", "flipped.jsonl", "--json").json()
    #expect(json["schema"] as? String == "gazesim.doctor" && json["version"] as? Int == 1)
    let findings = try #require(json["findings"] as? [[String: Any]])
    #expect(findings.compactMap { $0["fault"] as? String } == ["flippedY"])
    for key in ["sentence", "advice", "severity"] { #expect((findings[0][key] as? String)?.isEmpty == false) }
    #expect((findings[0]["evidence"] as? [[String: Any]])?.isEmpty == false)
    #expect((json["checked"] as? [[String: Any]])?.isEmpty == false)
  }

  @Test("unreadable files, another device and another device's calibration are refused by name")
  func refusals() async throws {
    _ = try await gazesim("generate", "--scenario", "personal", "--rate", "30", "-o", "take.jsonl")
    expectRefusal(try await gazesim("doctor", "absent.jsonl"), naming: "absent.jsonl")
    expectRefusal(try await gazesim("doctor", "take.jsonl", "--device", "iphonex"), naming: "iphonex")
    try scratch.write("{}", to: "none.json")
    expectRefusal(try await gazesim("doctor", "take.jsonl", "--calibration", "none.json"), naming: "none.json")
    let first = String(decoding: try scratch.bytes(of: "take.jsonl"), as: UTF8.self).split(separator: "\n")[0]
    try scratch.write(first + "\n", to: "empty.jsonl")
    expectRefusal(try await gazesim("doctor", "empty.jsonl"), naming: "no frame")
  }
}
