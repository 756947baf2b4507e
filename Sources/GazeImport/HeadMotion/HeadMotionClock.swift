import GazePipeline
import GazeRecording

/// Times of a table of headphone motion in seconds from its first row, and what had to be done for them.
struct HeadMotionClock {
  /// One a row; they rise, or are NaN where the row is to be left out.
  private(set) var times: [Double]
  private(set) var remarks: [String] = []
  /// The times were whole seconds: single steps are estimates, their mean is not.
  private(set) var isRebuilt = false

  /// - Parameters:
  ///   - raw: the column's numbers, one a row; NaN is not known.
  ///   - attitudes: one a row; nil where it is not known.
  ///   - rates: of turning at each row, rad/s about the sensor's axes; NaN where it is not known.
  init(
    _ raw: [Double], title: String, unit: TimeUnit?, stated: TimeUnit?, isDate: Bool, attitudes: [UnitQuaternion?],
    rates: [SIMD3<Double>], path: String, lines: [Int], example: String
  ) throws(FileError) {
    let raw = isDate ? Self.acrossMidnight(raw) : raw
    let known = raw.filter(\.isFinite)
    guard let first = known.first, known.count > 1 else {
      throw FileError(
        path: path, line: lines.first, field: TerminalText.line(title.prefix(40)),
        message: """
          holds fewer than two times, the first row `\(TerminalText.line(example.prefix(40)))`; expected seconds or a count of \
          ms, us or ns, dates as 2024-05-01T10:00:00.125Z, or times of day as 22:00:00.125
          """)
    }
    var scale = 1.0
    if isDate {
      remarks.append("Times are dates in words (`\(TerminalText.line(title.prefix(40)))`).")
    } else if let stated {
      scale = stated.seconds
      remarks.append("Times are \(stated.rawValue), as stated.")
    } else {
      let read = Self.unit(of: known, said: unit)
      scale = read.unit.seconds
      if let remark = read.remark { remarks.append(remark) }
    }
    // Beyond thousands of years it is no time of a recording.
    times = raw.map { abs(($0 - first) * scale) < 1e11 ? ($0 - first) * scale : .nan }
    if Self.areWhole(raw.map { $0 * scale }) {
      let whole = times
      rebuild(whole, attitudes, rates)
      try order(path: path, lines: lines)
      return
    }
    try order(path: path, lines: lines)
  }

  /// Times of day begin again at midnight.
  private static func acrossMidnight(_ times: [Double]) -> [Double] {
    let day = 86_400.0
    guard times.allSatisfy({ !($0 > day) }) else { return times }
    var (shift, last) = (0.0, -Double.infinity)
    return times.map { time in
      guard time.isFinite else { return time }
      if time + shift < last - day / 2 { shift += day }
      last = time + shift
      return last
    }
  }

  /// What times count in: as the column is called, as a date does, or as their step tells; each only where the step could
  /// be one of a recorder (nanoseconds since a phone was switched on may look like milliseconds since 2001).
  static func unit(of known: [Double], said: TimeUnit?) -> (unit: TimeUnit, remark: String?) {
    let rising = zip(known.dropFirst(), known).map { $0 - $1 }.filter { $0 > 0 }
    guard let first = known.first, let step = Quantiles.upperMedian(rising) else { return (said ?? .seconds, nil) }
    func fits(_ unit: TimeUnit) -> Bool { steps.contains(step * unit.seconds) }
    let wall = WallClock(first).flatMap { fits($0.unit) ? $0 : nil }
    if let said, fits(said) {
      return (said, "Times are \(said.rawValue), as the column is called" + (wall?.unit == said ? ", a date." : "."))
    }
    if let wall { return (wall.unit, "Times count in \(wall.name).") }
    // Where most rows repeat a time, it counts whole seconds: their step says nothing.
    guard 2 * rising.count > known.count, let unit = TimeUnit.recognised(step: step) else { return (.seconds, nil) }
    return (unit, unit == .seconds ? nil : "Times step by \(step), so they are read as \(unit.rawValue).")
  }

  /// Seconds from row to row that a recorder may have: 2,000 Hz, and whole seconds with one missing.
  private static let steps = 0.0005...2.5

  /// Most rows share their second with another, and no time lies between two.
  private static func areWhole(_ seconds: [Double]) -> Bool {
    let known = seconds.filter(\.isFinite)
    let same = zip(known.dropFirst(), known).count { $0 == $1 }
    return known.count > 2 && same * 2 > known.count && known.allSatisfy { abs($0 - $0.rounded()) < 1e-6 }
  }

  /// Slower than this a turn says nothing of time, rad/s.
  private static let least = 0.2

