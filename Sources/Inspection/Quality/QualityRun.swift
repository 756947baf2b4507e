package import GazeImport
import GazeMetrics
import GazePipeline
import GazeRecording
import PortableFoundation

/// Measures the data quality of a table of gaze and targets: for each eye on each target, as means over targets, and
/// for each eye over all rows.
///
/// A table contains one of two things. Either it contains stretches that were cut out of a recording, in which the gaze
/// is on the target already, or it contains every frame, in which the gaze moves for half a second after each step of
/// the target. The two kinds are distinguished by the gaze at the moment when the target has changed: in a log of every
/// frame the gaze is still nearer to the old target. Cut stretches are treated as in ETDQualitizer; in a log the first
/// `logSettling` of each visit are left out, and each visit of a target counts separately.
package struct QualityRun: Sendable {
  /// Seconds after a target's onset that are left out of a log of every frame, as in fixations of `evaluate`
  /// (`FixationCollector` and `FixationFinder` have their own 0.6 s).
  package static let logSettling = 0.6

  /// Treatment of several visits to a target.
  package enum Visits: String, Sendable, Encodable, CaseIterable {
    /// Each visit is measured separately; the target's values are the means over its visits.
    case apart
    /// All rows of a target are one stretch, as in ETDQualitizer.
    case together
  }

  /// Units of a table's times.
  package static let timeUnits: [TimeUnit] = [.seconds, .milliseconds, .microseconds]

  /// Path of the table.
  var path: String
  /// Names of the table's columns, by role.
  package var columns: [GazeTable.Role: String] = [:]
  /// Screen to which the table's coordinates refer.
  var screen: Screen
  /// Unit of the table's times; nil detects the unit from the interval between rows.
  package var timeUnit: TimeUnit?
  /// Expected rate, Hz; nil uses the median interval.
  package var rate: Double?
  /// Share of a Gaussian's samples in the ellipse whose area is the BCEA.
  package var bceaProbability = 0.68
  /// Length of the windows of the windowed RMS-S2S, seconds.
  package var window = 0.2
  /// Seconds after a target's onset that are left out; nil means `logSettling` for a log of every frame, else 0.
  package var settling: Double?
  /// Treatment of several visits to a target; nil means `apart` for a log of every frame or if `settling` is given, and
  /// `together` in other cases.
  package var visits: Visits?

  /// Largest number of targets in a table.
  static let mostTargets = 10_000
  /// Number of rows from which the unit of time is detected.
  private static let rowsAhead = 1000

  /// A run over a table.
  package init(path: String, screen: Screen) {
    self.path = path
    self.screen = screen
  }

  /// Reads the table once.
  package func report() throws -> QualityReport {
    var table = try GazeTable(path: path, names: columns)
    var first: [GazeTable.Row] = []
    while first.count < Self.rowsAhead, let row = try table.next() { first.append(row) }
    guard first.count > 1 else {
      throw FileError(path: table.name, message: "has \(first.count) rows of data; expected at least two")
    }
    let unit = try timeUnit ?? Self.unit(first, table.name)
    // The origin of the coordinates is known only at the table's end, so the table is measured in each way that is
    // open.
    let (eyes, name) = (table.eyes, table.name)
    var tallies = screen.readings.map { Tally(run: self, axes: $0, eyes: eyes, unit: unit, path: name) }
    func add(_ row: GazeTable.Row) throws {
      for index in tallies.indices { try tallies[index].add(row) }
    }
    for row in first { try add(row) }
    first = []
    while let row = try table.next() { try add(row) }
    let (low, high) = tallies[0].range
    let axes = screen.axes(low: low, high: high)
    var tally = tallies.first { $0.axes == axes } ?? tallies[0]
    return try tally.report(columns: table.columns)
  }

  /// The unit that gives between 10 and 5,000 samples a second, by the median interval.
  private static func unit(_ rows: [GazeTable.Row], _ path: String) throws(FileError) -> TimeUnit {
    let steps = zip(rows.dropFirst(), rows).map { $0.time - $1.time }.filter { $0 > 0 }
    guard let median = Quantiles.upperMedian(steps) else {
      throw FileError(
        path: path, field: "time", message: "expected times that increase; they stay equal or go backwards")
    }
    guard let unit = UnitGuess(step: median, within: 1.9e-4...0.12, of: timeUnits).unit else {
      throw FileError(
        path: path, field: "time",
        message:
          "rows are \(median) apart, which is no eye tracker's rate in s, ms or us; give the unit with --time-unit")
    }
    return unit
  }
}

