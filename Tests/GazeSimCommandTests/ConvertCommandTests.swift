import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@Suite struct ConvertCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @discardableResult
  private func done(_ arguments: String...) async throws -> Command.Outcome {
    let outcome = try await gazesim.run(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.stderr)")
    return outcome
  }

  @Test("jsonl to npy to csv to jsonl, with lost faces, a page and coefficients, gives the same bytes")
  func roundTrip() async throws {
    try await done(
      "generate", "--scenario", "reading", "--participants", "2", "--set", "tracker.dropoutRate=20", "-o", "a.jsonl")
    let text = try scratch.text(of: "a.jsonl")
    for part in [#""tracked":false"#, #""page":"#, #""blendShapes":{""#, #""truth":{"gaze""#] {
      #expect(text.contains(part), "\(part)")
    }
    let first = try await done("convert", "a.jsonl", "-o", "b.npy")
    try await done("convert", "b.npy", "-o", "c.csv")
    try await done("convert", "c.csv", "-o", "d.jsonl.gz")
    let last = try await done("convert", "d.jsonl.gz", "-o", "e.jsonl", "--json")
    #expect(try scratch.bytes(of: "e.jsonl") == scratch.bytes(of: "a.jsonl"))
    let frames = text.count { $0 == "\n" } - 1
    #expect(first.text == "wrote b.npy: \(frames) frames, 2 people, 2 sessions, jsonl to npy\n")
    let json = try last.json()
    #expect(json["frames"] as? Int == frames && json["from"] as? String == "jsonl" && json["stripped"] == nil)
    // A file that the simulator writes directly in this format is the same.
    try await done(
      "generate", "--scenario", "reading", "--participants", "2", "--set", "tracker.dropoutRate=20", "--jobs", "1",
      "--format", "npy")
    #expect(try scratch.bytes(of: "iphone12mini-reading-1.npy") == scratch.bytes(of: "b.npy"))
    // Every command reads every format.
    let plain = try await done("replay", "a.jsonl", "--fast")
    for path in ["b.npy", "c.csv", "d.jsonl.gz"] {
      #expect(try await done("replay", path, "--fast").stdout == plain.stdout, "\(path)")
    }
  }

  /// Content of a calibration file, except the name of the recording.
  private func fit(_ path: String) async throws -> [String: Any] {
    let outcome = try await gazesim("calibrate", "--input", path, "-o", "\(path).json", "--quiet", "--json")
    #expect(outcome.status == 0, "\(outcome.stderr)")
    var object = try outcome.json()
    let origin = try #require(object.removeValue(forKey: "fittedTo") as? String)
    #expect(origin.contains(path))
    return object
  }

  @Test(
    "a simulated recording calibrates to the same bits without its truth, and with garbage in place of the truth",
    .slow("6 s: three calibrations"))
  func truthIsNeverRead() async throws {
    try await done("generate", "--participants", "3", "--duration", "25", "-o", "a.jsonl")
    let whole = try await fit("a.jsonl")
    #expect(whole["provenance"] as? String == "simulated")
    let stripped = try await done("convert", "a.jsonl", "-o", "s.jsonl", "--strip")
    for part in ["the truth of ", "kappa and flags of 3 people", "seed, phone, preset", "facial coefficients"] {
      #expect(stripped.text.contains("stripped: ") && stripped.text.contains(part), "\(part)")
    }
    let left = try scratch.text(of: "s.jsonl")
    for part in ["truth", "seed", "phone\"", "preset", "kappa", "blendShapes", "gaze\":["] {
      #expect(!left.contains(part), "\(part)")
    }
    #expect(left.contains(#""source":"simulated""#))
    #expect(try await fit("s.jsonl") as NSDictionary == whole as NSDictionary)

    var lines = try scratch.text(of: "a.jsonl").split(separator: "\n").map(String.init)
    lines[0] = lines[0].replacing(/"truth":.*/) { _ in
      #""truth":{"screen":[9,9],"camera":[-3,4],"people":[{"participant":1,"failing":true,"kappaLeft":[1,1],"#
        + #""kappaRight":[-1,1],"flag":"x"}]}}"#
    }
    for index in lines.indices.dropFirst() {
      lines[index] = lines[index].replacing(/"truth":\{[^}]*\}/) { _ in
        #""truth":{"gaze":[-1e9,\#(index)],"state":"away","page":\#(index % 7)}"#
      }
    }
    #expect(lines[1].contains("-1e9"))
    try scratch.write(lines.joined(separator: "\n") + "\n", to: "g.jsonl")
    #expect(try await fit("g.jsonl") as NSDictionary == whole as NSDictionary)
    // A stripped recording can be fitted together with one that states its seed and phone, as one from a phone could.
    try await done("generate", "--scenario", "validation", "--participants", "3", "--duration", "60", "-o", "b.jsonl")
    for order in [["s.jsonl", "b.jsonl"], ["b.jsonl", "s.jsonl"]] {
      let both = try await gazesim(
        "calibrate", "--input", order[0], "--input", order[1], "-o", "both.json", "--force", "--quiet")
      #expect(both.status == 0, "\(both.stderr)")
    }
  }

  @Test("--strip leaves out the time of day: each recording starts at 0")
  func timeOfDay() async throws {
    try await done("generate", "--duration", "5", "-o", "a.jsonl")
    let shifted = try scratch.text(of: "a.jsonl").replacing(/\{"t":([0-9.e-]+)/) { match in
      "{\"t\":\((Double(match.1) ?? 0) + 7.25e8)"
    }
    try scratch.write(shifted, to: "b.jsonl")
    let outcome = try await done("convert", "b.jsonl", "-o", "c.csv", "--strip")
    #expect(outcome.text.contains("stripped: the time of day"))
    var reader = try RecordingReader(path: scratch("c.csv"))
    let first = try reader.next()
    #expect(first?.observation.frame.time == 0 && first?.truth == nil)
  }

  @Test("impossible conversions are refused in one line: .npy by pipe or compressed, an unknown format, its own input")
  func refusals() async throws {
    try await done("generate", "--duration", "5", "-o", "a.jsonl")
    try await done("convert", "a.jsonl", "-o", "a.npy")
    func refused(_ arguments: String..., naming part: String) async throws {
      expectRefusal(try await gazesim.run(arguments), naming: part)
    }
    try await refused(
      "convert", "a.jsonl", "-o", "-", "--format", "npy", naming: "a .npy begins with the number of frames")
    try await refused("convert", "a.jsonl", "-o", "b.npy.gz", naming: "b.npy.gz: cannot be both")
    try await refused("convert", "a.jsonl", "-o", "b", "--format", "xml", naming: "unknown format \"xml\"")
    try await refused("generate", "--format", "xml", naming: "unknown format \"xml\"")
    try await refused("convert", "a.jsonl", "-o", "a.jsonl", "--force", naming: "is also the input a.jsonl")
    try await refused("convert", "a.npy", "--header", "a.jsonl", "-o", "b.npy", naming: "has its own header")
    try await refused("convert", "a.jsonl", "-o", "a.npy", naming: "a.npy: already exists")
    #expect(scratch.names == ["a.jsonl", "a.npy"])
    // --header gives a header to a .npy that NumPy wrote without one.
    let whole = try scratch.bytes(of: "a.npy")
    let line = try scratch.text(of: "a.jsonl").prefix { $0 != "\n" }.utf8.count + 1
    try whole.dropLast(line + 16).write(to: URL(fileURLWithPath: scratch("bare.npy")))
    try await refused("replay", "bare.npy", "--fast", naming: "--header RECORDING")
    try await done("convert", "bare.npy", "--header", "a.jsonl", "-o", "again.npy")
    #expect(try scratch.bytes(of: "again.npy") == whole)
  }

  @Test("memory is flat: 416,000 frames take no more than 28,000, and less than 100 MB")
  func flatMemory() async throws {
    func peak(_ people: Int) async throws -> Double {
      try await done("generate", "--participants", "\(people)", "-o", "\(people).npy", "--quiet")
      let size = scratch.size(of: "\(people).npy")
      #expect(size > people * 13_000 * 500)
      // A file that is written in the end, so that all of it passes through.
      let script = packageRoot.appending(path: "Benchmarks/peak-memory.py").path
      let printed = try Program.run([
        "python3", script, Program.built("gazesim").path, "convert", scratch("\(people).npy"), "-o",
        scratch("\(people).csv"),
      ]).text
      return try #require(Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)), "\(printed)")
    }
    let (short, long) = (try await peak(2), try await peak(30))
    #expect(long < 100 && long - short < 8, "\(short) MB, \(long) MB")
  }
}
