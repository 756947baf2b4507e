import Foundation
import GazeRecording
import TestSupport
import Testing

@Suite struct GenerateCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test("generate without arguments writes a calibration recording of the 12 mini in this folder and says so")
  func bare() async throws {
    let outcome = try await gazesim("generate")
    #expect(outcome.status == 0, "\(outcome.stderr)")
    #expect(outcome.stderr.isEmpty)
    #expect(scratch.names == ["iphone12mini-calibration-1.jsonl"])
    #expect(outcome.text.hasPrefix("wrote iphone12mini-calibration-1.jsonl: "))
    #expect(outcome.text.contains("simulated (iphone12mini, calibration, preset typical, phone 1, seed 1)"))
    var reader = try RecordingReader(path: scratch("iphone12mini-calibration-1.jsonl"))
    let header = reader.header
    #expect(header.device == "iphone12mini")
    #expect(header.scenario == "calibration")
    #expect(header.loop == "open")
    #expect(header.rig == "gaze")
    #expect(header.rate == 60)
    #expect((header.seed, header.phone) == (1, 1))
    #expect(header.participants == 1)
    var (frames, withTruth, targets) = (0, 0, Set<SIMD2<Double>>())
    while let frame = try reader.next() {
      frames += 1
      if let target = frame.observation.target { targets.insert(target) }
      if frame.truth != nil { withTruth += 1 }
    }
    #expect(withTruth == frames)
    #expect(outcome.text.contains(": \(frames) frames"))
    #expect(frames > 10_000)
    #expect(targets.count == 9)
  }

  @Test("the bytes are the same on every run and for any number of jobs, and differ with the seed")
  func determinism() async throws {
    // 3 x 80 s are three slabs of frames per person: enough for two jobs to interfere with each other.
    let arguments = ["generate", "--scenario", "reading", "--participants", "3", "--duration", "80", "--quiet", "-o"]
    let runs = [("a", ["--jobs", "1"]), ("b", ["--jobs", "1"]), ("c", ["--jobs", "2"]), ("d", ["--jobs", "5"])]
    for (name, jobs) in runs {
      let outcome = try await gazesim.run(arguments + [name] + jobs)
      #expect(outcome.status == 0, "\(outcome.stderr)")
      #expect(outcome.stdout.isEmpty)
    }
    let first = try scratch.bytes(of: "a")
    #expect(first.count > 5_000_000)
    for name in ["b", "c", "d"] { #expect(try scratch.bytes(of: name) == first) }
    _ = try await gazesim.run(arguments + ["e", "--seed", "2"])
    #expect(try scratch.bytes(of: "e") != first)
  }

  @Test("the file reads back and is encoded again to the same bytes: every float bit for bit")
  func readsBack() async throws {
    _ = try await gazesim("generate", "--scenario", "stare", "--participants", "2", "--duration", "20", "-o", "a.jsonl")
    var reader = try RecordingReader(path: scratch("a.jsonl"))
    var bytes: [UInt8] = []
    RecordingEncoder.append(reader.header, into: &bytes)
    var frames = 0
    while let frame = try reader.next() {
      RecordingEncoder.append(frame, into: &bytes)
      frames += 1
    }
    #expect(frames > 2000)
    #expect(try scratch.bytes(of: "a.jsonl") == Data(bytes))
  }

  @Test("-o - writes the recording, and nothing else, on stdout")
  func standardOutput() async throws {
    let piped = try await gazesim("generate", "--duration", "20", "-o", "-")
    #expect(piped.status == 0)
    #expect(scratch.names.isEmpty)
    #expect(piped.stderr.contains("wrote stdout"))
    _ = try await gazesim("generate", "--duration", "20", "-o", "a.jsonl")
    #expect(piped.stdout == (try scratch.bytes(of: "a.jsonl")))
    let quiet = try await gazesim("generate", "--duration", "20", "-o", "-", "--quiet", "--json")
    #expect(quiet.stdout == piped.stdout)
    #expect(quiet.stderr.isEmpty)
  }

  @Test("a duration that the scenario cannot fill is said, on standard error")
  func shortScenario() async throws {
    let arguments = ["generate", "--scenario", "reading", "--rate", "10", "-o", "/dev/null", "--force"]
    let long = try await gazesim.run(arguments + ["--duration", "864000"])
    #expect(long.status == 0)
    let remark = try #require(
      long.stderr.wholeMatch(of: /--duration 864000: the scenario reading ended by itself after (\d+\.\d) s\n/))
    #expect(long.text.contains(" frames, \(remark.1) s, "), "\(long.text)")
    #expect(try await gazesim.run(arguments + ["--duration", "864000", "--quiet"]).stderr.isEmpty)
    #expect(try await gazesim.run(arguments + ["--duration", "5"]).stderr.isEmpty)
    #expect(try await gazesim.run(arguments).stderr.isEmpty)
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

  @Test("--json prints a summary of the recording")
  func json() async throws {
    let outcome = try await gazesim(
      "generate", "--device", "iphone15pro", "--scenario", "validation", "--seed", "7", "--phone", "3",
      "--participants",
      "2", "--duration", "20", "--rate", "30", "--json")
    let json = try outcome.json()
    #expect(json["path"] as? String == "iphone15pro-validation-7.jsonl")
    #expect(json["device"] as? String == "iphone15pro")
    #expect(json["seed"] as? Int == 7)
    #expect(json["phone"] as? Int == 3)
    #expect(json["participants"] as? Int == 2)
    #expect(json["seconds"] as? Double == 40)
    var reader = try RecordingReader(path: scratch("iphone15pro-validation-7.jsonl"))
    var frames = 0
    while try reader.next() != nil { frames += 1 }
    #expect(json["frames"] as? Int == frames)
    #expect((1100...1200).contains(frames))
  }

  @Test(
    "names with spaces and letters of any script",
    arguments: ["a b.jsonl", "глаз 目 ö.jsonl", "-a.jsonl", "a\"b'c.jsonl"])
  func names(name: String) async throws {
    let outcome = try await gazesim("generate", "--duration", "5", "--output=\(name)")
    #expect(outcome.status == 0, "\(outcome.stderr)")
    #expect(scratch.names == [name])
    #expect(outcome.text.contains("wrote \(name): "))
    let replay = try await gazesim("replay", "--fast", "--json", "--", name)
    let report = Data((replay.text.split(separator: "\n").last ?? "").utf8)
    let frames = (try JSONSerialization.jsonObject(with: report) as? [String: Any])?["frames"] as? Int
    #expect(frames ?? 0 > 250)
  }
}