  /// Whole seconds become times: each step as long as its turn takes at the gyro's rate, the others as the usual one, and the
  /// steps of each whole second brought to a second. The first and the last second may be cut: nothing says when they begin and
  /// end but their steps.
  private mutating func rebuild(_ whole: [Double], _ attitudes: [UnitQuaternion?], _ rates: [SIMD3<Double>]) {
    let rows = whole.indices.filter { whole[$0].isFinite }
    guard rows.count > 2 else { return }
    let (usual, origin) = Self.usualStep(whole, rows, attitudes, rates)
    var turned: [Int: Double] = [:]
    for (a, b) in zip(rows, rows.dropFirst()) where b == a + 1 {
      guard let p = attitudes[a], let q = attitudes[b] else { continue }
      let speed = ((rates[a] + rates[b]) / 2).length
      let by = p.angle(to: q) / speed
      if speed > Self.least, by > usual / 4, by < usual * 4 { turned[b] = by }
    }
    // Noise makes single turns larger in the mean: their mean is the usual step's.
    let told = turned.count
    let all = rows.reduce(0) { $0 + (turned[$1] ?? 0) }
    let scale = all > 0 ? usual * Double(told) / all : 1
    var step = [Double](repeating: usual, count: whole.count)
    for (row, by) in turned { step[row] = by * scale }
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
    let begin = rebuilt[rows[0]]
    times = rebuilt.map { $0 - begin }
    isRebuilt = true
    remarks.append(
      "Times are whole seconds: they were rebuilt, \(told) of \(rows.count - 1) steps from the turn between two attitudes and "
        + "the gyro's rate, the others as \(NumberText.thousandths(usual)) ms, \(origin), so that each second keeps its rows."
    )
  }

  /// Rows over which a turn is held against the gyro's rates: long enough that noise is little of it.
  private static let stretch = 8
  /// Turn in all such stretches from which on the gyro says how long a step is, rad.
  private static let enough = 0.2
  /// Rates of headphones, Hz: what is assumed where neither a whole second nor a turn says it.
  private static let headphones = [25.0, 50, 100]

  /// Seconds of a step, and where that is from. Three whole seconds and more say it by their median number of rows; fewer are
  /// known to a row, and the gyro says it within that; the first and the last second may be cut, and bound it from one side.
  private static func usualStep(
    _ whole: [Double], _ rows: [Int], _ attitudes: [UnitQuaternion?], _ rates: [SIMD3<Double>]
  ) -> (seconds: Double, origin: String) {
    var (parts, count) = ([(rows: Double, isWhole: Bool)](), 1.0)
    for (a, b) in zip(rows, rows.dropFirst()) {
      if whole[b] == whole[a] {
        count += 1
      } else {
        parts.append((count, !parts.isEmpty && whole[b] - whole[a] == 1))
        count = 1
      }
    }
    parts.append((count, false))
    let inner = parts.filter(\.isWhole).map(\.rows)
    let middle = Quantiles.upperMedian(inner)
    let most = parts.map(\.rows).max() ?? 1
    if let middle, inner.count >= 3 { return (1 / middle, "a whole second's share") }
    let turn = stepOfTurns(rows, attitudes, rates)
    if let middle {
      guard let turn else { return (1 / middle, "a whole second's share") }
      return (min(max(turn, 1 / (middle + 1)), 1 / max(middle - 1, 1)), "as all turns and the gyro say")
    }
    if let turn { return (min(turn, 1 / max(most - 1, 1)), "as all turns and the gyro say") }
    // A row more than a second holds is no contradiction: the seconds begin anywhere.
    let rate = headphones.first { $0 >= most - 1 } ?? most
    return (
      1 / rate,
      "assumed, since no second is whole and no turn tells it: the least of 25, 50 and 100 Hz that the fuller second allows"
    )
  }

  /// Seconds a step by how far the attitude turns in stretches of rows and how fast the gyro says:
  ///
  ///     Σ θ·|Σω| / Σ |Σω|²
  ///
  /// with θ the turn from a stretch's first attitude to its last and Σω its rates, the ends counted by half. Sizes alone count, so
  /// it does not matter what axes the rates are about. Nil where the head turned too little.
  private static func stepOfTurns(_ rows: [Int], _ attitudes: [UnitQuaternion?], _ rates: [SIMD3<Double>]) -> Double? {
    var (sum, squares, all) = (0.0, 0.0, 0.0)
    var first = 0
    while first + stretch < rows.count {
      let part = rows[first...first + stretch]
      first += stretch
      guard let a = part.first, let b = part.last, b - a == stretch, let from = attitudes[a], let to = attitudes[b]
      else { continue }
      let speed = (part.reduce(.zero) { $0 + rates[$1] } - (rates[a] + rates[b]) / 2).length
      guard speed > least * Double(stretch) else { continue }
      let turn = from.angle(to: to)
      (sum, squares, all) = (sum + turn * speed, squares + speed * speed, all + turn)
    }
    let step = sum / squares
    return all > enough && step > 0.0005 && step < 1 ? step : nil
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
    if repeated > 0 { remarks.append("Rows that repeat the time of the one before, left out: \(repeated).") }
    if back * 20 > times.count {
      throw FileError(
        path: path, line: lines[worst],
        message:
          "times run back, in \(back) of \(times.count) rows; this file holds several recordings: split it where the time starts again"
      )
    }
    if back > 0 {
      remarks.append(
        "Rows that are earlier than one before them, left out: \(back); the first is line \(lines[worst]).")
    }
  }
}
