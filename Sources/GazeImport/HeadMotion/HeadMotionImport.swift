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

/// Units in a table of headphone motion, and the sentences that state how they were determined.
enum HeadMotionUnits {
  /// Radians per unit of the angles; nil for a table without angles.
  static func euler(
    _ columns: HeadMotionColumns, _ rows: [HeadMotionTable.Row], stated: AngleUnit?, _ remarks: inout [String]
  ) -> Double? {
    guard let first = columns.euler.first else { return nil }
    func name(_ radians: Double) -> String { radians == 1 ? "radians" : "degrees" }
    if let stated {
      remarks.append("Angles are \(name(stated.radians)), as stated.")
      return stated.radians
    }
    if let said = first.angle {
      remarks.append("Angles are \(name(said)), as the columns' names say.")
      return said
    }
    if let byQuaternion = matching(rows) {
      remarks.append("Angles are \(name(byQuaternion)): in this unit they agree with the quaternion.")
      return byQuaternion
    }
    let largest = rows.lazy.map(\.euler).filter(\.isFinite).reduce(SIMD3<Double>.zero) { most, angles in
      SIMD3(max(most.x, abs(angles.x)), max(most.y, abs(angles.y)), max(most.z, abs(angles.z)))
    }
    // Angles beyond these limits cannot be radians: pitch is at most a quarter of a turn, roll half a turn, and yaw,
    // which may be counted from 0, a whole turn.
    let isDegrees = largest.x > 2 * .pi + 0.01 || largest.y > .pi / 2 + 0.01 || largest.z > .pi + 0.01
    let unit = isDegrees ? AngleUnit.degrees : .radians
    remarks.append(
      "The columns do not state the unit of the angles: yaw is \(NumberText.rounded(largest.x, 2)), pitch "
        + "\(NumberText.rounded(largest.y, 2)), roll \(NumberText.rounded(largest.z, 2)) at most, so they are read "
        + "as \(unit.rawValue); state the unit" + Wording.of(command: " with `--angles`") + ".")
    return unit.radians
  }

  /// Unit in which angles and quaternions rotate by the same amount from row to row.
  private static func matching(_ rows: [HeadMotionTable.Row]) -> Double? {
    var off = (radians: 0.0, degrees: 0.0, turned: 0.0)
    var last: (q: UnitQuaternion, euler: SIMD3<Double>)?
    func turn(from a: SIMD3<Double>, to b: SIMD3<Double>, _ scale: Double) -> Double {
      func attitude(_ e: SIMD3<Double>) -> UnitQuaternion {
        HeadAngles(yaw: e.x * scale, pitch: e.y * scale, roll: e.z * scale).quaternion
      }
      return attitude(a).angle(to: attitude(b))
    }
    for row in rows.prefix(5000) {
      guard row.euler.isFinite, let q = quaternion(row.quaternion) else { continue }
      if let last {
        let turned = last.q.angle(to: q)
        off.turned += turned
        off.radians += abs(turn(from: last.euler, to: row.euler, 1) - turned)
        off.degrees += abs(turn(from: last.euler, to: row.euler, .pi / 180) - turned)
      }
      last = (q, row.euler)
    }
    guard off.turned > 0.2 else { return nil }
    return off.radians < off.degrees ? 1 : .pi / 180
  }

  private static func quaternion(_ q: SIMD4<Double>) -> UnitQuaternion? {
    guard abs((q * q).sum() - 1) < 0.02 else { return nil }
    return UnitQuaternion(w: q.x, x: q.y, y: q.z, z: q.w)
  }

  /// Adds a remark on whether the angles match the quaternion.
  static func compare(
    _ rows: [HeadMotionTable.Row], _ attitudes: [UnitQuaternion?], scale: Double?, _ remarks: inout [String]
  ) {
    guard let scale else { return }
    var (worst, count) = (0.0, 0)
    for (row, attitude) in zip(rows, attitudes) {
      guard let attitude, row.euler.isFinite else { continue }
      let q = HeadAngles(yaw: row.euler.x * scale, pitch: row.euler.y * scale, roll: row.euler.z * scale).quaternion
      worst = max(worst, q.angle(to: attitude))
      count += 1
    }
    guard count > 0 else { return }
    let degrees = NumberText.rounded(worst.degrees, 3)
    remarks.append(
      worst < 1.0.radians
        ? "The angles match the quaternion, q = Rz(yaw)·Rx(pitch)·Ry(roll), to \(degrees)° in all \(count) rows."
        : "The angles do not match the quaternion, q = Rz(yaw)·Rx(pitch)·Ry(roll): they differ by up to \(degrees)°. "
          + "The quaternion is used.")
  }

  /// rad/s per unit of the rotation rates.
  static func rate(
    _ columns: HeadMotionColumns, _ rows: [HeadMotionTable.Row], _ turns: [Double], seconds: Double,
    _ remarks: inout [String]
  ) -> Double {
    guard let first = columns.rate.first else { return 1 }
    if let said = first.angle {
      remarks.append("Rotation rates are \(said == 1 ? "rad/s" : "deg/s"), as the columns' names say.")
      return said
    }
    // Total rotation of the head, computed from the attitudes and from the rates.
    var (turned, rates, count) = (0.0, 0.0, 0.0)
    for (row, turn) in zip(rows, turns) where turn.isFinite && row.rate.isFinite {
      turned += turn
      rates += row.rate.length
      count += 1
    }
    guard count > 1, turned > 0.1, rates > 0, seconds > 0 else {
      remarks.append(
        "Rotation rates are assumed to be rad/s: no column says it, and the head turns too little to detect it.")
      return 1
    }
    let ratio = turned / (rates * seconds / count)
    // The ratio is about 1 for radians and about 0.017 for degrees; their geometric mean is 0.13.
    guard ratio < 0.13 else {
      remarks.append("Rotation rates are rad/s: in this unit they agree with the change of the attitude over time.")
      return 1
    }
    remarks.append("Rotation rates are deg/s: in this unit they agree with the change of the attitude over time.")
    return .pi / 180
  }

  /// m/s² per unit of the accelerations.
  static func acceleration(
    _ columns: HeadMotionColumns, _ rows: [HeadMotionTable.Row], _ remarks: inout [String]
  ) -> Double {
    guard let first = columns.acceleration.first else { return 1 }
    if let said = first.acceleration {
      remarks.append("Accelerations are \(said == 1 ? "m/s²" : "in standard gravities"), as the columns' names say.")
      return said
    }
    let gravities = rows.lazy.map(\.gravity).filter(\.isFinite).map(\.length).prefix(1000)
    if let usual = Quantiles.upperMedian(Array(gravities)), usual > 5 {
      remarks.append("Accelerations are m/s²: gravity is \(NumberText.rounded(usual, 2)) in the same table.")
      return 1
    }
    remarks.append("Accelerations are assumed to be in standard gravities, as Core Motion gives them.")
    return HeadSample.standardGravity
  }
}
