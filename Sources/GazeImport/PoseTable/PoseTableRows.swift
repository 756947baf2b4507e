private import Foundation
import GazePipeline
import GazeRecording

/// Any CSV or TSV with a line of column names and poses in its rows, read with a map of its columns.
///
/// A row whose face, or both of whose eyes, are missing (empty, `nan`, `NA`, `null`, `-`) is a lost face.
struct PoseTableRows: ImportSource, ~Copyable {
  private let options: ImportOptions
  private let reading: ImportReading
  private let titles: [String]
  private let roles: [PoseTableMap.Role: Int]
  private let poses: [PoseTableMap.Pose: PoseColumns]
  private let timeUnitIsNamed: Bool
  private var source: LineSource
  private var line = CSVLine()
  private var numbers = [Double](repeating: 0, count: 16)
  private var people: [String: Int] = [:]
  private var take = 0
  private var rows = 0
  /// Quaternions whose length is not 1 within a hundredth.
  private var stretched = (count: 0, line: 0)

  init(path: String, options: ImportOptions, reading: ImportReading) throws(FileError) {
    guard path != "-" else {
      throw FileError(path: "standard input", message: "a table is read twice; name a file")
    }
    var source = try LineSource(path: path)
    guard let first = try source.next() else {
      throw FileError(path: path, message: "is empty; expected a table whose first line names its columns")
    }
    var header = CSVLine()
    let separators = [0x09, UInt8(ascii: ";"), UInt8(ascii: ",")]
    header.separator = separators.first { first.contains($0) } ?? UInt8(ascii: ",")
    let titles: [String]
    var roles: [PoseTableMap.Role: Int] = [:]
    var poses: [PoseTableMap.Pose: PoseColumns] = [:]
    do throws(LineFault) {
      try header.split(first)
      titles = header.fields.indices.map { header.text($0, in: first) }
      let simple = titles.map { PoseColumns.Finder.simple($0) }
      let finder = PoseColumns.Finder(titles: titles, simple: simple)
      for role in PoseTableMap.Role.allCases {
        if let name = options.table.roles[role] {
          roles[role] = try finder.named(name).index
        } else {
          roles[role] = role.usual.lazy.compactMap { simple.firstIndex(of: $0) }.first
        }
      }
      guard roles[.time] != nil else {
        throw LineFault(
          message: "has no column that looks like time; name it with --columns time=NAME; it has \(finder.list)")
      }
      for pose in PoseTableMap.Pose.allCases {
        poses[pose] = try PoseColumns(pose, map: options.table, titles: titles, simple: simple)
      }
      for pose in [PoseTableMap.Pose.leftEye, .rightEye] where poses[pose] == nil {
        throw LineFault(
          message: """
            has no pose of the \(pose == .leftEye ? "left" : "right") eye: expected columns such as \(pose.rawValue)_0 to _15, \
            \(pose.rawValue)_qx qy qz qw or \(pose.rawValue)_yaw pitch roll, or --columns \(pose.rawValue)=PREFIX, or a --map file; \
            it has \(finder.list)
            """)
      }
    } catch {
      throw FileError(path: path, line: 1, field: error.field, message: error.message)
    }
    (self.titles, self.roles, self.poses) = (titles, roles, poses)
    self.options = options
    self.reading = reading
    timeUnitIsNamed = Self.unit(ofTitle: titles[roles[.time] ?? 0]) != nil
    line.separator = header.separator
    self.source = source
  }

  /// The unit that a title names: `time_ms`.
  private static func unit(ofTitle title: String) -> TimeUnit? {
    let simple = PoseColumns.Finder.simple(title)
    for name in ["timestamp", "time", "t"] where simple.hasPrefix(name) {
      switch simple.dropFirst(name.count) {
      case "s", "sec", "seconds": return .seconds
      case "ms": return .milliseconds
      case "us": return .microseconds
      case "ns": return .nanoseconds
      default: break
      }
    }
    return nil
  }

