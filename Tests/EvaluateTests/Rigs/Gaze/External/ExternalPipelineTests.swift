import Foundation
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

private let hasPython = (try? Program.run(["python3", "-c", ""]))?.status == 0

@Suite(.enabled(if: hasPython, "needs python3")) struct ExternalPipelineTests {
  private static let compiler = ["cc", "gcc", "clang"].first { (try? Program.run([$0, "--version"]))?.status == 0 }
  private static let examples = packageRoot.appending(path: "Examples/PipelineCommand").path
  private static let article = "exec python3 '\(examples)/article2021.py'"

  /// Limits for machines on which other tests keep every core busy.
  private static let patient: ExternalLimits = {
    var limits = ExternalLimits()
    (limits.start, limits.answer, limits.end) = (60, 60, 60)
    return limits
  }()

  private func pipeline(_ command: String, _ limits: ExternalLimits = patient) throws -> Pipeline<GazeRig> {
    try GazeRig.program(command, on: .mini(), limits: limits)
  }

  // MARK: Faults

  /// Each fault with a part of its message.
  private static let faults = [
    ("speaks first", "more than one line for a frame"),
    ("dies at once", "at its start: ended with exit code 1; its last line on stderr: `no licence`"),
    ("rubbish at start", "its answer to hello cannot be read: expected its first line"),
    ("forks", "left a process behind that holds its output open"),
    ("dies in mid-run", "frame 3 (t = 0.0333"),
    ("dies in mid-run", "ended with exit code 7; its last line on stderr: `out of memory`"),
    ("is killed", "was ended by signal 9"),
    ("rubbish", "its answer cannot be read: expected an answer"),
    ("closes its input at once", "at its end, after 0 frames: closed its input"),
    ("closes its output at once", "at its end, after 0 frames: closed its output"),
    ("closes its output", "closed its output"), ("closes its input", "closed its input"),
    ("closes its input, owing", "frame 3 (t = 0.03333333333333333): closed its input"),
    ("floods its output", "more than one line for a frame"), ("floods stderr", "wrote more than 1024 kB to stderr"),
    ("a long line", "a line of more than 64 kB"), ("another t", "expected the frame's t, 0.0333"),
    ("answers twice", "more than one line for a frame"), ("speaks at the end", "more than one line for a frame"),
    ("exits with 3", "ended with exit code 3"),
    ("forks and ends", "frame 3 (t = 0.03333333333333333): ended with exit code 0"),
    ("control characters", "its last line on stderr: `\u{FFFD}]0;owned"),
  ]

  @Test(
    "every fault of a program is an error of one line that names the command and the fault, and leaves no process",
    arguments: faults)
  func fault(_ name: String, _ part: String) async throws {
    var limits = Self.patient
    // These are seen as soon as the pipe is closed; a busy machine may take long.
    if name.hasSuffix("at once") { limits.idle = 60 }
    // Faults that show as silence after an end, and processes that are left behind, are waited for.
    if ["forks", "forks and ends"].contains(name) { limits.answer = 2 }
    let found = try await message(of: name, limits)
    #expect(found.contains(part) && found.hasPrefix("--pipeline-command `exec python3 '"), "\(found)")
    #expect(!found.unicodeScalars.contains(where: TerminalText.isUnsafe))
  }

  @Test("an answer may take five seconds, so that a busy machine ends no run")
  func answerTime() { #expect(ExternalLimits().answer == 5 && ExternalLimits.answer == 5) }

  @Test(
    "a program that hangs is ended after the limit and named",
    arguments: [
      ("hangs at start", "at its start: gave no line within 0.5 s"),
      ("hangs at a frame", "frame 3 (t = 0.03333333333333333): gave no line within 2 s"),
      ("forks and hangs", "gave no line within 2 s"),
      ("hangs at the end", "did not end within 1 s of the end of its input"),
      ("ignores SIGTERM", "did not end within 1 s of the end of its input"),
    ])
  func hang(_ name: String, _ part: String) async throws {
    var limits = Self.patient
    if name == "hangs at start" { limits.start = 0.5 }
    if name.contains("hangs") { limits.answer = 2 }
    if ["hangs at the end", "ignores SIGTERM"].contains(name) { limits.end = 1 }
    // The first process, which sees no frame, hangs at its end, too.
    let found = try await message(of: name, limits)
    #expect(found.contains(part) || name == "forks and hangs" && found.contains("left a process behind"), "\(found)")
  }

  /// The error of an evaluation of two people with a faulty program, of whose group no process may be left; `none`
  /// without an error.
  private func message(of fault: String, _ limits: ExternalLimits) async throws -> String {
    // A length that no process has which an earlier run left behind, such as one that was killed.
    let seconds = "611.\(Int.random(in: 100_000...999_999))"
    var found = "none"
    do {
      let command = try FaultyProgram()
      let run = try Run.mini(
        participants: 2, duration: 1, pipeline: try pipeline(command.command(fault, seconds), limits),
        personCalibration: .none)
      _ = try await run.evaluation()
      withExtendedLifetime(command) {}
    } catch {
      found = "\(error)"
    }
    #if os(Linux)
      let running = try Program.run(["ps", "-eo", "stat,args"]).text.split(separator: "\n")
      #expect(!running.contains { $0.hasSuffix("sleep \(seconds)") && !$0.hasPrefix("Z") }, "\(fault)")
    #endif
    return found
  }

  @Test("a command that does not exist is an error before anybody is simulated")
  func absent() {
    let found = thrown { _ = try pipeline("no-such-program") }
    #expect(found.contains("at its start: ended with exit code 127; its last line on stderr: `"))
    #expect(found.contains("not found"))
  }

  // MARK: Scrolling

  @Test(
    "scrolling is unknown until an answer has the key, absent by a claim, and a scroll against the claim is a fault")
  func scrolling() async throws {
    let scratch = try ScratchFolder()
    let program = try scratch.write(
      """
      import json, sys
      claim, answer = sys.argv[1:]
      sys.stdin.readline()
      print('{"gazesim":"ready","protocol":1' + claim + '}', flush=True)
      for line in sys.stdin:
          print('{"t":' + json.dumps(json.loads(line)["t"]) + ',"pointer":[1,2]' + answer + '}', flush=True)
      """, to: "scroll.py")
    func known(_ claim: String, _ answer: String) async throws -> PointerEngine.Scrolling {
      let pipeline = try pipeline("exec python3 '\(program)' '\(claim)' '\(answer)'")
      let before: PointerEngine.Scrolling = claim.isEmpty ? .neverAnswered : .claimedAbsent
      #expect(pipeline.engine.scrolling() == before)
      let run = try Run.mini(participants: 2, duration: 1, pipeline: pipeline, personCalibration: .none)
      _ = try await run.evaluation()
      return pipeline.engine.scrolling()
    }
    let (claim, none) = (#","scrolls":false"#, #","scroll":"none""#)
    for (claim, answer, expected) in [
      ("", "", PointerEngine.Scrolling.neverAnswered), ("", none, .judged), ("", #","scroll":null"#, .judged),
      (claim, none, .claimedAbsent),
    ] { #expect(try await known(claim, answer) == expected) }
    await #expect {
      _ = try await known(claim, #","scroll":"up","scrollPoints":3"#)
    } throws: {
      "\($0)".contains("scrolls, although its answer to hello claims \"scrolls\":false")
    }
  }

  // MARK: What is sent

  @Test("a program gets device, geometry, person and frames, and never a target, an intent, a truth or a seed")
  func sent() async throws {
    let scratch = try ScratchFolder()
    let program = try scratch.write(
      """
      import json, os, sys
      log = open(sys.argv[1] + "/" + str(os.getpid()), "w")
      log.write(sys.stdin.readline())
      print('{"gazesim":"ready","protocol":1,"name":"logger"}', flush=True)
      for line in sys.stdin:
          log.write(line)
          print(json.dumps({"t": json.loads(line)["t"], "pointer": None}), flush=True)
      """, to: "log.py")
    let folder = scratch("logs")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let pipeline = try pipeline("exec python3 '\(program)' '\(folder)'")
    #expect(pipeline.name == "logger")
    let run = try Run.mini(
      [.validation, .reading], seed: 4_242_424, participants: 2, duration: 2, pipeline: pipeline)
    _ = try await run.evaluation()
    let logs = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
    }
    // A first process for the name, then one for each person and scenario.
    let processes: Int = 1 + 2 * 2
    #expect(logs.count == processes)
    let frameKeys: Set = [
      "t", "camera", "face", "leftEye", "rightEye", "tracked", "blink", "lookAt", "blendShapes",
    ]
    let helloKeys: Set = [
      "gazesim", "protocol", "device", "points", "metres", "camera", "tilt", "depth", "orientation", "rate",
      "participant", "person",
    ]
    var people = Set<Int>()
    for log in logs {
      for word in ["target", "intent", "truth", "scenario", "validation", "reading", "seed", "4242424", "typical"] {
        #expect(!log.contains(word), "\(word)")
      }
      let lines = try log.split(separator: "\n").map { try jsonObject(Data($0.utf8)) }
      #expect(Set(lines[0].keys) == helloKeys)
      if lines.count > 1 { people.insert(try #require(lines[0]["participant"] as? Int)) }
      for line in lines.dropFirst() { #expect(frameKeys.isSuperset(of: line.keys) && line.count >= 8) }
    }
    #expect(people == [0, 1])
    #expect(logs.contains { $0.contains("\"person\":{\"offset\":[") })
  }

  @Test("after the first failure the program is asked no more, and the run ends with that failure")
  func firstFailure() async throws {
    let program = try FaultyProgram()
    let pipeline = try pipeline(program.command("rubbish"))
    let run = try Run.mini(participants: 1, duration: 1, pipeline: pipeline, personCalibration: .none)
    await #expect(throws: ExternalFailure.self) { _ = try await run.evaluation(jobs: 1) }
    var setup = run.setup
    setup.participant = 7
    let after = pipeline.pointer(setup)
    #expect((after as? ExternalPipeline)?.ready == nil)
    #expect(thrown { try pipeline.checkFailure() }.contains("participant 0, frame 3"))
  }

  @Test("the failure of the first person is reported, however many programs run at once", arguments: [1, 2, 4])
  func earliestFailure(jobs: Int) async throws {
    let scratch = try ScratchFolder()
    // The later a person, the sooner its program fails.
    let program = try scratch.write(
      """
      import json, sys
      person = json.loads(sys.stdin.readline()).get("participant")
      print('{"gazesim":"ready","protocol":1}', flush=True)
      for count, line in enumerate(sys.stdin):
          t = json.loads(line)["t"]
          wrong = person in (1, 2, 3) and count == 40 // person
          print(json.dumps({"t": t, "pointer": [1] if wrong else None}), flush=True)
      """, to: "late.py")
    let pipeline = try pipeline("exec python3 '\(program)'")
    let run = try Run.mini(participants: 4, duration: 2, pipeline: pipeline, personCalibration: .none)
    let found = await #expect(throws: ExternalFailure.self) { _ = try await run.evaluation(jobs: jobs) }
    #expect(found?.description.contains("participant 1, frame 41 ") == true, "\(String(describing: found))")
  }

  // MARK: Examples

  @Test("article2021 in Python gives the built-in's pointer to 1e-9 pt, for 20 people in an open and a closed loop")
  func articleInPython() throws {
    let python = try pipeline(Self.article)
    #expect(python.name == "article2021.py")
    let run = try Run.mini([.reading], participants: 20, duration: 6)
    var (frames, scrolls, pointers) = (0, 0, 0)
    for loop in ["open", "article2021"] {
      for participant in 0..<20 {
        var simulation = run.simulation
        simulation.loop = loop
        var (setup, own) = (run.setup, SimulatedTake<GazeRig>(simulation, participant: participant))
        var other = own
        setup.participant = participant
        var (a, b) = (GazeRig.article2021.pointer(setup), python.pointer(setup))
        while var frame = own.next() {
          let next = other.next()
          let twin = try #require(next)
          let (x, y) = (a.step(frame.observation.frame), b.step(twin.observation.frame))
          #expect(Self.distance(x.pointer, y.pointer) <= 1e-9 && Self.distance(x.rawPointer, y.rawPointer) <= 1e-9)
          #expect(x.scroll == y.scroll)
          frames += 1
          if x.pointer != nil { pointers += 1 }
          if x.scroll.direction != .none { scrolls += 1 }
          if loop != "open" {
            own.apply(x, to: &frame)
            other.apply(y, to: &frame)
          }
        }
        (b as? any EndingPipeline)?.end()
      }
    }
    try python.checkFailure()
    #expect(frames > 12_000 && pointers > 12_000 && scrolls > 100, "\(frames), \(pointers), \(scrolls)")
  }

  @Test("the pointer in C is that of one ray from both eyes", .enabled(if: Self.compiler != nil, "needs a C compiler"))
  func pointerInC() throws {
    let scratch = try ScratchFolder()
    let built = try Program.run([
      try #require(Self.compiler), "-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-o", scratch("pointer"),
      Self.examples + "/pointer.c",
    ])
    #expect(built.status == 0, "\(built.text)")
    let pipeline = try pipeline("'\(scratch("pointer"))'")
    let run = try Run.mini(participants: 3, duration: 8, personCalibration: .none)
    var compared = 0
    for participant in 0..<3 {
      let setup = run.setup
      var own = StandardPipeline(
        geometry: setup.geometry, smoothing: .none, trigger: ScrollTrigger.Settings.standard)
      var other = pipeline.pointer(setup)
      for frame in run.simulation.frames(participant: participant) {
        let (x, y) = (own.step(frame.observation.frame), other.step(frame.observation.frame))
        guard let raw = x.rawPointer, let found = y.rawPointer else { continue }
        #expect(Self.distance(raw, found) < 1e-6)
        compared += 1
      }
      (other as? any EndingPipeline)?.end()
    }
    try pipeline.checkFailure()
    #expect(compared > 800)
    #expect(run.withPipeline(pipeline).correctness().verdict == .pass)
  }

  /// Distance of two points; 0 if both are unknown, infinite if one is.
  private static func distance(_ a: SIMD2<Double>?, _ b: SIMD2<Double>?) -> Double {
    guard let a, let b else { return a == nil && b == nil ? 0 : .infinity }
    return (a - b).length
  }
}

extension Run<GazeRig> {
  fileprivate func withPipeline(_ pipeline: Pipeline<GazeRig>) -> Run {
    var run = self
    run.pipeline = pipeline
    return run
  }
}

/// The error's text; empty without an error.
private func thrown(_ body: () throws -> Void) -> String { TestSupport.message(body) ?? "" }
