import Foundation
import TestSupport
import Testing

@Suite struct ProgramOptionsTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private let people = ["--scenario", "validation", "--participants", "2", "--duration", "2"]
  private static let article =
    "exec python3 '\(packageRoot.appending(path: "Examples/PipelineCommand/article2021.py").path)'"
  private static let hasPython = (try? Program.run(["python3", "-c", ""]))?.status == 0

  @Test(
    "evaluate, gate and compare run a program as the pipeline, under its own name",
    .enabled(if: Self.hasPython, "needs python3"))
  func judged() async throws {
    let program = ["--pipeline-command", Self.article] + Self.patience
    let evaluated = try await gazesim.run(["evaluate", "--json"] + people + program).json()
    #expect(evaluated["pipeline"] as? String == "article2021.py")
    let closed = try await gazesim.run(
      ["evaluate", "--json", "--loop", "closed", "--scenario", "reading", "--participants", "1", "--duration", "2"]
        + program
    ).json()
    #expect(closed["loop"] as? String == "article2021.py")
    let gate = try await gazesim.run(["gate", "--correctness"] + program)
    #expect(gate.status == 1 && gate.text.contains("the camera's pose is ignored"), "\(gate.text)\(gate.stderr)")
    let compared = try await gazesim.run(["compare", "--pipelines", "article2021,standard"] + people + program)
    let rows = compared.text.split(separator: "\n").filter { $0.contains("article2021") }
    #expect(compared.status == 0 && rows.count >= 3, "\(compared.text)\(compared.stderr)")
    #expect(compared.text.contains("reference"))
    _ = try await gazesim.run(["generate", "-o", "r.jsonl"] + people)
    let recorded = try await gazesim.run(["evaluate", "--json", "--input", "r.jsonl"] + program).json()
    #expect(recorded["pipeline"] as? String == "article2021.py")
  }

  /// Time for machines on which other tests keep every core busy.
  private static let patience = ["--answer-within", "60"]

  @Test("a program that is silent for longer than --answer-within is ended")
  func patience() async throws {
    let slow = #"read hello; echo '{"gazesim":"ready","protocol":1}'; while read frame; do sleep 1; done"#
    let outcome = try await gazesim.run(["evaluate", "--answer-within", "0.2", "--pipeline-command", slow] + people)
    expectRefusal(
      outcome, naming: "gave no line within 0.2 s; expected one answer for each frame, flushed at once",
      "a slower program needs --answer-within SECONDS")
  }

  @Test("a command without quotes is recognised")
  func quotes() async throws {
    let outcome = try await gazesim("evaluate", "--pipeline-command", "python3", "own.py")
    #expect(outcome.status == 64 && outcome.stderr.contains("--pipeline-command 'python3 own.py'"), "\(outcome.stderr)")
  }

  @Test("a fault of the program ends with 2 and one line, and no file is written")
  func fault() async throws {
    let command =
      #"read hello; echo '{"gazesim":"ready","protocol":1}'; if read frame; then echo 'oh no' >&2; exit 5; fi"#
    for verb in [
      ["evaluate"], ["gate", "--scenario", "reading", "--scenario", "stare"], ["compare", "--pipelines", "standard"],
    ] {
      let outcome = try await gazesim.run(
        verb + people + ["--quiet", "-o", "a.json", "--pipeline-command", command] + Self.patience)
      expectRefusal(outcome, naming: "--pipeline-command `read hello;", "ended with exit code 5", "`oh no`")
    }
    expectRefusal(
      try await gazesim.run(["gate", "--correctness", "--pipeline-command", command]), naming: "exit code 5")
    #expect(scratch.names.isEmpty, "\(scratch.names)")
  }

  @Test("a command that is empty, or beside --pipeline, or for another rig, is refused")
  func misuse() async throws {
    expectRefusal(try await gazesim("evaluate", "--pipeline-command", " "), naming: "--pipeline-command: is empty")
    expectRefusal(try await gazesim("evaluate", "--answer-within", "0"), naming: "expected 0.1 to 600 seconds")
    expectRefusal(try await gazesim("gate", "--answer-within", "nan"), naming: "expected 0.1 to 600 seconds")
    expectRefusal(
      try await gazesim("evaluate", "--pipeline-command", "x", "--pipeline", "standard"),
      naming: "leave --pipeline out")
    expectRefusal(
      try await gazesim("evaluate", "--rig", "head", "--pipeline-command", "x"), naming: "only gaze has one")
  }

  @Test("recorded is refused without recordings, and judges the pointer of a recording")
  func recorded() async throws {
    for verb in ["evaluate", "gate"] {
      expectRefusal(try await gazesim(verb, "--pipeline", "recorded"), naming: "--input FILE")
    }
    expectRefusal(
      try await gazesim("gate", "--correctness", "--pipeline", "recorded"), naming: "--input FILE")
    expectRefusal(
      try await gazesim("compare", "--pipelines", "recorded"), naming: "compare FILE --pipelines recorded,standard")
    let made = try await gazesim(
      "generate", "--scenario", "reading", "--loop", "standard", "--duration", "5", "-o", "r.csv")
    #expect(made.status == 0, "\(made.stderr)")
    let judged = try await gazesim("evaluate", "--pipeline", "recorded", "--input", "r.csv", "-o", "a.html")
    #expect(judged.status == 0 && judged.text.contains("recorded"), "\(judged.stderr)")
    #expect(try scratch.text(of: "a.html").contains("recorded"))
  }

  @Test(
    "a signal ends the program with gazesim", .enabled(if: Self.hasPython, "needs python3"),
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func interrupted(signal: Int32) async throws {
    let program = try scratch.write(
      """
      import json, os, sys
      def note(name):  # several processes write the same file
          part = f"{name}{os.getpid()}"
          open(part, "w").write(str(os.getpid()))
          os.rename(part, name)
      if os.fork() == 0:
          for file in (0, 1, 2): os.close(file)
          note("child")
          os.execvp("sleep", ["sleep", "621"])
      sys.stdin.readline()
      print('{"gazesim":"ready","protocol":1}', flush=True)
      for line in sys.stdin:
          print(json.dumps({"t": json.loads(line)["t"], "pointer": None}), flush=True)
          if not os.path.exists("begun"): note("begun")
      """, to: "p.py")
    let folder = scratch.path
    let outcome = try await gazesim(
      "evaluate", "--duration", "3600", "--participants", "2", "--answer-within", "60", "--pipeline-command",
      "cd '\(folder)' && python3 '\(program)'"
    ) { process in
      let deadline = Date(timeIntervalSinceNow: longestWait)
      while Date() < deadline, !FileManager.default.fileExists(atPath: folder + "/begun") { usleep(10_000) }
      usleep(100_000)
      kill(process, signal)
    }
    #expect(outcome.isSignalled && outcome.status == signal)
    #if os(Linux)
      usleep(200_000)
      for name in ["begun", "child"] {
        let number = try #require(pid_t(try scratch.text(of: name)))
        let state = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
        #expect(state.isEmpty || state.contains(") Z "), "\(name): \(state)")
      }
    #endif
  }
}
