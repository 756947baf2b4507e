import GazePipeline
import GazeRecording

/// Rows of any CSV or TSV that has a line of column names and poses in its rows, read with a map of its columns; or, in
/// a table without any pose, a gaze on the screen.
///
/// A row in which the face or both eyes are missing (empty, `nan`, `NA`, `null`, `-`) is a frame with a lost face. In a
/// table of gaze, every row with a gaze is a frame with a pointer and without poses, and any other row a lost frame.
struct PoseTableRows: ImportSource, ~Copyable {
  let options: ImportOptions
  let reading: ImportReading
  let roles: [PoseTableMap.Role: Int]
  let poses: [PoseTableMap.Pose: PoseColumns]
  /// Columns of the gaze if the table has no poses; nil for a table of poses.
  var gaze: GazeColumns?
  /// Column of the times, and the unit in its title.
  let timeColumn: Int
  let namedUnit: TimeUnit?
  var table: ImportTable
  var clock: ImportClock
  private var numbers = [Double](repeating: 0, count: 16)
  private var people: [String: Int] = [:]
  /// Number of quaternions whose length deviates from 1 by more than 0.01, and the line of the first such quaternion.
  var stretched = Occurrences()

  init(path: String, options: ImportOptions, reading: ImportReading) throws(FileError) {
    let table = try ImportTable(path: path, expected: "a table whose first line names its columns")
    (roles, poses, gaze) = try table.readNames { names throws(LineFault) in try Self.columns(names, options.table) }
    timeColumn = roles[.time] ?? 0
    namedUnit = TimeUnit(title: table.names.titles[timeColumn])
    // The unit in the column's title is used unless the times contradict it.
    let unit = options.time == nil && !reading.ignoresTimeUnitName ? namedUnit ?? reading.time : reading.time
    clock = ImportClock(unit: unit)
    self.table = table
    self.options = options
    self.reading = reading
  }

  private typealias Columns = (
    roles: [PoseTableMap.Role: Int], poses: [PoseTableMap.Pose: PoseColumns], gaze: GazeColumns?
  )

  private static func columns(_ names: ColumnNames, _ map: PoseTableMap) throws(LineFault) -> Columns {
    var poses: [PoseTableMap.Pose: PoseColumns] = [:]
    for pose in PoseTableMap.Pose.allCases { poses[pose] = try PoseColumns(pose, map: map, names: names) }
    let gaze = poses.isEmpty ? try GazeColumns(names, map) : nil
    var roles: [PoseTableMap.Role: Int] = [:]
    for role in PoseTableMap.Role.allCases {
      let usual = role.usual + (gaze == nil ? [] : role.usualWithoutPoses)
      roles[role] = try names.place(named: map.roles[role], usual: usual)
    }
    guard roles[.time] != nil else { throw names.missing(PoseTableMap.Role.time.rawValue) }
    for pose in [PoseTableMap.Pose.leftEye, .rightEye] where gaze == nil && poses[pose] == nil {
      let remedy = Wording.of(
        command: "--columns \(pose.rawValue)=PREFIX, or a --map file", app: "a map of columns that names them")
      throw LineFault(
        message: """
          has no pose of the \(pose == .leftEye ? "left" : "right") eye: expected columns such as \(pose.rawValue)_0 \
          to _15, \(pose.rawValue)_qx qy qz qw or \(pose.rawValue)_yaw pitch roll, or \(remedy); or, without any pose, \
          a gaze on the screen (gaze_x gaze_y, or left_x left_y right_x right_y) and its target_x target_y; it has \
          \(names.list)
          """)
    }
    return (roles, poses, gaze)
  }

  mutating func next() throws(FileError) -> ImportedFrame? {
    while try table.next() {
      do throws(LineFault) {
        try table.checkFieldCount()
        guard table.text(timeColumn) == table.names.titles[timeColumn] else { return try frame() }
        table.leaveOut()
      } catch {
        throw table.fault(error)
      }
    }
    return nil
  }

