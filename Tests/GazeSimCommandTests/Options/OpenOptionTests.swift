import Foundation
import TestSupport
import Testing

@Suite struct OpenOptionTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// A folder with an opener that writes its arguments into `opened`.
  private func opener(_ last: String = "") throws -> String {
    let folder = scratch("bin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["xdg-open", "open"] {
      let path = "\(folder)/\(name)"
      let script = "#!/bin/sh\nprintf '%s|' \"$#\" \"$@\" > '\(scratch("opened"))'\n\(last)\n"
      try script.write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    return folder
  }

  private func evaluate(_ options: [String], path: String, ci: String = "") async throws -> Command.Outcome {
    try await gazesim.run(
      ["evaluate", "--participants", "1", "--duration", "2", "--scenario", "validation"] + options,
      environment: ["PATH": path, "CI": ci, "TMPDIR": scratch.path])
  }

  @Test("the written page is opened by its absolute path, which no shell reads")
  func opens() async throws {
    let outcome = try await evaluate(["-o", "a $(touch x);'b.html", "--open"], path: try opener())
    #expect(outcome.status == 0 && outcome.stderr.contains("wrote a $(touch x);'b.html"), "\(outcome.stderr)")
    let opened = try scratch.text(of: "opened")
    #expect(opened.hasPrefix("1|/") && opened.hasSuffix("/a $(touch x);'b.html|"), "\(opened)")
    #expect(!FileManager.default.fileExists(atPath: scratch("x")))
  }

  @Test("without a page one is written to the temporary folder, for its owner alone")
  func temporary() async throws {
    let outcome = try await evaluate(["--open"], path: try opener())
    let opened = try scratch.text(of: "opened").split(separator: "|").last.map(String.init)
    let page = try #require(opened)
    #expect(outcome.stderr.contains("wrote \(page)") && page.hasSuffix("/report.html"), "\(outcome.stderr)")
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("id=\"replay-data\""))
    let folder = URL(fileURLWithPath: page).deletingLastPathComponent().path
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o700)
  }

  @Test(
    "in continuous integration, without an opener, and after its failure the run ends as without --open, and says so")
  func remarks() async throws {
    let ci = try await evaluate(["-o", "map.svg", "--open"], path: try opener(), ci: "true")
    #expect(ci.status == 0 && ci.stderr.contains("not opened: CI is set"), "\(ci.stderr)")
    #expect(!FileManager.default.fileExists(atPath: scratch("opened")))
    let none = try await evaluate(["-o", "map.svg", "--open", "--force"], path: "relative:\(scratch("nowhere"))")
    #expect(none.status == 0 && none.stderr.contains("in PATH; open map.svg yourself"), "\(none.stderr)")
    let broken = try await evaluate(["-o", "map.svg", "--open", "--force"], path: try opener("exit 4"))
    #expect(broken.status == 0 && broken.stderr.contains("ended with exit code 4"), "\(broken.stderr)")
  }
}
