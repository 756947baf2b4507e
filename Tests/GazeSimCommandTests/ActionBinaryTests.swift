import Foundation
import TestSupport
import Testing

/// Tests `script/action-binary`, the step of action.yml that finds the command, as a runner calls it.
@Suite(
  .enabled(
    if: ["python3", "curl"].allSatisfy { (try? Program.run([$0, "--version"]))?.status == 0 },
    "python3 serves the files, curl fetches them"))
struct ActionBinaryTests {
  private let folder: ScratchFolder
  /// The released archive's name.
  private let name: String

  init() throws {
    folder = try ScratchFolder()
    var system = utsname()
    uname(&system)
    let machine = withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    #if os(macOS)
      name = "gazesim-7.8.9-macos-\(machine)"
    #else
      name = "gazesim-7.8.9-linux-\(machine)"
    #endif
    for part in ["Sources/Evaluate/Page", "packaging", "profiles", "script", "served/v7.8.9", "\(name)/bin"] {
      try FileManager.default.createDirectory(atPath: folder(part), withIntermediateDirectories: true)
    }
    try folder.write(
      #"  package static let version = "7.8.9""#, to: "Sources/Evaluate/Page/ToolVersion.swift")
    try folder.write("", to: "Package.swift")
    try folder.write("", to: "packaging/Package.resolved")
    try folder.write("# None yet.\n", to: "script/action-sums")
  }

  /// Puts a release in place whose command is this shell script.
  private func release(_ command: String = "echo 7.8.9") throws {
    try folder.write("#!/bin/sh\n\(command)\n", to: "\(name)/bin/gazesim")
    let made = try Program.run(
      [
        "sh", "-c", "chmod +x $1/bin/gazesim && tar -czf served/v7.8.9/$1.tar.gz $1 && cd served/v7.8.9 && sha256sum *",
        "sh", name,
      ],
      in: folder.path)
    try #require(made.status == 0, "\(made.text)")
    let hash = try Program.run([packageRoot.appending(path: "script/source-hash").path, folder.path]).text
    try #require(hash.count == 33, "\(hash)")
    try folder.write("sources \(hash)\(made.text)", to: "script/action-sums")
  }

  /// Runs the script against a server of the folder `served`.
  private func act(_ inputs: [String: String] = [:], isServed: Bool = true) throws -> (status: Int32, text: String) {
    var environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
      "GITHUB_ACTION_PATH": folder.path, "GITHUB_ACTIONS": "true", "no_proxy": "*",
    ]
    environment.merge(inputs) { $1 }
    let serving = """
      import functools, http.server, os, subprocess, sys, threading
      class Handler(http.server.SimpleHTTPRequestHandler):
          def log_message(self, *words): pass
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory="served"))
      port = server.server_address[1]
      if sys.argv[2] == "yes": threading.Thread(target=server.serve_forever, daemon=True).start()
      else: server.server_close()
      sys.exit(subprocess.call([sys.argv[1]], env={"GAZESIM_RELEASES": f"http://127.0.0.1:{port}"} | os.environ))
      """
    let script = packageRoot.appending(path: "script/action-binary").path
    return try Program.run(
      ["python3", "-c", serving, script, isServed ? "yes" : "no"], in: folder.path, environment: environment)
  }

  @Test("The released command is downloaded, checked and unpacked")
  func downloads() throws {
    try release()
    let outcome = try act()
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text == "command=\(folder.path)/.build/action/\(name)/bin/gazesim\n")
    #expect(try Program.run([folder(".build/action/\(name)/bin/gazesim")]).text == "7.8.9\n")
  }

  @Test("A file with another sum ends the action, and nothing of it remains")
  func wrongSum() throws {
    try release()
    try folder.write("other", to: "served/v7.8.9/\(name).tar.gz")
    let outcome = try act()
    #expect(outcome.status == 2 && outcome.text.hasPrefix("::error title=gazesim::"), "\(outcome.text)")
    #expect(outcome.text.contains("is not the released file") && !outcome.text.contains("command="))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder(".build/action")).isEmpty)
  }

  @Test("Without a release of these sources, a file or a network the action builds the command, and a warning says why")
  func fallsBack() throws {
    let unreleased = try act()
    try release()
    let offline = try act(isServed: false)
    try FileManager.default.removeItem(atPath: folder("served/v7.8.9/\(name).tar.gz"))
    let missing = try act()
    try release("echo 'version GLIBC_9.9 not found' >&2; exit 1")
    let tooNew = try act()
    let own = try act(["GAZESIM_RELEASES": ""])
    try folder.write("let later = 1", to: "Sources/Later.swift")
    let later = try act()
    let reasons = [
      "no release of 7.8.9", "cannot be fetched", "404", "does not start here (version GLIBC_9.9",
      "is used from a checkout", "the sources are not those of the released 7.8.9",
    ]
    for (outcome, reason) in zip([unreleased, offline, missing, tooNew, own, later], reasons) {
      #expect(outcome.status == 0 && outcome.text.hasSuffix("build=true\n"), "\(outcome.text)")
      #expect(outcome.text.hasPrefix("::warning title=gazesim::") && outcome.text.contains(reason), "\(outcome.text)")
    }
  }

  @Test("The input `binary` names a program, and any other file is refused")
  func binary() throws {
    try release()
    let own = "\(name)/bin/gazesim"
    #expect(try act(["GAZESIM_BINARY": own]).text == "command=\(folder.path)/\(own)\n")
    for wrong in ["none", "served", "script/action-sums", "a\nbuild=true"] {
      let outcome = try act(["GAZESIM_BINARY": wrong])
      #expect(outcome.status == 2 && outcome.text.hasPrefix("::error"), "\(outcome.text)")
      #expect(outcome.text.split(separator: "\n").count == 1, "\(outcome.text)")
    }
  }
}
