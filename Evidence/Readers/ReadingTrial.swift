import GazeRecording

@testable import Evaluate
@testable import GazeImport
@testable import StudySupport

/// A person's reading of a passage: the recorded fixations, and the line that each of them belongs to.
struct ReadingTrial: Sendable, Equatable {
  /// A fixation.
  struct Fixation: Sendable, Equatable {
    /// Time of its start and end, seconds.
    var start: Double, end: Double
    /// Place, pixels from the screen's top-left corner.
    var place: SIMD2<Double>
    /// Line that was read, 1-based, as experts decided; 0 for a fixation that they discarded.
    var line: Int

    /// A fixation from its parts.
    init(start: Double, end: Double, place: SIMD2<Double>, line: Int) {
      (self.start, self.end, self.place, self.line) = (start, end, place, line)
    }
  }

  /// Name of the trial.
  var name: String
  /// Group of the reader, such as adult or child; empty if the file has no groups.
  var group: String
  /// Name of the passage.
  var passage: String
  /// Fixations in the order of their times.
  var fixations: [Fixation]

  /// A trial from its parts.
  init(name: String, group: String, passage: String, fixations: [Fixation]) {
    (self.name, self.group, self.passage, self.fixations) = (name, group, passage, fixations)
  }

  /// Largest number of trials, and of fixations and seconds of a trial.
  private static let mostTrials = 2000, mostFixations = 5000, mostSeconds = 3600.0
  /// Largest distance of a fixation from the screen's corner, pixels.
  private static let farthest = 1e4

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
    var names: Set<String> = []
    while try table.next() {
      do throws(LineFault) {
        try table.checkFieldCount()
        let row = try columns.row(table, passages)
        if trials.last?.name != row.name {
          guard names.insert(row.name).inserted else {
            throw LineFault(
              field: "trial", message: "begins again after another trial; expected all rows of a trial together")
          }
          guard trials.count < mostTrials else {
            throw LineFault(field: "trial", message: "is one of more than \(mostTrials) trials; split the file")
          }
          trials.append(row)
        } else {
          try trials[trials.count - 1].add(row)
        }
      } catch {
        throw table.fault(error)
      }
    }
    guard !trials.isEmpty else { throw FileError(path: path, message: "has no rows; expected fixations") }
    return trials
  }

  private mutating func add(_ row: ReadingTrial) throws(LineFault) {
    guard row.passage == passage, row.group == group else {
      throw LineFault(field: "passage", message: "or age_group differs from the row before it of the same trial")
    }
    guard let next = row.fixations.first, let last = fixations.last, let first = fixations.first else { return }
    guard next.start >= last.end else {
      throw LineFault(field: "start_ms", message: "is before the end of the fixation before it; sort the rows by time")
    }
    guard fixations.count < Self.mostFixations, next.end - first.start <= Self.mostSeconds else {
      throw LineFault(
        field: "trial",
        message: """
          has more than \(Self.mostFixations) fixations or lasts longer than \(Int(Self.mostSeconds)) s; expected one \
          passage's reading
          """)
    }
    fixations.append(next)
  }

  /// Places of the columns.
  private struct Columns {
    let trial: Int, passage: Int, start: Int, end: Int, x: Int, y: Int, line: Int
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
      let passage = try name(table, passage, "passage")
      guard let known = passages[passage] else {
        throw LineFault(
          field: "passage",
          message: "is `\(LineFault.printable(passage))`, which the file of passages does not have")
      }
      let (from, to) = (try table.number(start), try table.number(end))
      guard abs(from) < 1e12, to >= from, to - from <= 60_000 else {
        throw LineFault(field: "end_ms", message: "expected 0 to 60000 ms after start_ms")
      }
      let place = SIMD2(try table.number(x), try table.number(y))
      guard max(abs(place.x), abs(place.y)) <= farthest else {
        throw LineFault(field: "x_px", message: "or y_px: expected pixels within ±\(Int(farthest))")
      }
      let number = try table.number(line)
      guard number >= 0, number <= Double(known.lines.count), number == number.rounded() else {
        throw LineFault(
          field: "line", message: "expected a whole number from 0 to \(known.lines.count), the lines of the passage")
      }
      let fixation = Fixation(start: from / 1000, end: to / 1000, place: place, line: Int(number))
      return ReadingTrial(
        name: try name(table, trial, "trial"),
        group: try group.map { column throws(LineFault) in
          LineFault.printable(table.text(column))
        } ?? "", passage: passage, fixations: [fixation])
    }

    private func name(
      _ table: borrowing ImportTable, _ column: Int, _ field: String
    ) throws(LineFault) -> String {
      let text = table.text(column)
      guard !text.isEmpty, text.utf8.count <= 64 else {
        throw LineFault(field: field, message: "expected a name of 1 to 64 bytes")
      }
      return text
    }
  }
}
