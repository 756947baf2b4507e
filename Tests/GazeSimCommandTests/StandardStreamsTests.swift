import Foundation
import TestSupport
import Testing

struct StandardStreamsTests {
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