/// State while reading a table.
private struct Tally {
  private let run: QualityRun
  /// Origin and direction of the coordinates.
  let axes: ScreenAxes
  private let eyes: [GazeTable.Eye]
  private let unit: TimeUnit
  private let path: String
  /// Targets in the order of appearance; `index` finds them by identifier.
  private var targets: [(name: String, place: Vector2, visits: Int)] = []
  private var index: [String: Int] = [:]
  /// The target of the preceding rows, and the start of that visit.
  private var visit: (target: Int, since: Double)?
  /// Movement of the gaze after each change of the target.
  private var changes = TargetChanges()
  /// `stretches` are cut as requested or as for a table of cut stretches, `logVisits` as for a log of every frame. Both
  /// are collected, since the kind of table is known only at its end.
  private var stretches: TargetIntervals
  private var logVisits: TargetIntervals
  private var whole: [WholePrecision]
  private var rows = 0
  private var withoutTarget = 0
  private var moved = 0
  private var backwards = 0
  private var lastTime = -Double.infinity
  private var origin: Double?
  /// The error of the first target that no eye could look at; if the axes are the table's, its sizes are wrong.
  private var unreachable: FileError?

  init(run: QualityRun, axes: ScreenAxes, eyes: [GazeTable.Eye], unit: TimeUnit, path: String) {
    (self.run, self.axes, self.eyes, self.unit, self.path) = (run, axes, eyes, unit, path)
    func cut(_ settling: Double, _ visits: QualityRun.Visits) -> TargetIntervals {
      TargetIntervals(
        eyes: eyes.count, settling: run.settling ?? settling, visits: run.visits ?? visits,
        probability: run.bceaProbability)
    }
    stretches = cut(0, run.settling == nil ? .together : .apart)
    logVisits = cut(QualityRun.logSettling, .apart)
    whole = eyes.map { _ in WholePrecision() }
  }

  mutating func add(_ row: GazeTable.Row) throws(FileError) {
    rows += 1
    // Times count from the first row: a clock's zero may be so long ago that rounding would lose halves of
    // milliseconds.
    let time = (row.time - (origin ?? row.time)) * unit.seconds
    origin = origin ?? row.time
    if time <= lastTime {
      backwards += 1
      return
    }
    lastTime = time
    let angles = row.gaze.map { $0.map { run.screen.angles($0, axes) } }
    for eye in eyes.indices {
      guard whole[eye].add(angles[eye], at: time) else {
        throw FileError(
          path: path, line: row.line, message: "has more than \(WholePrecision.capacity) rows; split the file")
      }
    }
    guard let name = row.target, let place = row.place else {
      withoutTarget += 1
      visit = nil
      return
    }
    let target = try target(name, place, row.line)
    if visit?.target != target {
      visit = (target, time)
      targets[target].visits += 1
      changes.begin(run.screen.angles(targets[target].place, axes), at: time)
      stretches.begin(target)
      logVisits.begin(target)
    }
    changes.add(angles.lazy.compactMap { $0 }.first, at: time)
    let elapsed = time - (visit?.since ?? time)
    stretches.add(angles, to: target, at: time, after: elapsed)
    logVisits.add(angles, to: target, at: time, after: elapsed)
  }

  private mutating func target(_ name: String, _ place: Vector2, _ line: Int) throws(FileError) -> Int {
    if let found = index[name] {
      let off = (place - targets[found].place) / run.screen.units
      if max(abs(off.x), abs(off.y)) > 1e-3 { moved += 1 }
      return found
    }
    guard targets.count < QualityRun.mostTargets else {
      throw FileError(
        path: path, line: line, field: "target",
        message:
          "there are more than \(QualityRun.mostTargets) targets; expected targets that stand still, a few seconds each"
      )
    }
    let angles = run.screen.angles(place, axes)
    if unreachable == nil, max(abs(angles.yaw), abs(angles.pitch)) >= 1.5 {
      unreachable = FileError(
        path: path, line: line, field: "targetX",
        message:
          "the target is \(NumberText.rounded(max(abs(angles.yaw), abs(angles.pitch)).degrees, 0))° off the screen's "
          + "middle; check --screen-px, --screen-mm and --distance-mm"
      )
    }
    index[name] = targets.count
    targets.append((name, place, 0))
    stretches.append(angles)
    logVisits.append(angles)
    return targets.count - 1
  }

