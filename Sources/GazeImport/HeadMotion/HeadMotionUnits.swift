import GazePipeline
import GazeRecording

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