  private mutating func frame() throws(LineFault) -> ImportedFrame {
    let timeName = table.names.printable[timeColumn]
    guard let count = try table.numberIfThere(timeColumn) else {
      throw LineFault(field: timeName, message: "expected a time, found nothing")
    }
    let time = try clock.seconds(count: count, field: timeName)
    var (eyeAngle, headAngle): (Double?, Double?) = (nil, nil)
    let frame: FaceFrame, pointer: Vector2?
    var target: Vector2?
    if gaze == nil {
      frame = try posed(at: time, &eyeAngle, &headAngle)
      pointer = try point(.pointerX, .pointerY, "pointer")
    } else {
      // A pointer without poses, or nothing while the gaze is lost.
      let (screen, points) = (options.screen.points, reading.points)
      let seen = try tracked() ? gaze?.gaze(table) : nil
      let place = try point(.targetX, .targetY, "target")
      target = gaze?.shown(place, table).map { points.onScreen($0, screen) }
      frame = FaceFrame(
        time: time, isTracked: seen != nil, camera: .unknown, face: .unknown, leftEye: .unknown, rightEye: .unknown,
        blink: try blink())
      pointer = seen.map { points.onScreen($0, screen) }
    }
    let app = RecordedFrame.AppState(pointer: pointer, scroll: try direction(.scroll))
    let person = try participant()
    if gaze == nil { target = try point(.targetX, .targetY, "target") }
    return ImportedFrame(
      observation: .init(
        participant: person, frame: frame, target: target, intent: try direction(.intent), app: app),
      line: table.line, take: table.take, eyeAngle: frame.isTracked ? eyeAngle : nil,
      headAngle: frame.isTracked ? headAngle : nil)
  }

  private mutating func posed(
    at time: Double, _ eyeAngle: inout Double?, _ headAngle: inout Double?
  ) throws(LineFault) -> FaceFrame {
    let camera = try pose(.camera, &headAngle) ?? .identity
    let face =
      try pose(.face, &headAngle) ?? TransformMatrix(RigidTransform(translation: SIMD3(0, 0, -options.distance)))
    var left = try pose(.leftEye, &eyeAngle) ?? .unknown
    var right = try pose(.rightEye, &eyeAngle) ?? .unknown
    if reading.eyesAreInWorld { (left, right) = (left.relative(to: face), right.relative(to: face)) }
    let isTracked = try tracked() && face.isFinite && camera.isFinite && (left.isFinite || right.isFinite)
    var frame = FaceFrame(
      time: time, isTracked: isTracked, camera: camera, face: face, leftEye: left, rightEye: right,
      blink: try blink())
    if !isTracked { (frame.face, frame.leftEye, frame.rightEye) = (.unknown, .unknown, .unknown) }
    return frame
  }

  // MARK: Poses

  /// Reads a pose; unknown if a number is missing, nil if the table has no such pose.
  private mutating func pose(
    _ pose: PoseTableMap.Pose, _ largest: inout Double?
  ) throws(LineFault) -> TransformMatrix? {
    guard let columns = poses[pose] else { return nil }
    let turning: RotationMatrix?
    switch columns.rotation {
    case .matrix(let all):
      guard try read(all) else { return .unknown }
      for value in numbers where abs(value) > 1e6 {
        throw LineFault(
          field: table.names.printable[all[0].index],
          message: "expected numbers of a matrix within ±1e6, found \(value)")
      }
      return MatrixText.matrix(numbers, layout: reading.layout, metres: reading.length.metres)
    case .quaternion(let all):
      guard try read(all) else { return .unknown }
      let q = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
      let length = (q * q).sum().squareRoot()
      if abs(length - 1) > 0.01, length > 1e-6 {
        stretched.add(line: table.line)
      }
      turning = RotationMatrix(quaternion: q)
    case .euler(let all, let order):
      guard try read(all) else { return .unknown }
      let angles = SIMD3(numbers[0], numbers[1], numbers[2]) * reading.angle.radians
      largest = max(largest ?? 0, angles.reach)
      turning = order.rotation(angles)
    }
    guard let turning else { return .unknown }
    guard !columns.translation.isEmpty else {
      return TransformMatrix(RigidTransform(rotation: turning, translation: assumedPlace(pose)))
    }
    guard try read(columns.translation) else { return .unknown }
    let place = SIMD3(numbers[0], numbers[1], numbers[2]) * reading.length.metres
    try expect(
      place.reach < 1e6, table.names.printable[columns.translation[0].index],
      "expected a place within 1e6 m")
    return TransformMatrix(RigidTransform(rotation: turning, translation: place))
  }

