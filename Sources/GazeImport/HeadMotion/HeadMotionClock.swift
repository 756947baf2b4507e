import GazePipeline
import GazeRecording

/// Times of a table of headphone motion, in seconds from its first row, and the corrections that were made to the
/// times.
struct HeadMotionClock {
  /// Plausible intervals between rows, in seconds: from rows at 2,000 Hz to rows at whole seconds of which one is
  /// missing.
  private static let steps = 0.0005...2.5

  /// One time per row; times increase, and NaN marks a row that must be left out.
  var times: [Double]
  var remarks: [String] = []
  /// True if the file's times were whole seconds. Single steps are then estimates, but the mean step is not.
  var isRebuilt = false

  /// Reads a column of times.
  ///
  /// - Parameters:
  ///   - place: the index of the column among the columns of times.
  ///   - attitudes: one attitude per row; nil where unknown.
  ///   - rates: rotation rate at each row, rad/s about the sensor's axes; NaN where unknown.
  init(
    _ table: HeadMotionTable, column place: Int, stated: TimeUnit?, attitudes: [UnitQuaternion?], rates: [Vector3]
  ) throws(FileError) {
    let raw = table.rows.map { $0.times[place] }
    let known = raw.filter(\.isFinite)
    let column = table.columns.times[place]
    let title = TerminalText.line(column.title.prefix(40))
    guard let first = known.first, known.count > 1 else {
      throw FileError(
        path: table.name, line: table.rows.first?.line, field: title,
        message: """
          holds fewer than two times, the first row `\(table.examples[place].prefix(40))`; expected \
          seconds or a count of ms, us or ns, dates as 2024-05-01T10:00:00.125Z, or times of day as 22:00:00.125
          """)
    }
    var unit = TimeUnit.seconds
    if table.clocks[place].hasWords {
      remarks.append("Times are dates as text (`\(title)`).")
    } else if let stated {
      unit = stated
      remarks.append("Times are \(stated.rawValue), as stated.")
    } else {
      let read = Self.unit(of: known, said: column.time)
      unit = read.unit
      if let remark = read.remark { remarks.append(remark) }
    }
    // A value more than 3,000 years from the first one is not a time of this recording.
    times = raw.map { time in
      let seconds = (time - first) * unit.seconds
      return abs(seconds) < SampleLimits.time ? seconds : .nan
    }
    if Self.areWhole(raw.map { $0 * unit.seconds }), let rebuilt = WholeSeconds(times, attitudes, rates) {
      times = rebuilt.times
      remarks += rebuilt.remarks
      isRebuilt = true
    }
    try order(table)
  }

  /// Unit of times: from the column's name, from the size of a date, or from the step. A unit is accepted only if it
  /// makes the step plausible for a recorder, because nanoseconds since a phone was switched on may look like
  /// milliseconds since 2001.
  static func unit(of known: [Double], said: TimeUnit?) -> (unit: TimeUnit, remark: String?) {
    let rising = zip(known.dropFirst(), known).map { $0 - $1 }.filter { $0 > 0 }
    guard let first = known.first, let step = Quantiles.upperMedian(rising) else { return (said ?? .seconds, nil) }
    let possible = UnitGuess(step: step, within: steps).plausible
    let date = WallClock(first).flatMap { possible.contains($0.unit) ? $0 : nil }
    if let said, possible.contains(said) {
      return (
        said, "Times are \(said.rawValue), as the column's name says" + (date?.unit == said ? " (a date)." : ".")
      )
    }
    if let date { return (date.unit, "Times count in \(date.name).") }
    // If most rows repeat the time of another row, times are whole seconds, and their step does not show the unit.
    guard 2 * rising.count > known.count, let unit = UnitGuess(step: step, within: TimeUnit.stepsOfFrames).unit else {
      return (.seconds, nil)
    }
    return (unit, unit == .seconds ? nil : "Times step by \(step), so they are read as \(unit.rawValue).")
  }

  /// True if most rows share their second with another row and all times are whole seconds.
  private static func areWhole(_ seconds: [Double]) -> Bool {
    let known = seconds.filter(\.isFinite)
    let same = zip(known.dropFirst(), known).count { $0 == $1 }
    return known.count > 2 && same * 2 > known.count && known.allSatisfy { abs($0 - $0.rounded()) < 1e-6 }
  }

  /// Leaves out rows that repeat a time or are earlier than a row before them.
  ///
  /// - Throws: if so many times are earlier than previous ones that the rows must belong to another recording.
  private mutating func order(_ table: HeadMotionTable) throws(FileError) {
    var last = -Double.infinity
    var repeated = 0
    var back = Occurrences()
    for i in times.indices where times[i].isFinite {
      if times[i] > last {
        last = times[i]
        continue
      }
      if times[i] == last { repeated += 1 } else { back.add(line: table.rows[i].line) }
      times[i] = .nan
    }
    if repeated > 0 { remarks.append("Rows that repeat the time of the row before, left out: \(repeated).") }
    guard let first = back.line else { return }
    guard back.count * 20 <= times.count else {
      throw FileError(
        path: table.name, line: first,
        message: """
          times run back, in \(back.count) of \(times.count) rows; this file holds several recordings: split it where \
          the time starts again
          """)
    }
    remarks.append("Rows that are earlier than a row before them, left out: \(back.count); the first is line \(first).")
  }
}
