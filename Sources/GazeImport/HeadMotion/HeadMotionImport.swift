import GazePipeline
public import GazeRecording

/// A CSV export of headphone motion (`CMHeadphoneMotionManager`) as samples of the rig `head`.
///
/// Columns are found by name: a time, roll, pitch and yaw, quaternion, rotation rate, user acceleration, gravity. Where
/// there is no quaternion it is built from the angles in the headphones' own order, q = Rz(yaw)·Rx(pitch)·Ry(roll).
/// Everything that was recognised or assumed is said in `remarks`.
public struct HeadMotionImport: Sendable {
  /// The samples, their time counted from the first.
  public let samples: [RecordedHead]
  /// Samples a second, from the usual step; from all of them where times were rebuilt.
  public let rate: Double
  /// What was recognised, assumed or left out, in sentences.
  public let remarks: [String]

  /// Reads a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - angles: what yaw, pitch and roll are in; nil tells it from the titles, the quaternion or the numbers.
  ///   - time: what times count; nil tells it from the titles or the numbers.
  /// - Throws: where it is no table of headphone motion.
  public init(
    path: String, participant: Int = 0, angles: AngleUnit? = nil, time: TimeUnit? = nil
  ) throws(FileError) {
    let table = try HeadMotionTable(path: path)
    let (columns, rows) = (table.columns, table.rows)
    var remarks: [String] = []
    if table.broken.count > 0 {
      remarks.append(
        "Rows with more or fewer fields than the titles, left out: \(table.broken.count); the first is line "
          + "\(table.broken.line).")
    }
    let euler = HeadMotionUnits.euler(columns, rows, stated: angles, &remarks)
    var attitudes = rows.map { Self.attitude($0.quaternion) }
    let lost = attitudes.indices.filter { attitudes[$0] == nil }
    if columns.quaternion.isEmpty {
      attitudes = rows.map { row in euler.flatMap { Self.attitude(row.euler, scale: $0) } }
      remarks.append(
        "There is no quaternion: it was built from the angles in the headphones' order, "
          + "q = Rz(yaw)·Rx(pitch)·Ry(roll).")
    } else {
      if columns.isNumbered { remarks.append("The quaternion's columns are numbered: the first is taken for w.") }
      HeadMotionUnits.compare(rows, attitudes, scale: euler, &remarks)
      if !lost.isEmpty, let first = lost.first {
        remarks.append(
          "Rows without a unit quaternion (zeros, nothing, or a length off by more than 1 %), kept as not connected: "
            + "\(lost.count); the first is line \(rows[first].line).")
      }
    }
    guard attitudes.contains(where: { $0 != nil }) else {
      throw FileError(
        path: path, line: rows.first?.line,
        message: "no row holds an attitude; expected unit quaternions, or yaw, pitch and roll in degrees or radians")
    }
    let turns = attitudes.indices.map { i -> Double in
      guard i > 0, let a = attitudes[i - 1], let b = attitudes[i] else { return .nan }
      return a.angle(to: b)
    }
    let place = Self.finestTime(rows, columns.times.count)
    let perRate = HeadMotionUnits.rate(
      columns, rows, turns, seconds: Self.span(rows, place, said: time ?? columns.times[place].time), &remarks)
    let rates = rows.map { $0.rate * perRate }
    let clock = try HeadMotionClock(
      rows.map { $0.times[place] }, title: columns.times[place].title, unit: columns.times[place].time, stated: time,
      isDate: table.dated.contains(place), attitudes: attitudes, rates: rates, path: path,
      lines: rows.map(\.line), example: table.examples[place])
    remarks += clock.remarks
    let perAcceleration = HeadMotionUnits.acceleration(columns, rows, &remarks)
    if columns.rate.isEmpty { remarks.append("There is no rotation rate: latency cannot be made good by it.") }
    let untimed = rows.count { !$0.times[place].isFinite }
    if untimed > 0 { remarks.append("Rows without a time, left out: \(untimed).") }
    samples = rows.indices.compactMap { i -> RecordedHead? in
      guard clock.times[i].isFinite else { return nil }
      let sample = HeadSample(
        time: clock.times[i], attitude: attitudes[i].map(HeadSample.attitude) ?? .init(repeating: .nan),
        rotationRate: rows[i].rate * perRate, acceleration: rows[i].acceleration * perAcceleration)
      return RecordedHead(
        RecordedHead.Observation(
          frame: HeadFrame(sample: sample, isConnected: attitudes[i] != nil), participant: participant,
          isIntentKnown: false))
    }
    let steps = zip(samples.dropFirst(), samples).map { $0.time - $1.time }
    guard let usual = Quantiles.upperMedian(steps), usual > 0 else {
      throw FileError(path: path, message: "has fewer than two samples with a time; expected a row a sample")
    }
    let span = (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
    rate = clock.isRebuilt && span > 0 ? Double(samples.count - 1) / span : 1 / usual
    self.remarks = remarks
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

  /// Of several columns of times the one that tells most rows apart; of two that do, the one with the likelier name.
  private static func finestTime(_ rows: [HeadMotionTable.Row], _ count: Int) -> Int {
    var (best, most) = (0, -1)
    for place in 0..<count {
      let apart = zip(rows.dropFirst(), rows).count { $0.times[place] > $1.times[place] }
      if Double(apart) > 1.05 * Double(max(most, 0)) || most < 0 { (best, most) = (place, apart) }
    }
    return best
  }

  /// Seconds between the first and the last time.
  private static func span(_ rows: [HeadMotionTable.Row], _ place: Int, said: TimeUnit?) -> Double {
    let known = rows.map { $0.times[place] }.filter(\.isFinite)
    guard let first = known.first, let last = known.last else { return 0 }
    return (last - first) * HeadMotionClock.unit(of: known, said: said).unit.seconds
  }
}