  /// Smallest and largest coordinates of the targets.
  var range: (low: Vector2, high: Vector2) {
    let places = targets.map(\.place)
    let first = places.first ?? .zero
    return (places.reduce(first) { pointwiseMin($0, $1) }, places.reduce(first) { pointwiseMax($0, $1) })
  }

  mutating func report(columns: [(role: GazeTable.Role, name: String)]) throws(FileError) -> QualityReport {
    guard !targets.isEmpty else {
      throw FileError(path: path, message: "no row has a target; accuracy is the distance of the gaze from one")
    }
    if run.screen.areFractions(targets.map(\.place)) {
      throw FileError(
        path: path,
        message: "all targets lie between -1 and 1: they are fractions of the screen; read them with --screen-px 1x1")
    }
    if let unreachable { throw unreachable }
    let order = targets.indices.sorted { Self.precedes(targets[$0].name, targets[$1].name) }
    let isLog = changes.isLog
    var taken = isLog ? logVisits : stretches
    taken.finish()
    let notes = [
      way(isLog, taken),
      run.timeUnit == nil ? "time taken as \(unit.rawValue), by how far apart the rows are" : nil,
      withoutTarget > 0 ? "\(withoutTarget) of \(rows) rows have no target and count in the whole alone" : nil,
      backwards > 0
        ? "\(backwards) of \(rows) rows are not later than the one before and were left out" : nil,
      moved > 0 ? "\(moved) rows have their target at another place than at first; the first place counts" : nil,
    ].compactMap(\.self)
    let found = eyes.indices.map { eye in
      let rows = order.map {
        QualityReport.Target(targets[$0].name, targets[$0].place, taken.stretches(eye: eye, target: $0))
      }
      return QualityReport.Eye(
        eye: eyes[eye].rawValue, targets: rows, mean: .init(means: rows.map(\.figures)),
        whole: .init(whole[eye], rate: run.rate, window: run.window))
    }
    return QualityReport(
      path: path, rows: rows, seconds: max(lastTime, 0), targets: targets.count, origin: axes.origin.rawValue,
      y: axes.yName, coordinates: axes.sentence, columns: columns.map { .init(role: $0.role.rawValue, name: $0.name) },
      bceaProbability: run.bceaProbability, isLog: isLog, settleSeconds: taken.settling, visits: taken.visits,
      eyes: found, mean: .init(means: found.flatMap(\.targets).map(\.figures)),
      warnings: [run.screen.warning(targets.map(\.place), axes)].compactMap(\.self), notes: notes)
  }

  /// A note on the rows that were used; nil if each target's rows are all used as one stretch.
  private func way(_ isLog: Bool, _ taken: TargetIntervals) -> String? {
    let revisited = targets.count { $0.visits > 1 }
    if isLog {
      let found =
        "\(changes.late) of \(changes.count) times the gaze is still nearer to the old target when the new one comes: "
        + "a log of every frame"
      if taken.settling == 0, taken.visits == .together {
        return found + "; the eyes' way to the targets and the time between visits are in all figures, as you asked"
      }
      let settling =
        taken.settling > 0 ? "the first \(taken.settling) s after each onset are left out, " : "no row is left out, "
      let visits =
        taken.visits == .apart ? "each visit of a target counts apart" : "all visits of a target count as one stretch"
      return found + "; \(settling)\(visits) (--settle 0 --visits together takes every row as ETDQualitizer does)"
    }
    guard taken.visits == .together, revisited > 0 else { return nil }
    return
      "\(revisited) of \(targets.count) targets are visited more than once and taken as one stretch, as ETDQualitizer "
      + "does: the time between is in effective Hz, the visits' differences are in STD; --visits apart holds them apart"
  }

  /// True if `a` comes before `b`: numbers by size, other texts by characters.
  private static func precedes(_ a: String, _ b: String) -> Bool {
    switch (Double(a), Double(b)) {
    case (let x?, let y?) where x != y: x < y
    case (_?, nil): true
    case (nil, _?): false
    default: a < b
    }
  }
}
