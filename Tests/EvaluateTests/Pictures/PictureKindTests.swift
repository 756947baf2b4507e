import Documents
import GazeRecording
import TestSupport
import Testing

@testable import Evaluate

@Suite struct PictureKindTests {
  @Test(
    "the last word of a file's name chooses the picture",
    arguments: [
      ("map.svg", PictureKind.map), ("out/iPhone 16_Map.SVG", .map), ("report-verdict.svg", .verdict),
      ("a.b.verdict.svg", .verdict), ("2026ranges.svg", .ranges), ("x offsets.svg", .offsets),
    ])
  func names(_ path: String, _ kind: PictureKind) throws {
    #expect(try PictureKind(path: path, among: PictureKind.allCases, of: "c") == kind && PictureKind.isPicture(path))
  }

  @Test(
    "any other name is an error that lists the pictures of the command",
    arguments: ["report.svg", "mymap.svg", "map-2.svg", ".svg", "map/.svg", "bitmap/x.svg"])
  func others(_ path: String) {
    let message = message { _ = try PictureKind(path: path, among: [.map, .verdict], of: "gate") }
    #expect(message?.contains("gate draws map.svg or verdict.svg") == true)
    #expect(message?.contains("report-map.svg") == true)
  }

  @Test("a picture that the command does not draw is an error, and so is any for a command without pictures")
  func unavailable() {
    #expect(
      message { _ = try PictureKind(path: "verdict.svg", among: [.map], of: "evaluate") }
        == "verdict.svg: evaluate draws no verdict; it draws map.svg")
    #expect(
      message { _ = try PictureKind(path: "map.svg", among: [], of: "evaluate of the rig head") }
        == "map.svg: evaluate of the rig head draws no picture")
  }
}
