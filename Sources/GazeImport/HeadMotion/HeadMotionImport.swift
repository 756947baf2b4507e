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
  package let remarks: [String]

  /// Reads a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - angles: the unit of yaw, pitch and roll; if nil, it is detected from the titles, the quaternion or the
  ///     numbers.
  ///   - time: the unit of times; if nil, it is detected from the titles or the numbers.
  /// - Throws: if the file is not a table of headphone motion.
  package init(path: String, angles: AngleUnit? = nil, time: TimeUnit? = nil) throws(FileError) {
    let table = try HeadMotionTable(path: path)
    let rows = table.rows
    var remarks: [String?] = [
      table.broken.line.map {
        "Rows with more or fewer fields than the titles, left out: \(table.broken.count); the first is line \($0)."
      }
    ]
    let attitudes = try Self.attitudes(table, angles: angles, &remarks)
    let place = Self.finestTime(table)
    let rateUnit = table.rateUnit(attitudes, seconds: Self.span(table, place, stated: time))
    let rates = rows.map { $0.rate * (rateUnit?.scale ?? 1) }
    let clock = try HeadMotionClock(table, column: place, stated: time, attitudes: attitudes, rates: rates)
    let accelerationUnit = table.accelerationUnit
    remarks += [rateUnit?.remark] + clock.remarks + [accelerationUnit?.remark]
    if rateUnit == nil { remarks.append("There is no rotation rate, so latency cannot be compensated with it.") }
    let untimed = rows.count { !$0.times[place].isFinite }
    if untimed > 0 { remarks.append("Rows without a time, left out: \(untimed).") }
    self.remarks = remarks.compactMap { $0 }
    samples = rows.indices.filter { clock.times[$0].isFinite }.map { i in
      let sample = HeadSample(
        time: clock.times[i], attitude: attitudes[i].map(HeadSample.attitude) ?? .init(repeating: .nan),
        rotationRate: rates[i], acceleration: rows[i].acceleration * (accelerationUnit?.scale ?? 1))
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

  /// Attitude of each row, nil where unknown. It is the row's quaternion or, if the table has no quaternions, is
  /// computed from the row's angles.
  private static func attitudes(
    _ table: HeadMotionTable, angles: AngleUnit?, _ remarks: inout [String?]
  ) throws(FileError) -> [UnitQuaternion?] {
    let rows = table.rows
    let angleUnit = table.angleUnit(stated: angles)
    remarks.append(angleUnit?.remark)
    let attitudes: [UnitQuaternion?]
    if table.columns.quaternion.isEmpty {
      attitudes = rows.map { row in angleUnit.flatMap { row.attitude(ofAngles: $0.scale) } }
      remarks.append(
        "There is no quaternion, so it was built from the angles in the headphones' order, "
          + "q = Rz(yaw)·Rx(pitch)·Ry(roll).")
    } else {
      attitudes = rows.map { row in
        let q = row.quaternion
        guard abs((q * q).sum().squareRoot() - 1) <= UnitQuaternion.writtenTolerance else { return nil }
        return UnitQuaternion(w: q.x, x: q.y, y: q.z, z: q.w)
      }
      if table.columns.isNumbered {
        remarks.append("The quaternion's columns are numbered: the first is assumed to be w.")
      }
      remarks.append(angleUnit.flatMap { table.comparison(attitudes, scale: $0.scale) })
      let lost = attitudes.indices.filter { attitudes[$0] == nil }
      remarks.append(
        lost.first.map {
          "Rows without a unit quaternion (zeros, nothing, or a length off by more than 1 %), kept as not connected: "
            + "\(lost.count); the first is line \(rows[$0].line)."
        })
    }
    guard attitudes.contains(where: { $0 != nil }) else {
      throw FileError(
        path: table.name, line: rows.first?.line,
        message: "no row holds an attitude; expected unit quaternions, or yaw, pitch and roll in degrees or radians")
    }
    return attitudes
  }

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
  private static func span(_ table: HeadMotionTable, _ place: Int, stated: TimeUnit?) -> Double {
    let known = table.rows.map { $0.times[place] }.filter(\.isFinite)
    guard let first = known.first, let last = known.last else { return 0 }
    let said = stated ?? table.columns.times[place].time
    return (last - first) * HeadMotionClock.unit(of: known, said: said).unit.seconds
  }
}

/// Units in a table of headphone motion, as factors to SI units, and the sentences that state how they were determined;
/// nil without columns of the quantity.
extension HeadMotionTable {
  typealias Unit = (scale: Double, remark: String)

  func angleUnit(stated: AngleUnit?) -> Unit? {
    guard let first = columns.euler.first else { return nil }
    func name(_ radians: Double) -> String { radians == 1 ? "radians" : "degrees" }
    if let stated { return (stated.radians, "Angles are \(name(stated.radians)), as stated.") }
    if let said = first.angle { return (said, "Angles are \(name(said)), as the columns' names say.") }
    if let matching { return (matching, "Angles are \(name(matching)): in this unit they agree with the quaternion.") }
    let largest = rows.lazy.map(\.euler).filter(\.isFinite).reduce(Vector3.zero) { most, angles in
      pointwiseMax(most, pointwiseMax(angles, -angles))
    }
    // Angles beyond these limits cannot be radians: pitch is at most a quarter of a turn, roll half a turn, and yaw,
    // which may be counted from 0, a whole turn.
    let isDegrees = largest.x > 2 * .pi + 0.01 || largest.y > .pi / 2 + 0.01 || largest.z > .pi + 0.01
    let unit = isDegrees ? AngleUnit.degrees : .radians
    return (
      unit.radians,
      "The columns do not state the unit of the angles: yaw is \(NumberText.rounded(largest.x, 2)), pitch "
        + "\(NumberText.rounded(largest.y, 2)), roll \(NumberText.rounded(largest.z, 2)) at most, so they are read "
        + "as \(unit.rawValue); state the unit" + Wording.of(command: " with `--angles`") + "."
    )
  }

  /// Unit in which angles and quaternions rotate by the same amount from row to row.
  private var matching: Double? {
    var off = (radians: 0.0, degrees: 0.0, turned: 0.0)
    var last: (q: UnitQuaternion, row: Row)?
    func turn(_ a: Row, _ b: Row, _ scale: Double) -> Double {
      guard let from = a.attitude(ofAngles: scale), let to = b.attitude(ofAngles: scale) else { return .nan }
      return from.angle(to: to)
    }
    for row in rows.prefix(5000) {
      guard row.euler.isFinite, abs((row.quaternion * row.quaternion).sum() - 1) < 0.02,
        let q = UnitQuaternion(w: row.quaternion.x, x: row.quaternion.y, y: row.quaternion.z, z: row.quaternion.w)
      else { continue }
      if let last {
        let turned = last.q.angle(to: q)
        off.turned += turned
        off.radians += abs(turn(last.row, row, 1) - turned)
        off.degrees += abs(turn(last.row, row, .pi / 180) - turned)
      }
      last = (q, row)
    }
    guard off.turned > 0.2 else { return nil }
    return off.radians < off.degrees ? 1 : .pi / 180
  }

  /// Sentence that states whether the angles match the quaternion; nil without a row that has both.
  func comparison(_ attitudes: [UnitQuaternion?], scale: Double) -> String? {
    let off = zip(rows, attitudes).compactMap { row, attitude in
      attitude.flatMap { row.attitude(ofAngles: scale)?.angle(to: $0) }
    }
    guard let worst = off.max() else { return nil }
    let degrees = NumberText.rounded(worst.degrees, 3)
    return worst < 1.0.radians
      ? "The angles match the quaternion, q = Rz(yaw)·Rx(pitch)·Ry(roll), to \(degrees)° in all \(off.count) rows."
      : "The angles do not match the quaternion, q = Rz(yaw)·Rx(pitch)·Ry(roll): they differ by up to \(degrees)°. "
        + "The quaternion is used."
  }

  func rateUnit(_ attitudes: [UnitQuaternion?], seconds: Double) -> Unit? {
    guard let first = columns.rate.first else { return nil }
    if let said = first.angle {
      return (said, "Rotation rates are \(said == 1 ? "rad/s" : "deg/s"), as the columns' names say.")
    }
    // Total rotation of the head, computed from the attitudes and from the rates.
    var (turned, rates, count) = (0.0, 0.0, 0.0)
    for index in rows.indices.dropFirst() where rows[index].rate.isFinite {
      guard let before = attitudes[index - 1], let now = attitudes[index] else { continue }
      turned += before.angle(to: now)
      rates += rows[index].rate.length
      count += 1
    }
    guard count > 1, turned > 0.1, rates > 0, seconds > 0 else {
      return (
        1, "Rotation rates are assumed to be rad/s: no column says it, and the head turns too little to detect it."
      )
    }
    // The ratio is about 1 for radians and about 0.017 for degrees; their geometric mean is 0.13.
    let isRadians = turned / (rates * seconds / count) >= 0.13
    return (
      isRadians ? 1 : .pi / 180,
      "Rotation rates are \(isRadians ? "rad/s" : "deg/s"): in this unit they agree with the change of the attitude "
        + "over time."
    )
  }

  var accelerationUnit: Unit? {
    guard let first = columns.acceleration.first else { return nil }
    if let said = first.acceleration {
      let name = said == 1 ? "m/s²" : "in standard gravities"
      return (said, "Accelerations are \(name), as the columns' names say.")
    }
    let gravities = rows.lazy.map(\.gravity).filter(\.isFinite).map(\.length).prefix(1000)
    if let usual = Quantiles.upperMedian(Array(gravities)), usual > 5 {
      return (1, "Accelerations are m/s²: gravity is \(NumberText.rounded(usual, 2)) in the same table.")
    }
    return (
      HeadSample.standardGravity, "Accelerations are assumed to be in standard gravities, as Core Motion gives them."
    )
  }
}
