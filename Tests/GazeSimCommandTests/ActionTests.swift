import Foundation
import TestSupport
import Testing

/// Tests `script/gate-action`, the step of action.yml that runs the gate, as a runner calls it.
@Suite struct GateActionTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func act(_ inputs: [String: String]) throws -> (status: Int32, text: String) {
    var environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
      "GAZESIM": try Program.built("gazesim").path, "GITHUB_OUTPUT": folder("outputs"), "GITHUB_ACTIONS": "true",
      "GITHUB_STEP_SUMMARY": folder("summary.md"),
      "GAZESIM_ARGUMENTS": "--participants\n12\n--scenario\nvalidation\n--quiet",
    ]
    environment.merge(inputs) { $1 }
    return try Program.run(
      [packageRoot.appending(path: "script/gate-action").path], in: folder.path, environment: environment)
  }

  private func limits(_ limit: Double) throws -> String {
    try folder.write(
      #"{"schema":"gazesim.limits","version":1,"limits":[{"metric":"pointer.latencyMilliseconds","#
        + #""limit":\#(limit),"direction":"max"}]}"#,
      to: "limits.json")
    return folder("limits.json")
  }

  @Test("A gate that passes gives its verdict as an output, a summary and a report of four files")
  func passes() throws {
    let outcome = try act(["GAZESIM_LIMITS": try limits(500)])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(try folder.text(of: "outputs") == "verdict=pass\nreport=gazesim-report\n")
    #expect(try folder.text(of: "summary.md").contains("pointer.latencyMilliseconds"))
    for ending in ["html", "xml", "md", "json"] { #expect(folder.size(of: "gazesim-report/report.\(ending)") > 100) }
  }

  @Test(
    "A failing gate ends with 1 and an annotation; an inconclusive one with 3, or with 0 if it may pass")
  func fails() throws {
    let failed = try act(["GAZESIM_LIMITS": try limits(0.0001)])
    #expect(failed.status == 1, "\(failed.text)")
    #expect(failed.text.contains("::error"))
    #expect(try folder.text(of: "outputs").contains("verdict=fail\n"))
    // Three people are too few for an interval of a mean, and no more may be simulated.
    let few = [
      "GAZESIM_LIMITS": try limits(500),
      "GAZESIM_ARGUMENTS": "--participants\n3\n--most-participants\n3\n--scenario\nvalidation\n--quiet",
    ]
    #expect(try act(few).status == 3)
    #expect(try act(few.merging(["GAZESIM_INCONCLUSIVE": "pass"]) { $1 }).status == 0)
    #expect(try act(few.merging(["GAZESIM_INCONCLUSIVE": "maybe"]) { $1 }).status == 2)
  }

  @Test("Inputs are arguments, never a part of a script")
  func hostile() throws {
    for device in ["$(touch owned)", "`touch owned`", "; touch owned", "x\nverdict=pass", "--help"] {
      let outcome = try act(["GAZESIM_DEVICE": device])
      #expect(outcome.status == 2, "\(outcome.text)")
    }
    // These end well and without a verdict.
    for argument in ["--help", "--version"] {
      let outcome = try act(["GAZESIM_ARGUMENTS": argument])
      #expect(outcome.status == 2 && outcome.text.contains("no verdict"), "\(outcome.text)")
    }
    let nowhere = try act(["GAZESIM_REPORT": "/dev/null/report"])
    #expect(nowhere.status == 2 && nowhere.text.contains("cannot be made"), "\(nowhere.text)")
    #expect(!folder.names.contains("owned"))
    #expect(!folder.names.contains("outputs"))
  }

  @Test("Without a verdict there is an annotation with the command's message, which cannot begin another command")
  func annotation() throws {
    let unknown = try act(["GAZESIM_DEVICE": "nodevice"])
    #expect(unknown.status == 2)
    #expect(
      unknown.text.contains(
        #"::error title=gazesim gate::no verdict (exit code 2): gazesim: error: unknown device "nodevice""#))
    let usage = try act(["GAZESIM_ARGUMENTS": "--frobnicate"])
    #expect(usage.status == 64)
    #expect(usage.text.contains("::error title=gazesim gate::no verdict (exit code 64): Error: Unknown option"))
    for inputs in [["GAZESIM_INCONCLUSIVE": "x\n::notice::y"], ["GAZESIM_LIMITS": "50%\n::notice::y"]] {
      let outcome = try act(inputs)
      #expect(outcome.status == 2, "\(outcome.text)")
      let commands = outcome.text.split(separator: "\n").filter { $0.hasPrefix("::") }
      #expect(commands.count == 1 && commands[0].hasPrefix("::error title=gazesim gate::"), "\(outcome.text)")
    }
    // Elsewhere than on GitHub the same line would only be noise.
    #expect(try !act(["GAZESIM_DEVICE": "nodevice", "GITHUB_ACTIONS": ""]).text.contains("::error"))
  }

  /// The first line that `script/action-key` prints for a folder with these sources.
  private func key(_ sources: [String: String], path: String = "") throws -> String {
    for name in ["Sources/Evaluate/Page", "profiles", "packaging", "script"] {
      try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
    }
    for (name, text) in sources { try folder.write(text, to: name) }
    let outcome = try Program.run(
      [packageRoot.appending(path: "script/action-key").path], in: "/",
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
        "GITHUB_ACTION_PATH": folder.path + path,
      ])
    #expect(outcome.status == 0, "\(outcome.text)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && lines[1].hasPrefix("command=/") && lines[1].hasSuffix("/.build/action/gazesim"))
    return lines.first ?? ""
  }

  @Test("The cache's key has the version, Swift's version and a hash of every source, also for the path of `uses: ./`")
  func cacheKey() throws {
    var sources = [
      "Package.swift": "a", "Sources/Evaluate/Page/ToolVersion.swift": #"  package static let version = "7.8.9""#,
      "profiles/phone.json": "{}", "packaging/Package.resolved": "{}",
    ]
    let first = try key(sources)
    #expect(
      try Regex(#"^key=gazesim-7\.8\.9-\S+-\w+-swift6\.\d+(\.\d+)?-[0-9a-f]{32}$"#).wholeMatch(in: first) != nil,
      "\(first)")
    #expect(try key(sources, path: "/./") == first)
    for name in ["Package.swift", "packaging/Package.resolved", "profiles/phone.json", "Sources/New.swift"] {
      sources[name] = "changed"
      #expect(try key(sources) != first, "\(name)")
      try FileManager.default.removeItem(atPath: folder(name))
      sources[name] = name == "Package.swift" ? "a" : name == "Sources/New.swift" ? nil : "{}"
      #expect(try key(sources) == first, "\(name)")
    }
    // Files that are not compiled do not count.
    try folder.write("x", to: "script/other")
    #expect(try key(sources) == first)
  }
}

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
