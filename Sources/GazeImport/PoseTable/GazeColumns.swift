import GazePipeline
import GazeRecording

/// Columns of a gaze on the screen and of its targets, in a table without poses.
///
/// The names are those that `GazeTable` knows, so a table that `gazesim quality` reads can be imported, too.
struct GazeColumns {
  /// Columns of the gaze of both eyes together, or else of each eye that the table has.
  let eyes: [(x: Int, y: Int)]
  /// Column of the target's identifier.
  let target: Int?
  /// The targets' smallest and largest coordinates so far, in the table's unit; nil before the first target.
  var targets: (low: Vector2, high: Vector2)?

  /// Finds the columns; nil if the table has no gaze, or no targets: `x` and `y` alone may be anything.
  init?(_ names: ColumnNames, _ map: PoseTableMap) throws(LineFault) {
    func pair(_ x: GazeTable.Role, _ y: GazeTable.Role) throws(LineFault) -> (x: Int, y: Int)? {
      guard let x = try names.place(usual: x.usual), let y = try names.place(usual: y.usual) else { return nil }
      return (x, y)
    }
    for role in [PoseTableMap.Role.targetX, .targetY] {
      guard try names.place(named: map.roles[role], usual: role.usual + role.usualWithoutPoses) != nil else {
        return nil
      }
    }
    target = try names.place(usual: GazeTable.Role.target.usual)
    if let x = try names.place(named: map.roles[.pointerX], usual: PoseTableMap.Role.pointerX.usual),
      let y = try names.place(named: map.roles[.pointerY], usual: PoseTableMap.Role.pointerY.usual)
    {
      eyes = [(x, y)]
    } else if let both = try pair(.gazeX, .gazeY) {
      eyes = [both]
    } else {
      eyes = [try pair(.leftX, .leftY), try pair(.rightX, .rightY)].compactMap { $0 }
    }
    if eyes.isEmpty { return nil }
  }

  /// The gaze in the present row, in the table's unit: the mean of the eyes whose gaze is known; nil if it is lost.
  func gaze(_ table: borrowing ImportTable) throws(LineFault) -> Vector2? {
    var (sum, count) = (Vector2.zero, 0.0)
    for eye in eyes {
      guard let x = try table.numberIfThere(eye.x), let y = try table.numberIfThere(eye.y) else { continue }
      try expect(max(abs(x), abs(y)) < 1e6, table.names.printable[eye.x], "expected a point of the screen, below 1e6")
      sum += SIMD2(x, y)
      count += 1
    }
    return count > 0 ? sum / count : nil
  }

  /// The target of the present row: nil if its identifier states that none is shown.
  mutating func shown(_ point: Vector2?, _ table: borrowing ImportTable) -> Vector2? {
    guard let point else { return nil }
    if let target, GazeTable.isNoTarget(table.text(target)) { return nil }
    let (low, high) = targets ?? (point, point)
    targets = (pointwiseMin(low, point), pointwiseMax(high, point))
    return point
  }

  /// Sentence that names the columns.
  func sentence(_ names: ColumnNames) -> String {
    let columns = eyes.flatMap { [$0.x, $0.y] }.map { TerminalText.line(names.titles[$0].prefix(40)) }
    return "gaze: \(columns.joined(separator: " "))" + (eyes.count > 1 ? ", the mean of the eyes" : "")
  }
}
