import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

/// `generate` and `convert`: what their files hold, and that the bytes depend on nothing but the words of the command.
struct RecordingCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test("generate without arguments writes a calibration recording of the 12 mini in this folder and says so")
  func bare() async throws {
    let outcome = try await gazesim("generate")
    let name = "iphone12mini-calibration-1.jsonl"
    #expect(outcome.stderr.isEmpty && scratch.names == [name])
    var reader = try RecordingReader(path: scratch(name))
    #expect((reader.header.loop, reader.header.rig) == ("open", "gaze") && reader.header.rate == 60)
    var (frames, withTruth, targets) = (0, 0, Set<SIMD2<Double>>())
    while let frame = try reader.next() {
      frames += 1
      if let target = frame.observation.target { targets.insert(target) }
      if frame.truth != nil { withTruth += 1 }
    }
    #expect(outcome.text.hasPrefix("wrote \(name): \(frames) frames"))
    #expect(outcome.text.contains("simulated (iphone12mini, calibration, preset typical, phone 1, seed 1)"))
    #expect(withTruth == frames && frames > 10_000 && targets.count == 9)
  }

  @Test("-o - writes the recording, and nothing else, on stdout")
  func standardOutput() async throws {
    let piped = try await gazesim("generate --duration 20 -o -")
    #expect(scratch.names.isEmpty && piped.stderr.contains("wrote stdout"))
    try await gazesim("generate --duration 20 -o a.jsonl")
    #expect(piped.stdout == (try scratch.bytes(of: "a.jsonl")))
    let quiet = try await gazesim("generate --duration 20 -o - --quiet --json")
    #expect(quiet.stdout == piped.stdout && quiet.stderr.isEmpty)
  }

  @Test("a duration that the scenario cannot fill is said, on standard error")
  func shortScenario() async throws {
    let generate = "generate --scenario reading --rate 10 -o /dev/null --force"
    let long = try await gazesim("\(generate) --duration 864000")
    let remark = try #require(
      long.stderr.wholeMatch(of: /--duration 864000: the scenario reading ended by itself after (\d+\.\d) s\n/))
    #expect(long.text.contains(" frames, \(remark.1) s, "))
    for fits in ["--duration 864000 --quiet", "--duration 5", ""] {
      #expect(try await gazesim("\(generate) \(fits)").stderr.isEmpty, "\(fits)")
    }
  }

  @Test("in a folder deeper than the longest path, files are written, and links stay")
  func deepFolder() async throws {
    let outcome = try await gazesim.shell(
      """
      base=$PWD; trap 'cd "$base" && rm -rf d*' EXIT
      d=$(printf 'd%.0s' $(seq 200)); for i in $(seq 25); do mkdir $d && cd -P $d || exit 9; done
      set -- --participants 1 --duration 1 --quiet
      "$gazesim" generate "$@" -o a.jsonl || exit 1
      echo old >b; ln -s b l; ln -s nowhere n
      "$gazesim" generate "$@" --format jsonl --force -o l || exit 2
      cmp a.jsonl b && test -h l || exit 3
      "$gazesim" generate "$@" --format jsonl --force -o n && exit 4
      test -h n && test "$(ls -A | wc -l)" = 4 || exit 5
      "$gazesim" convert a.jsonl -o a.csv --quiet || exit 6
      """)
    #expect(outcome.status == 0, "\(outcome.stderr)")
  }

  @Test(
    "names with spaces and letters of any script",
    arguments: ["a b.jsonl", "глаз 目 ö.jsonl", "-a.jsonl", "a\"b'c.jsonl"])
  func names(name: String) async throws {
    let outcome = try await gazesim.run(["generate", "--duration", "5", "--output=\(name)"])
    #expect(outcome.status == 0 && scratch.names == [name], "\(outcome.stderr)")
    #expect(outcome.text.contains("wrote \(name): "))
    let replay = try await gazesim.run(["replay", "--fast", "--json", "--", name])
    let report = try jsonObject(Data(try #require(replay.lines.last).utf8))
    #expect(report["frames"] as? Int ?? 0 > 250)
  }

  @Test(
    "jsonl to npy to csv to jsonl gives the same bytes, and the simulator writes the same files directly",
    arguments: ["gaze --scenario reading --set tracker.dropoutRate=20", "head", "body", "drag"])
  func roundTrip(rig: String) async throws {
    let generate = "generate --participants 2 --duration 30 --quiet --rig \(rig) -o"
    try await gazesim("\(generate) a.jsonl")
    try await gazesim("\(generate) direct.npy --jobs 1")
    let text = try scratch.text(of: "a.jsonl")
    let first = try await gazesim("convert a.jsonl -o b.npy")
    try await gazesim("convert b.npy -o c.csv.gz")
    try await gazesim("convert c.csv.gz -o d.jsonl.gz")
    let last = try await gazesim("convert d.jsonl.gz -o e.jsonl --json").json()
    #expect(try scratch.text(of: "e.jsonl") == text)
    #expect(try scratch.bytes(of: "direct.npy") == scratch.bytes(of: "b.npy"))
    let frames = text.count { $0 == "\n" } - 1
    #expect(frames > 100 && first.text.hasPrefix("wrote b.npy: \(frames) "))
    #expect(last["frames"] as? Int == frames && last["from"] as? String == "jsonl" && last["stripped"] == nil)
    // Every command reads every format.
    let plain = try await gazesim("replay a.jsonl --fast")
    for path in ["b.npy", "c.csv.gz", "d.jsonl.gz"] {
      #expect(try await gazesim("replay \(path) --fast").stdout == plain.stdout, "\(path)")
    }
    guard rig.hasPrefix("gaze") else { return }
    expect(text, contains: [#""tracked":false"#, #""page":"#, #""blendShapes":{""#, #""truth":{"gaze""#])
  }

  @Test(
    "after stripping nothing is left that only a simulator knows, and the rest is unchanged",
    arguments: ["head", "body", "drag"])
  func strip(rig: String) async throws {
    try await gazesim("generate --rig \(rig) --participants 2 --duration 8 --quiet -o a.jsonl")
    expect(
      try await gazesim("convert a.jsonl -o s.jsonl --strip").text,
      contains: ["stripped: the truth of ", "seed, phone"])
    let (whole, left) = (try scratch.text(of: "a.jsonl"), try scratch.text(of: "s.jsonl"))
    #expect(whole.contains(#""truth":{"#))
    for part in ["truth", "\"seed\"", "\"phone\"", "preset"] { #expect(!left.contains(part), "\(part)") }
    let (before, after) = (whole.split(separator: "\n").dropFirst(), left.split(separator: "\n").dropFirst())
    #expect(before.count == after.count)
    // The truth is the last key of a line.
    for (a, b) in zip(before, after) { #expect(a.replacing(/,"truth":\{.*\}\}$/) { _ in "}" } == String(b)) }
  }

  /// Content of a calibration file, except the name of the recording.
  private func fit(_ path: String) async throws -> NSDictionary {
    var object = try await gazesim("calibrate --input \(path) -o \(path).json --quiet --json").json()
    #expect(try #require(object.removeValue(forKey: "fittedTo") as? String).contains(path))
    return object as NSDictionary
  }

  @Test("a simulated recording calibrates to the same bits without its truth, and with garbage in place of the truth")
  func truthIsNeverRead() async throws {
    try await gazesim("generate --participants 2 --set task.targetTime=1 -o a.jsonl")
    let whole = try await fit("a.jsonl")
    #expect(whole["provenance"] as? String == "simulated")
    expect(
      try await gazesim("convert a.jsonl -o s.jsonl --strip").text,
      contains: [
        "stripped: ", "the truth of ", "kappa and flags of 2 people", "seed, phone, preset", "facial coefficients",
      ])
    let left = try scratch.text(of: "s.jsonl")
    for part in ["truth", "seed", "phone\"", "preset", "kappa", "blendShapes", "gaze\":["] {
      #expect(!left.contains(part), "\(part)")
    }
    #expect(left.contains(#""source":"simulated""#))
    #expect(try await fit("s.jsonl") == whole)

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
    #expect(try await fit("g.jsonl") == whole)
    // A stripped recording can be fitted together with one that states its seed and phone, as one from a phone could.
    try await gazesim("generate --scenario validation --participants 2 --duration 60 -o b.jsonl")
    for inputs in ["--input s.jsonl --input b.jsonl", "--input b.jsonl --input s.jsonl"] {
      try await gazesim("calibrate \(inputs) -o both.json --force --quiet")
    }
  }

  @Test("--strip leaves out the time of day: each recording starts at 0")
  func timeOfDay() async throws {
    try await gazesim("generate --duration 5 -o a.jsonl")
    let shifted = try scratch.text(of: "a.jsonl").replacing(/\{"t":([0-9.e-]+)/) { match in
      "{\"t\":\((Double(match.1) ?? 0) + 7.25e8)"
    }
    try scratch.write(shifted, to: "b.jsonl")
    #expect(try await gazesim("convert b.jsonl -o c.csv --strip").text.contains("stripped: the time of day"))
    var reader = try RecordingReader(path: scratch("c.csv"))
    let first = try reader.next()
    #expect(first?.observation.frame.time == 0 && first?.truth == nil)
  }

  @Test("--header gives a header to a .npy that NumPy wrote without one")
  func header() async throws {
    try await gazesim("generate --duration 5 -o a.jsonl")
    try await gazesim("convert a.jsonl -o a.npy")
    let whole = try scratch.bytes(of: "a.npy")
    let line = try scratch.text(of: "a.jsonl").prefix { $0 != "\n" }.utf8.count + 1
    try whole.dropLast(line + 16).write(to: URL(fileURLWithPath: scratch("bare.npy")))
    try await gazesim.refuses("replay bare.npy --fast", "--header RECORDING")
    try await gazesim.refuses("convert a.npy --header a.jsonl -o b.npy", "has its own header")
    try await gazesim("convert bare.npy --header a.jsonl -o again.npy")
    #expect(try scratch.bytes(of: "again.npy") == whole)
  }

  @Test("memory is flat: 416,000 frames take no more than 28,000, and less than 100 MB")
  func flatMemory() async throws {
    func peak(_ people: Int) async throws -> Double {
      try await gazesim("generate --participants \(people) -o \(people).npy --quiet")
      #expect(scratch.size(of: "\(people).npy") > people * 13_000 * 500)
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
