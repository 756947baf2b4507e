import Foundation
import TestSupport
import Testing

/// Tests `script/gate-action`, the step of action.yml that runs the gate, as a runner calls it.
struct GateActionTests {
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
