import Foundation
import TestSupport
import Testing

/// Programs as pipelines: a fault, a silence or a signal ends them with gazesim, and nothing else.
struct ProgramTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private static let people = "--scenario validation --participants 2 --duration 2"
  private static let hasPython = (try? Program.run(["python3", "-c", ""]))?.status == 0
  private static let article =
    "exec python3 '\(packageRoot.appending(path: "Examples/PipelineCommand/article2021.py").path)'"

  /// Runs a line with a program as the pipeline.
  private func judge(_ line: String, _ program: String, within seconds: Double = 60) async throws -> Command.Outcome {
    // The time is for machines on which other tests keep every core busy.
    try await gazesim.run(
      line.split(separator: " ").map(String.init)
        + ["--pipeline-command", program, "--answer-within", "\(seconds)"])
  }

  @Test(
    "evaluate, gate and compare run a program as the pipeline, under its own name",
    .enabled(if: Self.hasPython, "needs python3"))
  func judged() async throws {
    try await gazesim("generate -o r.jsonl \(Self.people)")
    for line in ["evaluate --json \(Self.people)", "evaluate --json r.jsonl"] {
      #expect(try await judge(line, Self.article).json()["pipeline"] as? String == "article2021.py")
    }
    let closed = try await judge(
      "evaluate --json --loop closed --scenario reading --participants 1 --duration 2", Self.article)
    #expect(try closed.json()["loop"] as? String == "article2021.py")
    let gate = try await judge("gate --correctness", Self.article)
    #expect(gate.status == 1 && gate.text.contains("the camera's pose is ignored"), "\(gate.stderr)")
    let compared = try await judge("compare --pipelines article2021,standard \(Self.people)", Self.article)
    #expect(compared.status == 0 && compared.text.contains("reference"), "\(compared.stderr)")
    #expect(compared.lines.count { $0.contains("article2021") } >= 3)
  }

  @Test("a program runs on a recording, beside its recorded pointer", .enabled(if: Self.hasPython, "needs python3"))
  func recorded() async throws {
    try await gazesim("generate --scenario reading --loop standard --duration 5 -o closed.jsonl")
    let program = #"""
      python3 -c "
      import json, sys
      sys.stdin.readline(); print(json.dumps({'gazesim': 'ready', 'protocol': 1, 'name': 'still'}), flush=True)
      for line in sys.stdin: print(json.dumps({'t': json.loads(line)['t'], 'pointer': [100, 200]}), flush=True)"
      """#
    let outcome = try await judge("compare closed.jsonl --pipelines recorded,standard", program)
    #expect(outcome.status == 0, "\(outcome.stderr)")
    expect(outcome.text, contains: ["still", "1 person is too few for an interval"])
  }

  @Test("a program that is silent for longer than --answer-within is ended")
  func silence() async throws {
    let slow = #"read hello; echo '{"gazesim":"ready","protocol":1}'; while read frame; do sleep 1; done"#
    expectRefusal(
      try await judge("evaluate \(Self.people)", slow, within: 0.2),
      [
        "gave no line within 0.2 s; expected one answer for each frame, flushed at once",
        "a slower program needs --answer-within SECONDS",
      ])
  }

  @Test("a fault of the program ends with 2 and one line, and no file is written")
  func fault() async throws {
    let command =
      #"read hello; echo '{"gazesim":"ready","protocol":1}'; if read frame; then echo 'oh no' >&2; exit 5; fi"#
    for line in [
      "evaluate \(Self.people) --quiet -o a.json",
      "gate --scenario reading --scenario stare \(Self.people) --quiet -o a.json",
      "compare --pipelines standard \(Self.people) --quiet -o a.json", "gate --correctness",
    ] {
      expectRefusal(
        try await judge(line, command), ["--pipeline-command `read hello;", "ended with exit code 5", "`oh no`"])
    }
    #expect(scratch.names.isEmpty)
  }

  @Test("a command that is empty is refused")
  func empty() async throws {
    expectRefusal(try await judge("evaluate", " "), ["--pipeline-command: is empty"])
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
    let outcome = try await gazesim.run([
      "evaluate", "--duration", "3600", "--participants", "2", "--answer-within", "60", "--pipeline-command",
      "cd '\(folder)' && python3 '\(program)'",
    ]) { process in
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
