import GazePipeline
package import GazeRecording

/// A CSV export of headphone motion (`CMHeadphoneMotionManager`) as samples of the rig `head`.
///
/// Columns are found by name: a time, roll, pitch and yaw, quaternion, rotation rate, user acceleration, gravity. If a
/// table has no quaternion, it is computed from the angles in the order that the headphones use, q =
/// Rz(yaw)·Rx(pitch)·Ry(roll). `remarks` states everything that was recognised or assumed. The whole file is held in
/// memory.
package struct HeadMotionImport: Sendable {
  /// Samples, with times counted from the first sample.
  package let samples: [RecordedHead]
  /// Samples per second, from the usual step; if times were rebuilt, from the mean of all steps.
  package let rate: Double
  /// Sentences on what was recognised, assumed or left out.
  package private(set) var remarks: [String] = []

  /// Reads a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - angles: the unit of yaw, pitch and roll; if nil, it is detected from the titles, the quaternion or the
  ///     numbers.
  ///   - time: the unit of times; if nil, it is detected from the titles or the numbers.
  /// - Throws: if the file is not a table of headphone motion.
  package init(path: String, angles: AngleUnit? = nil, time: TimeUnit? = nil) throws(FileError) {
    let table = try HeadMotionTable(path: path)
    let (columns, rows) = (table.columns, table.rows)
    if table.broken.count > 0 {
      remarks.append(
        "Rows with more or fewer fields than the titles, left out: \(table.broken.count); the first is line "
          + "\(table.broken.line).")
    }
    let attitudes = try Self.attitudes(table, angles: angles, &remarks)
    let place = Self.finestTime(table)
    let seconds = Self.span(rows, place, said: time ?? columns.times[place].time)
    let perRate = HeadMotionUnits.rate(columns, rows, Self.turns(attitudes), seconds: seconds, &remarks)
    let rates = rows.map { $0.rate * perRate }
    let clock = try HeadMotionClock(table, column: place, stated: time, attitudes: attitudes, rates: rates)
    remarks += clock.remarks
    let perAcceleration = HeadMotionUnits.acceleration(columns, rows, &remarks)
    if columns.rate.isEmpty { remarks.append("There is no rotation rate, so latency cannot be compensated with it.") }
    let untimed = rows.count { !$0.times[place].isFinite }
    if untimed > 0 { remarks.append("Rows without a time, left out: \(untimed).") }
    samples = rows.indices.filter { clock.times[$0].isFinite }.map { i in
      let sample = HeadSample(
        time: clock.times[i], attitude: attitudes[i].map(HeadSample.attitude) ?? .init(repeating: .nan),
        rotationRate: rates[i], acceleration: rows[i].acceleration * perAcceleration)
      return RecordedHead(
        RecordedHead.Observation(
          frame: HeadFrame(sample: sample, isConnected: attitudes[i] != nil), isIntentKnown: false))
    }
    let steps = zip(samples.dropFirst(), samples).map { $0.time - $1.time }
    guard let usual = Quantiles.upperMedian(steps), usual > 0 else {
      throw FileError(path: table.name, message: "has fewer than two samples with a time; expected one row per sample")
    }
    let span = (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
    rate = clock.isRebuilt && span > 0 ? Double(samples.count - 1) / span : 1 / usual
  }

  // MARK: Attitudes

  /// Attitude of each row, nil where unknown. It is the row's quaternion or, if the table has no quaternions, is
  /// computed from the row's angles.
  private static func attitudes(
    _ table: HeadMotionTable, angles: AngleUnit?, _ remarks: inout [String]
  ) throws(FileError) -> [UnitQuaternion?] {
    let (columns, rows) = (table.columns, table.rows)
    let euler = HeadMotionUnits.euler(columns, rows, stated: angles, &remarks)
    let attitudes: [UnitQuaternion?]
    if columns.quaternion.isEmpty {
      attitudes = rows.map { row in euler.flatMap { attitude(row.euler, scale: $0) } }
      remarks.append(
        "There is no quaternion, so it was built from the angles in the headphones' order, "
          + "q = Rz(yaw)·Rx(pitch)·Ry(roll).")
    } else {
      attitudes = rows.map { attitude($0.quaternion) }
      if columns.isNumbered { remarks.append("The quaternion's columns are numbered: the first is assumed to be w.") }
      HeadMotionUnits.compare(rows, attitudes, scale: euler, &remarks)
      let lost = attitudes.indices.filter { attitudes[$0] == nil }
      if let first = lost.first {
        remarks.append(
          "Rows without a unit quaternion (zeros, nothing, or a length off by more than 1 %), kept as not connected: "
            + "\(lost.count); the first is line \(rows[first].line).")
      }
    }
    guard attitudes.contains(where: { $0 != nil }) else {
      throw FileError(
        path: table.name, line: rows.first?.line,
        message: "no row holds an attitude; expected unit quaternions, or yaw, pitch and roll in degrees or radians")
    }
    return attitudes
  }

  private static func attitude(_ q: SIMD4<Double>) -> UnitQuaternion? {
    let length = (q * q).sum().squareRoot()
    guard abs(length - 1) <= UnitQuaternion.writtenTolerance else { return nil }
    return UnitQuaternion(w: q.x, x: q.y, y: q.z, z: q.w)
  }

  private static func attitude(_ euler: SIMD3<Double>, scale: Double) -> UnitQuaternion? {
    guard euler.isFinite else { return nil }
    return HeadAngles(yaw: euler.x * scale, pitch: euler.y * scale, roll: euler.z * scale).quaternion
  }

  /// Rotation from the previous row to each row, radians; NaN if one of the two attitudes is unknown.
  private static func turns(_ attitudes: [UnitQuaternion?]) -> [Double] {
    attitudes.indices.map { i in
      guard i > 0, let a = attitudes[i - 1], let b = attitudes[i] else { return .nan }
      return a.angle(to: b)
    }
  }

  // MARK: Times

  /// Index of the column with the most distinct times. If the numbers of distinct times of two columns differ by less
  /// than 5 %, the column with the more likely name is used.
  private static func finestTime(_ table: HeadMotionTable) -> Int {
    var (best, most) = (0, -1)
    for place in table.columns.times.indices {
      let apart = zip(table.rows.dropFirst(), table.rows).count { $0.times[place] > $1.times[place] }
      if Double(apart) > 1.05 * Double(max(most, 0)) || most < 0 { (best, most) = (place, apart) }
    }
    return best
  }

  /// Time between the first and the last row, seconds.
  private static func span(_ rows: [HeadMotionTable.Row], _ place: Int, said: TimeUnit?) -> Double {
    let known = rows.map { $0.times[place] }.filter(\.isFinite)
    guard let first = known.first, let last = known.last else { return 0 }
    return (last - first) * HeadMotionClock.unit(of: known, said: said).unit.seconds
  }
}