  private func assumedPlace(_ pose: PoseTableMap.Pose) -> Vector3 {
    switch pose {
    case .camera: .zero
    case .face: SIMD3(0, 0, -options.distance)
    case .leftEye: options.eye(on: options.sideOfLeftEye(.screenRight))
    case .rightEye: options.eye(on: -options.sideOfLeftEye(.screenRight))
    }
  }

  /// Reads columns into `numbers`; false if one is missing.
  private mutating func read(_ columns: [PoseColumns.Column]) throws(LineFault) -> Bool {
    for (place, column) in columns.enumerated() {
      guard let value = try table.numberIfThere(column.index) else { return false }
      numbers[place] = value * column.sign
    }
    return true
  }

  // MARK: Fields

  private func name(_ role: PoseTableMap.Role) -> String { table.names.printable[roles[role] ?? timeColumn] }

  private func number(_ role: PoseTableMap.Role) throws(LineFault) -> Double? {
    try roles[role].flatMap { column throws(LineFault) in try table.numberIfThere(column) }
  }

  /// The closure of the lids; open if the table does not state it.
  private func blink() throws(LineFault) -> SIMD2<Float> {
    var blink = SIMD2<Float>()
    for (role, index) in [(PoseTableMap.Role.blinkLeft, 0), (.blinkRight, 1)] {
      guard let value = try number(role) else { continue }
      try expect(value >= -0.01 && value <= 1.01, name(role), "expected 0 (open) to 1 (closed), found \(value)")
      blink[index] = Float(min(max(value, 0), 1))
    }
    return blink
  }

  private func tracked() throws(LineFault) -> Bool {
    guard let column = roles[.tracked] else { return true }
    let text = table.text(column)
    switch text.lowercased() {
    case "1", "1.0", "true", "yes", "y", "t", "valid", "tracked": return true
    case "0", "0.0", "false", "no", "n", "f", "invalid", "lost", "", "nan", "na", "null": return false
    default:
      throw LineFault(
        field: name(.tracked), message: "expected true or false, found `\(LineFault.printable(text))`")
    }
  }

  /// A point of the screen.
  private func point(
    _ x: PoseTableMap.Role, _ y: PoseTableMap.Role, _ field: String
  ) throws(LineFault) -> Vector2? {
    guard let x = try number(x), let y = try number(y) else { return nil }
    try expect(max(abs(x), abs(y)) < 1e6, field, "expected points of the screen")
    return SIMD2(x, y)
  }

  private func direction(_ role: PoseTableMap.Role) throws(LineFault) -> ScrollDirection? {
    guard let column = roles[role] else { return nil }
    let text = table.text(column)
    if let direction = ScrollDirection(rawValue: text.lowercased()) { return direction }
    if ImportTable.isMissing(text) { return nil }
    let known = ScrollDirection.allCases.map(\.rawValue).joined(separator: ", ")
    throw LineFault(
      field: name(role), message: "expected \(known) or nothing, found `\(LineFault.printable(text))`")
  }

  /// Returns the person's number, in order of first appearance.
  private mutating func participant() throws(LineFault) -> Int {
    guard let column = roles[.participant] else { return 0 }
    let person = table.text(column)
    if let number = people[person] { return number }
    try expect(
      people.count < 10_000 && person.utf8.count <= 256, name(.participant),
      "holds more than 10,000 people, or a name of more than 256 bytes")
    let number = people.count
    people[person] = number
    return number
  }
}
