import Foundation
import TestSupport
import Testing

@Suite struct InterruptionTests {
  @Test("an interrupted run leaves no file behind and changes no existing one", arguments: [SIGTERM, SIGINT, SIGHUP])
  func interrupted(signal: Int32) async throws {
    let scratch = try ScratchFolder()
    try scratch.write("old", to: "long.jsonl")
    let outcome = try await Command(in: scratch).run(
      "generate --duration 3600 --participants 50 -o long.jsonl --force"
    ) { process in
      // The run has begun when there is a second file with content. The wait blocks the thread, since other tests keep
      // both cores busy and a suspended task would not be resumed before they are done.
      let deadline = Date(timeIntervalSinceNow: longestWait)
      while Date() < deadline {
        if let part = scratch.names.first(where: { $0 != "long.jsonl" }), scratch.size(of: part) > 100_000 { break }
        usleep(10_000)
      }
      try #require(scratch.names.count == 2, "no file was begun: \(scratch.names)")
      kill(process, signal)
    }
    #expect(outcome.isSignalled)
    #expect(outcome.status == signal)
    #expect(scratch.names == ["long.jsonl"])
    #expect(try scratch.text(of: "long.jsonl") == "old")
  }

  @Test(
    "a signal at the moment in which the temporary file is created leaves nothing",
    .enabled(if: Self.compiler != nil, "needs Linux and cc, for an open() that raises a signal"),
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func interruptedWhileOpening(signal: Int32) async throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <fcntl.h>
      #include <signal.h>
      #include <stdarg.h>
      #include <string.h>
      #include <unistd.h>
      int open(const char *path, int flags, ...) {
        va_list rest;
        va_start(rest, flags);
        int mode = va_arg(rest, int);
        va_end(rest);
        int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
        int descriptor = real(path, flags, mode);
        // The signal goes to the process, since threads of the runtime have signals blocked.
        if (descriptor >= 0 && strstr(path, ".part")) {
          kill(getpid(), \(signal));
          usleep(300000);
        }
        return descriptor;
      }
      int open64(const char *path, int flags, ...) __attribute__((alias("open")));
      """, to: "raise.c")
    let compiler = try #require(Self.compiler)
    let made = try await Command(in: scratch).shell("\(compiler) -shared -fPIC -w -o raise.so raise.c -ldl")
    try #require(made.status == 0, "\(made.stderr)")
    let outcome = try await Command(in: scratch).run(
      "generate --participants 1 --duration 1 -o x.jsonl --quiet", environment: ["LD_PRELOAD": scratch("raise.so")])
    #expect(outcome.isSignalled && outcome.status == signal)
    #expect(scratch.names == ["raise.c", "raise.so"])
  }

  private static let compiler: String? = {
    #if os(Linux)
      ["/usr/bin/cc", "/usr/bin/clang", "/usr/bin/gcc"].first { FileManager.default.isExecutableFile(atPath: $0) }
    #else
      nil
    #endif
  }()

  @Test("the next run removes the files of a killed run, but not those that another run still writes")
  func leftovers() async throws {
    let scratch = try ScratchFolder()
    let gazesim = Command(in: scratch)
    /// The only file that is being written, besides the files that existed before.
    @Sendable func begun(besides old: [String] = []) throws -> [String] {
      let deadline = Date(timeIntervalSinceNow: longestWait)
      while Date() < deadline {
        let parts = scratch.names.filter {
          $0.hasSuffix(".part") && !old.contains($0) && scratch.size(of: $0) > 100_000
        }
        if parts.count == 1 { return parts }
        usleep(10_000)
      }
      let none: [String]? = nil
      return try #require(none, "no file was begun: \(scratch.names)")
    }
    let long = "generate --duration 3600 --participants 5000 -o"
    let killed = try await gazesim.run("\(long) killed.jsonl") { process in
      _ = try begun()
      kill(process, SIGKILL)
    }
    #expect(killed.isSignalled && killed.status == SIGKILL)
    let left = scratch.names
    #expect(left.count == 1)
    _ = try await gazesim.run("\(long) living.jsonl") { process in
      // The second run has removed the file that the first run left; a further run does not touch the second run's
      // file.
      let own = try begun(besides: left)
      #expect(scratch.names == own)
      try await Command(in: scratch)("generate --participants 1 --duration 1 -o next.jsonl")
      #expect(scratch.names == own + ["next.jsonl"])
      kill(process, SIGTERM)
    }
    #expect(scratch.names == ["next.jsonl"])
  }
}

@Suite struct StandardStreamsTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private static let isFullThere = access("/dev/full", W_OK) == 0
  private static let noFull: Comment = "no /dev/full here, as on a Mac"
  private static let hasTerminals = (try? Program.run(["python3", "-c", "import pty, termios"]))?.status == 0
  /// A gate that writes on standard error, and is inconclusive with two people.
  private static let gate =
    "gate --limits limits.json --participants 2 --most-participants 2 --duration 5 --scenario validation"

  /// Unwritable streams: closed; a full disk; a pipe whose reader has closed it.
  private static let unwritable = ["2>&-", "2>&1 >/dev/null | true"] + (isFullThere ? ["2>/dev/full"] : [])

  @Test("a standard error that cannot be written changes no exit code", arguments: unwritable)
  func codes(redirection: String) async throws {
    try scratch.write(limits(("pointer.latencyMilliseconds", 1000, "max")), to: "limits.json")
    let runs = [
      ("record-info nofile", 2), ("frobnicate", 64), ("gate --limits nofile", 2), (Self.gate, 3),
      ("generate --participants 1 --duration 1 -o x.jsonl --force", 0),
    ]
    for (arguments, code) in runs {
      // The pipe's reader ends before the command starts.
      let outcome = try await gazesim.shell(
        "{ sleep 0.3; \"$gazesim\" \(arguments) >out; echo $? >code; } \(redirection)",
        environment: ["GITHUB_ACTIONS": "true"])
      #expect(try scratch.text(of: "code") == "\(code)\n", "\(arguments) \(redirection): \(outcome.stderr)")
    }
  }

  @Test("no file gets a closed descriptor: a remark is never written into a recording")
  func closed() async throws {
    let arguments = "generate --participants 1 --duration 1 --seed 3 --set no.such=1 --force"
    for (redirection, code) in [("<&- >&- 2>&-", 2), ("2>&-", 2), ("<&- 2>&-", 2)] {
      let outcome = try await gazesim.shell("\"$gazesim\" \(arguments) -o a.jsonl \(redirection)")
      #expect(outcome.status == Int32(code))
    }
    let fine = "generate --participants 1 --duration 1 --seed 3 --force"
    #expect(try await gazesim.shell("\"$gazesim\" \(fine) -o whole.jsonl").status == 0)
    // The remark that --jobs has no effect for another rig is printed while the file is open.
    for (redirection, code) in [("<&- >&- 2>&-", 2), ("<&- 2>&-", 0), ("2>&-", 0)] {
      let outcome = try await gazesim.shell("\"$gazesim\" \(fine) -o a.jsonl \(redirection)")
      #expect(outcome.status == Int32(code), "\(redirection)")
      #expect(try scratch.bytes(of: "a.jsonl") == scratch.bytes(of: "whole.jsonl"), "\(redirection)")
    }
  }

  @Test("help on a full disk is an error", .enabled(if: isFullThere, noFull))
  func help() async throws {
    for arguments in ["--help", "help gate", "--version", "--generate-completion-script bash"] {
      let outcome = try await gazesim.shell("\"$gazesim\" \(arguments) >/dev/full")
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.stderr.contains("the disk is full"), "\(arguments)")
    }
  }

  @Test(
    "a terminal that closes while the bar is drawn does not end the run",
    .enabled(if: hasTerminals, "needs a python3 with pseudo-terminals"))
  func hangUp() async throws {
    let script = """
      import os, pty, signal, subprocess, sys, time
      signal.signal(signal.SIGHUP, signal.SIG_IGN)
      master, slave = pty.openpty()
      run = subprocess.Popen(sys.argv[1:], stderr=slave, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
      os.close(slave)
      os.read(master, 10)
      os.close(master)
      print(run.wait())
      """
    try scratch.write(script, to: "hangup.py")
    let outcome = try await gazesim.shell(
      """
      TERM=xterm python3 hangup.py "$gazesim" evaluate --participants 40 --duration 20 --scenario validation \
      --jobs 1 -o page.json
      """)
    #expect(outcome.text == "0\n", "\(outcome.stderr)")
    #expect(scratch.size(of: "page.json") > 1000)
  }
}
