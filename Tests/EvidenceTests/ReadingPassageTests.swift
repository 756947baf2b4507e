import GazeRecording
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct ReadingPassageTests {
  private func read(_ json: String) throws -> [String: ReadingPassage] {
    let scratch = try ScratchFolder()
    return try ReadingPassage.read(try scratch.write(json, to: "passages.json"))
  }

  private func passage(_ change: (String, String) = ("", "")) -> String {
    let text =
      #"{"A": {"x_px": 360, "first_line_y_px": 155.0, "line_pitch_px": 64, "character_px": 16, "#
      + #""lines": ["C’era una", " due  tre "]}}"#
    return change.0.isEmpty ? text : text.replacing(change.0, with: change.1)
  }

  @Test("lines have their heights, and words their ends, by characters and not by bytes")
  func places() throws {
    let passage = try #require(try read(passage())["A"])
    #expect(passage.lines.count == 2 && passage.middle(0) == 155 && passage.middle(1) == 219)
    #expect(passage.words(0) == [360...440, 456...504] && passage.words(1) == [376...424, 456...504])
  }

  @Test(
    "a file that cannot be true is refused with its key",
    arguments: [
      ("\"x_px\": 360, ", "", "\"A.x_px\": is missing"), ("\"line_pitch_px\": 64", "\"line_pitch_px\": 0", "1 to 1000"),
      ("360", "1e300", "\"A.x_px\": is 1e+300; expected -10000 to 10000"),
      ("[\"C’era una\", \" due  tre \"]", "[]", "has 0 lines; expected 1 to 96"),
      ("[\"C’era una\", \" due  tre \"]", "[\" \"]", "at least one word"),
      ("\"C’era una\"", "7", "expected a string"), ("\"A\"", "\"\"", "1 to 64 bytes"), ("}}", "}", "is not valid JSON"),
      ("{\"A\": {", "[{", "is not valid JSON"),
    ])
  func refusals(_ old: String, _ new: String, _ words: String) throws {
    let error = try #require(throws: FileError.self) { try read(passage((old, new))) }
    #expect("\(error)".contains(words) && "\(error)".contains("passages.json"), "\(error)")
  }

  @Test("a file without passages, and one that is too large, are refused")
  func sizes() throws {
    #expect(throws: FileError.self) { try read("{}") }
    let many = (0...1000).map { "\"\($0)\": " + passage().dropFirst(6).dropLast() }
    let error = try #require(throws: FileError.self) { try read("{" + many.joined(separator: ",") + "}") }
    #expect("\(error)".contains("has 1001 passages; expected 1 to 1000"), "\(error)")
    let long = passage(("C’era", String(repeating: "a", count: 20_000)))
    #expect(throws: FileError.self) { try read(long) }
  }
}
