import GazeRecording
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

/// Passages and trials as they are read from files.
struct ReadingDataTests {
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
      ("\"x_px\": 360, ", "", "\"A.x_px\": is missing"), ("\"line_pitch_px\": 64", "\"line_pitch_px\": 0", "length"),
      ("360", "1e300", "length"), ("\"C’era una\"", "7", "expected a string"), ("}}", "}", "is not valid JSON"),
    ])
  func refusals(_ old: String, _ new: String, _ words: String) throws {
    let error = try #require(throws: FileError.self) { try read(passage((old, new))) }
    #expect("\(error)".contains(words) && "\(error)".contains("passages.json"), "\(error)")
  }
}
