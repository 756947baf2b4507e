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
    #expect(!folder.names.contains("owned"))
    #expect(!folder.names.contains("outputs"))
  }
}