  /// The unit that a table's time is read in before anything is known of it.
  private var timeUnit: TimeUnit {
    guard options.time == nil, timeUnitIsNamed, !reading.ignoresTimeUnitName, let column = roles[.time] else {
      return reading.time
    }
    return Self.unit(ofTitle: titles[column]) ?? reading.time
  }

  mutating func next() throws(FileError) -> ImportedFrame? {
    while let bytes = try source.next() {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == line.separator }) { continue }
      do throws(LineFault) {
        try line.split(bytes)
        guard line.fields.count == titles.count else {
          throw LineFault(message: "expected \(titles.count) fields as in the first line, found \(line.fields.count)")
        }
        if let column = roles[.time], line.text(column, in: bytes) == titles[column] {
          if rows > 0 { take += 1 }
          continue
        }
        rows += 1
        return try frame(bytes)
      } catch {
        throw source.fault(error, mayBeCut: rows > 1)
      }
    }
    return nil
  }

  private mutating func frame(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> ImportedFrame {
    guard let time = try number(.time, bytes) else {
      throw LineFault(field: titles[roles[.time] ?? 0], message: "expected a time, found nothing")
    }
    guard abs(time) <= 1e19 else {
      throw LineFault(field: titles[roles[.time] ?? 0], message: "expected a time within ±1e19")
    }
    var (eyeAngle, headAngle): (Double?, Double?) = (nil, nil)
    let camera = try pose(.camera, bytes, &headAngle) ?? .identity
    let face =
      try pose(.face, bytes, &headAngle) ?? TransformMatrix(RigidTransform(translation: SIMD3(0, 0, -options.distance)))
    var left = try pose(.leftEye, bytes, &eyeAngle) ?? .unknown
    var right = try pose(.rightEye, bytes, &eyeAngle) ?? .unknown
    if reading.eyesAreInWorld { (left, right) = (left.relative(to: face), right.relative(to: face)) }
    let isTracked = try tracked(bytes) && face.isFinite && camera.isFinite && (left.isFinite || right.isFinite)
    var blink = SIMD2<Float>()
    for (role, index) in [(PoseTableMap.Role.blinkLeft, 0), (.blinkRight, 1)] {
      guard let value = try number(role, bytes) else { continue }
      guard value >= -0.01, value <= 1.01 else {
        throw LineFault(field: titles[roles[role] ?? 0], message: "expected 0 (open) to 1 (closed), found \(value)")
      }
      blink[index] = Float(min(max(value, 0), 1))
    }
    var frame = FaceFrame(
      time: time * timeUnit.seconds, isTracked: isTracked, camera: camera, face: face, leftEye: left, rightEye: right,
      blink: blink)
    if !isTracked { (frame.face, frame.leftEye, frame.rightEye) = (.unknown, .unknown, .unknown) }
    var target: SIMD2<Double>?
    if let x = try number(.targetX, bytes), let y = try number(.targetY, bytes) {
      guard max(abs(x), abs(y)) < 1e6 else {
        throw LineFault(field: "target", message: "expected points of the screen")
      }
      target = SIMD2(x, y)
    }
    let observation = RecordedFrame.Observation(
      participant: try participant(bytes), frame: frame, target: target, intent: try intent(bytes))
    return ImportedFrame(
      observation: observation, line: source.line, take: take, eyeAngle: isTracked ? eyeAngle : nil,
      headAngle: isTracked ? headAngle : nil)
  }

  // MARK: Poses

  /// A pose; unknown where a number is missing, nil where the table has no such pose.
  private mutating func pose(
    _ pose: PoseTableMap.Pose, _ bytes: UnsafeRawBufferPointer, _ largest: inout Double?
  ) throws(LineFault) -> TransformMatrix? {
    guard let columns = poses[pose] else { return nil }
    let turning: RotationMatrix?
    switch columns.rotation {
    case .matrix(let all):
      guard try read(all, bytes) else { return .unknown }
      for value in numbers where abs(value) > 1e6 {
        throw LineFault(
          field: titles[all[0].index], message: "expected numbers of a matrix within ±1e6, found \(value)")
      }
      return MatrixText.matrix(numbers, layout: reading.layout, metres: reading.length.metres)
    case .quaternion(let all):
      guard try read(all, bytes) else { return .unknown }
      let q = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
      let length = (q * q).sum().squareRoot()
      if abs(length - 1) > 0.01, length > 1e-6 {
        if stretched.count == 0 { stretched.line = source.line }
        stretched.count += 1
      }
      turning = RotationMatrix(quaternion: q)
    case .euler(let all, let order):
      guard try read(all, bytes) else { return .unknown }
      let angles = SIMD3(numbers[0], numbers[1], numbers[2]) * reading.angle.radians
      largest = max(largest ?? 0, abs(angles.x), abs(angles.y), abs(angles.z))
      turning = order.rotation(angles)
    }
    guard let turning else { return .unknown }
    guard !columns.translation.isEmpty else {
      return TransformMatrix(RigidTransform(rotation: turning, translation: assumedPlace(pose)))
    }
    guard try read(columns.translation, bytes) else { return .unknown }
    let place = SIMD3(numbers[0], numbers[1], numbers[2]) * reading.length.metres
    guard abs(place).max() < 1e6 else {
      throw LineFault(field: titles[columns.translation[0].index], message: "expected a place within 1e6 m")
    }
    return TransformMatrix(RigidTransform(rotation: turning, translation: place))
  }

  private func assumedPlace(_ pose: PoseTableMap.Pose) -> SIMD3<Double> {
    switch pose {
    case .camera: .zero
    case .face: SIMD3(0, 0, -options.distance)
    case .leftEye: SIMD3(options.sideOfLeftEye(.screenRight) * options.interocular / 2, 0, 0)
    case .rightEye: SIMD3(-options.sideOfLeftEye(.screenRight) * options.interocular / 2, 0, 0)
    }
  }

  private func abs(_ v: SIMD3<Double>) -> SIMD3<Double> { v.replacing(with: -v, where: v .< 0) }
  private func abs(_ value: Double) -> Double { value.magnitude }

  /// Reads columns into `numbers`; false where one is missing.
  private mutating func read(_ columns: [PoseColumns.Column], _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Bool
  {
    for (place, column) in columns.enumerated() {
      guard let value = try number(column.index, bytes) else { return false }
      numbers[place] = value * column.sign
    }
    return true
  }

  // MARK: Fields

  private func number(_ role: PoseTableMap.Role, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Double? {
    try roles[role].flatMap { column throws(LineFault) in try number(column, bytes) }
  }

  private func number(_ column: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Double? {
    if line.fields[column].count <= 4, Self.isMissing(line.text(column, in: bytes)) { return nil }
    return try line.number(column, in: bytes, column: LineFault.printable(titles[column]))
  }

  private static func isMissing(_ text: String) -> Bool {
    ["", "nan", "na", "n/a", "null", "none", "-", "."].contains(text.lowercased())
  }

  private func tracked(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Bool {
    guard let column = roles[.tracked] else { return true }
    let text = line.text(column, in: bytes)
    switch text.lowercased() {
    case "1", "1.0", "true", "yes", "y", "t", "valid", "tracked": return true
    case "0", "0.0", "false", "no", "n", "f", "invalid", "lost", "", "nan", "na", "null": return false
    default:
      throw LineFault(
        field: LineFault.printable(titles[column]),
        message: "expected true or false, found `\(LineFault.printable(text))`")
    }
  }

  private func intent(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> ScrollDirection? {
    guard let column = roles[.intent] else { return nil }
    let text = line.text(column, in: bytes)
    if let intent = ScrollDirection(rawValue: text.lowercased()) { return intent }
    if Self.isMissing(text) { return nil }
    let known = ScrollDirection.allCases.map(\.rawValue).joined(separator: ", ")
    throw LineFault(
      field: LineFault.printable(titles[column]),
      message: "expected \(known) or nothing, found `\(LineFault.printable(text))`")
  }

  /// People are numbered as they come.
  private mutating func participant(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Int {
    guard let column = roles[.participant] else { return 0 }
    let name = line.text(column, in: bytes)
    if let number = people[name] { return number }
    guard people.count < 10_000, name.utf8.count <= 256 else {
      throw LineFault(
        field: LineFault.printable(titles[column]),
        message: "names more than 10,000 people, or one in more than 256 bytes")
    }
    let number = people.count
    people[name] = number
    return number
  }

  // MARK: What is known

  var facts: ImportFacts {
    var facts = ImportFacts()
    facts.hasFacePlace = hasPlace(.face)
    facts.hasEyePlaces = hasPlace(.leftEye) || hasPlace(.rightEye)
    facts.timeUnitIsOpen = !timeUnitIsNamed || options.time != nil
    if !facts.timeUnitIsOpen { facts.timeUnitName = Self.unit(ofTitle: titles[roles[.time] ?? 0]) }
    let time = titles[roles[.time] ?? 0]
    facts.remarks.append("time: \(TerminalText.line(time.prefix(40))), in \(timeUnit.rawValue); it starts at 0")
    for pose in PoseTableMap.Pose.allCases {
      if let columns = poses[pose] { facts.remarks.append(columns.sentence(titles)) }
    }
    let others = PoseTableMap.Role.allCases.filter { $0 != .time && roles[$0] != nil }.map { role in
      "\(role.rawValue): \(TerminalText.line(titles[roles[role] ?? 0].prefix(40)))"
    }
    if !others.isEmpty { facts.remarks.append(others.joined(separator: ", ")) }
    if poses.values.contains(where: { if case .matrix = $0.rotation { true } else { false } }) {
      facts.remarks.append("matrices are read by \(reading.layout.rawValue), lengths in \(reading.length.rawValue)")
    } else {
      facts.remarks.append("lengths are read in \(reading.length.rawValue)")
    }
    let hasEuler = poses.values.contains { if case .euler = $0.rotation { true } else { false } }
    if hasEuler { facts.remarks.append("angles are read in \(reading.angle.rawValue)") }
    if hasEuler, options.table.euler == nil {
      facts.assumptions.append("The order of the Euler angles is not stated: YXZ is assumed, as ARKit's camera has it.")
    }
    if poses[.camera] == nil {
      facts.assumptions.append(
        "The camera's pose is not in the file: it is assumed to stand still and upright at the origin.")
    }
    if poses[.face] == nil {
      facts.assumptions.append(
        "The face's pose is not in the file: it is assumed on the camera's axis, "
          + "\(NumberText.thousandths(options.distance)) mm away, facing the phone.")
    } else if poses[.face]?.translation.isEmpty == true, !isMatrix(.face) {
      facts.assumptions.append(
        "The face's place is not in the file: it is assumed on the camera's axis, \(NumberText.thousandths(options.distance)) mm away."
      )
    }
    if poses[.leftEye]?.translation.isEmpty == true, !isMatrix(.leftEye) {
      facts.assumptions.append(options.eyesAreAssumed)
    }
    if roles[.blinkLeft] == nil || roles[.blinkRight] == nil {
      facts.assumptions.append("The lids are not in the file and assumed open.")
    }
    facts.assumptions.append("The point looked at stays unknown.")
    if stretched.count > 0 {
      facts.doubts.append(
        ImportFinding(
          .noRotation, count: stretched.count, line: stretched.line,
          "\(stretched.count) quaternions are not of length 1 within 0.01; their direction is used"))
    }
    return facts
  }

  private func hasPlace(_ pose: PoseTableMap.Pose) -> Bool {
    isMatrix(pose) || poses[pose]?.translation.isEmpty == false
  }

  private func isMatrix(_ pose: PoseTableMap.Pose) -> Bool {
    if case .matrix? = poses[pose]?.rotation { true } else { false }
  }
}
