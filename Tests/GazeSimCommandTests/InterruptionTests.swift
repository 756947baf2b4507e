import Foundation
import TestSupport
import Testing

/// Runs that a signal ends, and the files that they leave.
struct InterruptionTests {
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
