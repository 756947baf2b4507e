import Foundation
import TestSupport
import Testing

@Suite struct RecordInfoCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test("A simulated take: people, frames, targets, truth, no faults; the same as text, JSON and from standard input")
  func simulated() async throws {
    let made = try await gazesim(
      "generate", "--scenario", "calibration", "--participants", "2", "--duration", "20", "--quiet", "-o", "a.jsonl")
    #expect(made.status == 0)
    let json = try await gazesim("record-info", "a.jsonl", "--json").json()
    let quality = try #require(json["quality"] as? [String: Any])
    let lines = try String(decoding: scratch.bytes(of: "a.jsonl"), as: UTF8.self).split(separator: "\n").dropFirst()
    #expect(quality["people"] as? Int == 2 && quality["frames"] as? Int == lines.count)
    #expect(quality["truthFrames"] as? Int == lines.count && (quality["targets"] as? Int ?? 0) > 4)
    #expect(quality["lostFrames"] as? Int == lines.count { $0.contains("\"tracked\":false") })
    #expect(abs((quality["rate"] as? Double ?? 0) - 60) < 3 && (json["faults"] as? [String]) == [])
    let text = try await gazesim("record-info", "a.jsonl").text
    #expect(text.contains("simulated (calibration, preset typical") && text.contains("nothing wrong was found"))
  }

  @Test("A recording that breaks off, runs back or has another rate is described with its faults; a break gives 2")
  func faults() async throws {
    let poses = "\"camera\":\(unit),\"face\":\(unit),\"leftEye\":\(unit),\"rightEye\":\(unit)"
    var text =
      #"{"format":"gazesim.recording","version":1,"device":"iphone12mini","rate":60,"scenario":"recorded","#
      + #""participants":2}"# + "\n"
    for index in 0..<30 { text += "{\"t\":\(Double(index == 20 ? 18 : index) / 30),\(poses)}\n" }
    try Data(text.utf8).write(to: URL(fileURLWithPath: scratch("a.jsonl")))
    let whole = try await gazesim("record-info", "a.jsonl")
    for part in ["time runs back once", "30.00 Hz, the header says 60.00 Hz", "1 of the header's 2 participants"] {
      #expect(whole.status == 0 && whole.text.contains(part), "\(part) in \(whole.text)")
    }
    try Data((text + "{\"t\":1,\n").utf8).write(to: URL(fileURLWithPath: scratch("b.jsonl")))
    let broken = try await gazesim("record-info", "b.jsonl")
    #expect(
      broken.status == 2 && broken.text.contains("frames                 30")
        && broken.text.contains("wrong: breaks off: b.jsonl:32"))
    #expect(broken.stderr.contains("b.jsonl:32"))
    // The file of an app that was killed is no error.
    try Data((text + "{\"t\":1,").utf8).write(to: URL(fileURLWithPath: scratch("c.jsonl")))
    let cut = try await gazesim("record-info", "c.jsonl")
    #expect(
      cut.status == 0 && cut.text.contains("frames                 30")
        && cut.text.contains("wrong: ends in the middle of a frame"))
    #expect(cut.stderr.contains("c.jsonl:32"))
  }

  @Test("The app's own drawing and actions are counted if there are any, and not mentioned otherwise")
  func app() async throws {
    let poses = "\"camera\":\(unit),\"face\":\(unit),\"leftEye\":\(unit),\"rightEye\":\(unit)"
    func file(_ header: String, _ parts: [String]) -> String {
      #"""
      {"format":"gazesim.recording","version":2,"device":"iphone12mini","rate":60,"scenario":"recorded",\#
      "participants":1
      """# + header + "}\n"
        + parts.enumerated().map { "{\"t\":\(Double($0) / 60),\(poses)\($1)}\n" }.joined()
    }
    try scratch.write(file("", ["", "", ""]), to: "a.jsonl")
    try scratch.write(
      file(
        #","lines":[[0,0,1,1],[0,2,1,1]]"#,
        [
          #","pointer":[1,2],"scroll":"none","page":0"#, #","pointer":[1,3],"scroll":"down","page":40"#,
          #","tap":[5,5],"dot":[9,9]"#,
        ]), to: "b.jsonl")
    let (plain, told) = (
      try await gazesim("record-info", "a.jsonl", "--json").json(),
      try await gazesim("record-info", "b.jsonl", "--json").json()
    )
    #expect((plain["quality"] as? [String: Any])?["app"] == nil && plain["lineBoxes"] == nil)
    let app = try #require((told["quality"] as? [String: Any])?["app"] as? [String: Int])
    #expect(
      app == [
        "pointerFrames": 2, "scrollFrames": 2, "scrolls": 1, "taps": 1, "dotFrames": 1, "dots": 1, "pageFrames": 2,
      ])
    #expect(told["lineBoxes"] as? Int == 2)
    let (text, quiet) = (
      try await gazesim("record-info", "b.jsonl").text, try await gazesim("record-info", "a.jsonl").text
    )
    for row in ["pointer ", "scrolls ", "taps ", "dots ", "page offset ", "line boxes "] {
      #expect(text.contains("\n" + row) && !quiet.contains("\n" + row), "\(row)")
    }
  }

  private let unit = "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"
}
