import GazePipeline

/// Times of a table of headphone motion in seconds from its first row, and what had to be done for them.
struct HeadMotionClock {
  /// One a row; they rise, or are NaN where the row is to be left out.
  private(set) var times: [Double]
  private(set) var remarks: [String] = []
  /// The times were whole seconds: single steps are estimates, their mean is not.
  private(set) var isRebuilt = false

  /// - Parameters:
  ///   - raw: the column's numbers, one a row; NaN is not known.
  ///   - turns: from each row's attitude to the one before, radians; NaN where either is not known.
  ///   - speeds: of turning at each row, rad/s; NaN where it is not known.
  init(
    _ raw: [Double], title: String, unit: TimeUnit?, isDate: Bool, turns: [Double], speeds: [Double], path: String,
    lines: [Int]
  ) throws(FileError) {
    let known = raw.filter(\.isFinite)
    guard let first = known.first, known.count > 1 else {
      throw FileError(
        path: path, field: TerminalText.line(title.prefix(40)), message: "has fewer than two times; expected one a row")
    }
    var scale = 1.0
    let steps = zip(known.dropFirst(), known).map { $0 - $1 }
    let rising = steps.filter { $0 > 0 }.sorted()
    if isDate {
      remarks.append("Times are dates in words (`\(TerminalText.line(title.prefix(40)))`).")
    } else if let wall = WallClock(first) {
      scale = wall.unit.seconds
      remarks.append("Times count in \(wall.name).")
    } else if let unit {
      scale = unit.seconds
      remarks.append("Times are \(unit.rawValue), as the column is called.")
    } else if !rising.isEmpty, rising.count * 2 > steps.count,
      let unit = TimeUnit.recognised(step: rising[rising.count / 2])
    {
      scale = unit.seconds
      if unit != .seconds {
        remarks.append("Times step by \(rising[rising.count / 2]), so they are read as \(unit.rawValue).")
      }
    }
    times = raw.map { ($0 - first) * scale }
    if Self.areWhole(raw.map { $0 * scale }) {
      let whole = times
      rebuild(whole, turns, speeds)
      try order(path: path, lines: lines)
      return
    }
    try order(path: path, lines: lines)
  }

  /// Most rows share their second with another, and no time lies between two.
  private static func areWhole(_ seconds: [Double]) -> Bool {
    let known = seconds.filter(\.isFinite)
    let same = zip(known.dropFirst(), known).count { $0 == $1 }
    return known.count > 2 && same * 2 > known.count && known.allSatisfy { abs($0 - $0.rounded()) < 1e-6 }
  }

  /// Slower than this a turn says nothing of time, rad/s.
  private static let least = 0.2

  /// Whole seconds become times: each step as long as its turn takes at the gyro's rate, and each second's steps brought to
  /// a second.
  private mutating func rebuild(_ whole: [Double], _ turns: [Double], _ speeds: [Double]) {
    let rows = whole.indices.filter { whole[$0].isFinite }
    guard let last = rows.last, let start = rows.first, rows.count > 2 else { return }
    let all = max(whole[last] - whole[start], 0)
    // The first and the last second are not whole ones.
    let usual = Self.usualStep(whole, rows) ?? (all > 0 ? all / Double(rows.count - 1) : 0.04)
    var told = 0
    var step = [Double](repeating: 0, count: whole.count)
    for (a, b) in zip(rows, rows.dropFirst()) {
      let speed = (speeds[a] + speeds[b]) / 2
      let by = turns[b] / speed
      if b == a + 1, speed > Self.least, by > usual / 4, by < usual * 4 {
        step[b] = by
        told += 1
      } else {
        step[b] = usual
      }
    }
    // Where the second changes, the change lies in the middle of the step.
    var rebuilt = [Double](repeating: .nan, count: whole.count)
    let changes = rows.indices.dropFirst().filter { whole[rows[$0]] != whole[rows[$0 - 1]] }
    var clock = 0.0
    if let change = changes.first {
      // The first rows count back from their second's end.
      let before = rows[1..<change].reduce(0) { $0 + step[$1] } + step[rows[change]] / 2
      clock = whole[rows[change]] - before
    }
    rebuilt[rows[0]] = clock
    var from = 1
    for (k, change) in changes.enumerated() {
      if k == 0 {
        for i in from...change {
          clock += step[rows[i]]
          rebuilt[rows[i]] = clock
        }
        from = change + 1
        continue
      }
      // From the middle of the last change to the middle of this one.
      let (begin, end) = (whole[rows[changes[k - 1]]], whole[rows[change]])
      let half = (step[rows[changes[k - 1]]] / 2, step[rows[change]] / 2)
      let inner = change > from ? rows[from..<change].reduce(0) { $0 + step[$1] } : 0
      let sum = half.0 + inner + half.1
      let stretch = min(max((end - begin) / max(sum, 1e-9), 0.5), 2)
      clock = begin + half.0 * stretch
      rebuilt[rows[changes[k - 1]]] = clock
      if from <= change {
        for i in from..<change {
          clock += step[rows[i]] * stretch
          rebuilt[rows[i]] = clock
        }
      }
      rebuilt[rows[change]] = max(end + half.1 * stretch, clock + 1e-4)
      clock = rebuilt[rows[change]]
      from = change + 1
    }
    if from < rows.count {
      for i in from..<rows.count {
        clock += step[rows[i]]
        rebuilt[rows[i]] = clock
      }
    }
    let origin = rebuilt[rows[0]]
    times = rebuilt.map { $0 - origin }
    isRebuilt = true
    remarks.append(
      "Times are whole seconds: they were rebuilt, \(told) of \(rows.count - 1) steps from the turn between two attitudes and "
        + "the gyro's rate, the others as \((usual * 10_000).rounded() / 10) ms, so that each second keeps its rows.")
  }

  /// From the seconds that are whole: their median number of rows.
  private static func usualStep(_ whole: [Double], _ rows: [Int]) -> Double? {
    var counts: [Double] = []
    var count = 0.0
    for (a, b) in zip(rows, rows.dropFirst()) {
      count += 1
      if whole[b] != whole[a] {
        if whole[b] - whole[a] == 1 { counts.append(count) }
        count = 0
      }
    }
    let inner = counts.dropFirst().sorted()
    return inner.isEmpty ? nil : 1 / inner[inner.count / 2]
  }

  /// Rows that repeat a time are left out; times that run back far are another recording's.
  private mutating func order(path: String, lines: [Int]) throws(FileError) {
    var last = -Double.infinity
    var (repeated, back, worst) = (0, 0, 0)
    for i in times.indices where times[i].isFinite {
      if times[i] > last {
        last = times[i]
        continue
      }
      if times[i] == last { repeated += 1 } else { back += 1 }
      if back == 1, worst == 0 { worst = i }
      times[i] = .nan
    }
    if repeated > 0 { remarks.append("\(repeated) rows repeat the time of the one before and are left out.") }
    if back * 20 > times.count {
      throw FileError(
        path: path, line: lines[worst],
        message:
          "times run back, in \(back) rows; this file holds several recordings: split it where the time starts anew")
    }
    if back > 0 {
      remarks.append(
        "\(back) rows lie before the one before them, and are left out; the first is line \(lines[worst]).")
    }
  }
}
