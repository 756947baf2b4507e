import GazePipeline
import GazeRecording
import PortableFoundation

@testable import Evaluate
@testable import GazeImport
@testable import StudySupport

/// A passage of a data set of reading: its text, and the text's place on the screen. Letters have equal widths.
struct ReadingPassage: Sendable, Equatable, Decodable {
  /// Left edge of the first character of each line, pixels.
  var left: Double
  /// Height of the middle of the first line, pixels from the screen's top.
  var firstLine: Double
  /// Distance of the lines, pixels.
  var pitch: Double
  /// Width of a character, pixels.
  var character: Double
  /// Text of each line.
  var lines: [String]

  private enum CodingKeys: String, CodingKey {
    case left = "x_px", firstLine = "first_line_y_px", pitch = "line_pitch_px", character = "character_px", lines
  }

  /// A passage from its parts.
  init(left: Double, firstLine: Double, pitch: Double, character: Double, lines: [String]) {
    (self.left, self.firstLine, self.pitch) = (left, firstLine, pitch)
    (self.character, self.lines) = (character, lines)
  }

  /// Largest number of passages of a file, of lines of a passage, and of characters of all its lines.
  private static let mostPassages = 1000, mostLines = 96, mostCharacters = 20_000

  /// Height of the middle of a line, pixels; the first line is 0.
  func middle(_ line: Int) -> Double { firstLine + Double(line) * pitch }

  /// Ends of the words of a line, pixels; words are separated by white space.
  func words(_ line: Int) -> [ClosedRange<Double>] {
    var words: [ClosedRange<Double>] = []
    var start: Int?
    let text = Array(lines[line])
    for index in 0...text.count {
      if index == text.count || text[index].isWhitespace {
        if let first = start { words.append(left + Double(first) * character...left + Double(index) * character) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    return words
  }

  /// Reads the passages of a JSON file, by name.
  ///
  /// - Throws: `FileError` if the file cannot be read, lacks a key, or has a value out of range.
  static func read(_ path: String) throws(FileError) -> [String: ReadingPassage] {
    let json = try FileContents.read(path, limit: 4 << 20)
    let passages: [String: ReadingPassage]
    do { passages = try JSONDecoder().decode([String: ReadingPassage].self, from: json) } catch {
      throw FileError(error, path: path, json: json)
    }
    guard (1...mostPassages).contains(passages.count) else {
      throw FileError(
        path: path, message: "has \(passages.count) passages; expected 1 to \(mostPassages), each by its name")
    }
    for (name, passage) in passages.sorted(by: { $0.key < $1.key }) { try passage.check(name, path) }
    return passages
  }

  private func check(_ name: String, _ path: String) throws(FileError) {
    let shown = TerminalText.line(name.prefix(40))
    guard !name.isEmpty, name.utf8.count <= 64 else {
      throw FileError(path: path, field: shown, message: "expected a passage's name of 1 to 64 bytes")
    }
    let numbers: [(CodingKeys, Double, ClosedRange<Double>)] = [
      (.left, left, -1e4...1e4), (.firstLine, firstLine, -1e4...1e4), (.pitch, pitch, 1...1e3),
      (.character, character, 0.5...1e3),
    ]
    for (key, value, range) in numbers where !range.contains(value) {
      throw FileError(
        path: path, field: "\(shown).\(key.rawValue)",
        message: """
          is \(NumberText.shortest(value)); expected \(NumberText.shortest(range.lowerBound)) to \
          \(NumberText.shortest(range.upperBound)) pixels
          """)
    }
    guard (1...Self.mostLines).contains(lines.count) else {
      throw FileError(
        path: path, field: "\(shown).lines", message: "has \(lines.count) lines; expected 1 to \(Self.mostLines)")
    }
    let characters = lines.reduce(0) { $0 + $1.utf8.count }
    guard characters <= Self.mostCharacters, lines.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw FileError(
        path: path, field: "\(shown).lines",
        message: "has \(characters) bytes of text; expected at most \(Self.mostCharacters), and at least one word")
    }
  }
}
