import Foundation
import TestSupport
import Testing

@Suite struct QualityCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws {
    gazesim = try Command()
    try scratch.write(TrackerTable.log.text, to: "log.csv")
  }

  @Test("a table of a device needs no sizes, and its conclusion, origin and columns are the first lines")
  func device() async throws {
    let outcome = try await gazesim("quality", "log.csv", "--device", "iphone12mini", "--distance-mm", "350")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(outcome.status == 0, "\(outcome.stderr)")
    #expect(lines[0].contains("° off (accuracy), ") && lines[0].hasSuffix(" % lost"), "\(lines[0])")
    #expect(lines[1] == "  log.csv: 12 targets, 1080 rows, 18.0 s")
    #expect(lines[2] == "  coordinates from the top-left corner (no target is negative), y down")
    let sizes = try await gazesim(
      "quality", "log.csv", "--screen-mm", "57.63x124.866", "--screen-pt", "375x812", "--distance-mm", "350")
    #expect(sizes.text == outcome.text, "\(sizes.stderr)")
    let json = try await gazesim("quality", "log.csv", "--device", "iphone12mini", "--distance-mm", "350", "--json")
    let report = try json.json()
    #expect(report["origin"] as? String == "topleft" && report["y"] as? String == "down")
  }

  @Test("targets off the screen are a warning with the options that fit, after the first line")
  func warning() async throws {
    let outcome = try await gazesim(
      "quality", "log.csv", "--device", "iphone12mini", "--distance-mm", "350", "--origin", "center", "--y", "up")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines[2].hasPrefix("  warning: ") && lines[2].contains("targets lie off the screen"), "\(lines[2])")
    #expect(outcome.text.contains("--origin topleft --y down fits"))
  }

  @Test("sizes that cannot be of one screen are refused, with the reason, and so is a table without a screen")
  func refusals() async throws {
    let swapped = try await gazesim(
      "quality", "log.csv", "--screen-mm", "124.9x57.6", "--screen-pt", "375x812", "--distance-mm", "350")
    expectRefusal(swapped, naming: "--screen-mm", "expected width and height in the same order")
    let other = try await gazesim(
      "quality", "log.csv", "--device", "iphone12mini", "--screen-px", "1080x1920", "--distance-mm", "350")
    expectRefusal(other, naming: "--screen-px", "expected both sizes of one screen")
    let none = try await gazesim("quality", "log.csv", "--distance-mm", "350")
    #expect(none.status == 64 && none.stderr.contains("Name the table's device with --device"), "\(none.stderr)")
  }
}
