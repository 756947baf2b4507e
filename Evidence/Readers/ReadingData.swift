import GazePipeline
import GazeRecording
import PortableFoundation

@testable import Evaluate
@testable import GazeImport
@testable import StudySupport

/// A passage of a data set of reading: its text, and the text's place on the screen. Letters have equal widths.
struct ReadingPassage: Sendable, Equatable, Decodable {
  /// Left edge of the first character of each line, pixels.
  var left = 0.0
  /// Height of the middle of the first line, pixels from the screen's top.
  var firstLine = 0.0
  /// Distance of the lines, pixels.
  var pitch = 1.0
  /// Width of a character, pixels.
  var character = 1.0
  /// Text of each line.
  var lines: [String] = []

  private enum CodingKeys: String, CodingKey {
    case left = "x_px", firstLine = "first_line_y_px", pitch = "line_pitch_px", character = "character_px", lines
  }

  /// Height of the middle of a line, pixels; the first line is 0.
  func middle(_ line: Int) -> Double { firstLine + Double(line) * pitch }

  /// Ends of the words of a line, pixels; words are separated by white space.
  func words(_ line: Int) -> [ClosedRange<Double>] {
    lines[line].indices.split { lines[line][$0].isWhitespace }.map { word in
      let start = lines[line].distance(from: lines[line].startIndex, to: word.first ?? lines[line].startIndex)
      return left + Double(start) * character...left + Double(start + word.count) * character
    }
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
    for (name, passage) in passages {
      for size in [passage.pitch, passage.character, 1e4 - abs(passage.left), 1e4 - abs(passage.firstLine)]
      where size <= 0 {
        throw FileError(path: path, field: name, message: "has a length that cannot be one of a screen in pixels")
      }
    }
    return passages
  }
}

/// A person's reading of a passage: the recorded fixations, and the line that each of them belongs to.
struct ReadingTrial: Sendable, Equatable {
  /// A fixation.
  struct Fixation: Sendable, Equatable {
    /// Time of its start and end, seconds.
    var start, end: Double
    /// Place, pixels from the screen's top-left corner.
    var place: Vector2
    /// Line that was read, 1-based, as experts decided; 0 for a fixation that they discarded.
    var line: Int
  }

  /// Name of the trial.
  var name: String
  /// Group of the reader, such as adult or child; empty if the file has no groups.
  var group: String
  /// Name of the passage.
  var passage: String
  /// Fixations in the order of their times.
  var fixations: [Fixation]

  /// Reads the trials of a table (CSV) with the columns trial, passage, start_ms, end_ms, x_px, y_px and line, and
  /// possibly age_group; other columns are ignored. The rows of a trial follow each other.
  ///
  /// - Parameter passages: the passages that a row may name.
  /// - Throws: `FileError` if the file cannot be read, lacks a column, or has a row that cannot be true.
  static func read(
    _ path: String, passages: [String: ReadingPassage]
  ) throws(FileError) -> [ReadingTrial] {
    var table = try ImportTable(
      path: path, expected: "a table whose first line names its columns: trial, passage, start_ms, …, line")
    let columns = try table.readNames { names throws(LineFault) in try Columns(names) }
    var trials: [ReadingTrial] = []
    while try table.next() {
      do throws(LineFault) {
        try table.checkFieldCount()
        let row = try columns.row(table, passages)
        if let last = trials.last, last.name == row.name {
          guard row.fixations[0].start >= last.fixations.last?.end ?? 0 else {
            throw LineFault(
              field: "start_ms", message: "is before the end of the fixation before it; sort the rows by time")
          }
          trials[trials.count - 1].fixations += row.fixations
        } else {
          trials.append(row)
        }
      } catch {
        throw table.fault(error)
      }
    }
    return trials
  }

  /// Places of the columns.
  private struct Columns {
    let trial, passage, start, end, x, y, line: Int
    let group: Int?

    init(_ names: ColumnNames) throws(LineFault) {
      trial = try names.place(named: "trial")
      passage = try names.place(named: "passage")
      start = try names.place(named: "start_ms")
      end = try names.place(named: "end_ms")
      x = try names.place(named: "x_px")
      y = try names.place(named: "y_px")
      line = try names.place(named: "line")
      group = names.titles.firstIndex(of: "age_group")
    }

    /// A row as a trial with one fixation.
    func row(
      _ table: borrowing ImportTable, _ passages: [String: ReadingPassage]
    ) throws(LineFault) -> ReadingTrial {
      let passage = table.text(passage)
      guard let known = passages[passage] else {
        throw LineFault(field: "passage", message: "is `\(LineFault.printable(passage))`, which passages.json has not")
      }
      let (from, to) = (try table.number(start), try table.number(end))
      guard abs(from) < 1e9, to >= from, to - from <= 60_000 else {
        throw LineFault(field: "end_ms", message: "expected 0 to 60000 ms after start_ms")
      }
      let number = try table.number(line)
      guard number >= 0, number <= Double(known.lines.count), number == number.rounded() else {
        throw LineFault(
          field: "line", message: "expected a whole number from 0 to \(known.lines.count), the lines of the passage")
      }
      let fixation = Fixation(
        start: from / 1000, end: to / 1000, place: SIMD2(try table.number(x), try table.number(y)), line: Int(number))
      var group = ""
      if let column = self.group { group = LineFault.printable(table.text(column)) }
      return ReadingTrial(name: table.text(trial), group: group, passage: passage, fixations: [fixation])
    }
  }
}
