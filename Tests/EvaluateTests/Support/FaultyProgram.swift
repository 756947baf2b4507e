import TestSupport

/// A program in Python that answers two frames as it should and then has one fault.
struct FaultyProgram {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(Self.text, to: "fault.py")
  }

  /// The command for a fault; `exec` replaces the shell, so that the program's own pipes are the only ones.
  ///
  /// - Parameter seconds: for how long a child sleeps, by which a test finds it.
  func command(_ fault: String, _ seconds: String = "600") -> String {
    "exec python3 '\(scratch("fault.py"))' '\(fault)' \(seconds)"
  }

  private static let text = #"""
    import json, os, signal, subprocess, sys, time

    mode, seconds = sys.argv[1:]
    say = lambda text: (sys.stdout.write(text), sys.stdout.flush())
    line = lambda message: say(json.dumps(message) + "\n")

    def fork(): subprocess.Popen(["sleep", seconds], stdin=subprocess.DEVNULL)

    if mode == "speaks first": line({"gazesim": "ready", "protocol": 1})
    if mode == "dies at once": sys.exit("no licence")
    if mode == "hangs at start": time.sleep(600)
    if mode == "speaks first": time.sleep(0.3)
    hello = json.loads(sys.stdin.readline())
    if mode == "rubbish at start": say("Hello!\n")
    if mode in ("forks", "forks and hangs"): fork()
    if mode == "ignores SIGTERM": signal.signal(signal.SIGTERM, signal.SIG_IGN)
    line({"gazesim": "ready", "protocol": 1})
    if mode == "closes its input at once": os.close(0); time.sleep(600)
    if mode == "closes its output at once": os.close(1); time.sleep(600)
    count = 0
    for text in sys.stdin:
        frame = json.loads(text)
        t, count = frame["t"], count + 1
        good = {"t": t, "pointer": [100, 200]}
        if count < 3: line(good)
        elif mode == "dies in mid-run": sys.stderr.write("out of memory\n"); sys.stderr.flush(); os._exit(7)
        elif mode == "forks and ends": fork(); os._exit(0)
        elif mode == "is killed": os.kill(os.getpid(), signal.SIGKILL)
        elif mode in ("hangs at a frame", "forks and hangs"): time.sleep(600)
        elif mode == "rubbish": say("pointer: 3, 4\n")
        elif mode == "closes its output": os.close(1); time.sleep(600)
        elif mode == "closes its input": os.close(0); line(good); time.sleep(600)
        elif mode == "closes its input, owing": os.close(0); time.sleep(600)
        elif mode == "floods its output":
            while True: say(json.dumps(good) + "\n")
        elif mode == "floods stderr":
            while True: sys.stderr.write("warning\n" * 1000)
        elif mode == "a long line": say("x" * 70000); time.sleep(600)
        elif mode == "another t": line({"t": t + 1e-12, "pointer": None})
        elif mode == "answers twice": say(2 * (json.dumps(good) + "\n"))
        elif mode == "control characters":
            sys.stderr.write("\x1b]0;owned\x07\x1b[31mred\n"); sys.stderr.flush(); say("\x1b[2J\n")
        else: line(good)
    if mode in ("hangs at the end", "ignores SIGTERM"): time.sleep(600)
    if mode == "speaks at the end": say("bye\n")
    if mode == "exits with 3": sys.exit(3)
    """#
}
