import GazePipeline
import GazeRecording

/// Rows of a CSV file of Epic's Live Link Face app as face frames, read one at a time.
///
/// Angles are radians. ARKit's eyes never roll about their own axis: their rotation is `Ry(yaw) · Rx(pitch)`. The file
/// holds the same rotation decomposed as `Rx(pitch) · Ry(yaw) · Rz(roll)`, because in takes of today's app `tan roll =
/// sin yaw · tan pitch` holds to six digits. So an eye's direction is `Rx · Ry · z`, and the roll is not needed. (In
/// older takes the eyes rotate by Listing's law, `tan roll/2 = tan yaw/2 · tan pitch/2`; the same order is assumed for
/// them.)
///
/// **Sides.** Pitch is positive downwards. Yaw is positive towards the side that the file names right (r ≥ 0.999
/// against `EyeLookOutRight − EyeLookInRight`, and `EyeLookInLeft − EyeLookOutLeft`). The two eyes differ by 3.5 to
/// 4.1°, and the left one points further left, which is outward. With yaw towards the face's +x, both the outward
/// direction and the in/out coefficients agree only if the *left eye is at −x*. This is `.screenLeft`: the file's names
/// mean the person's own sides. `.screenRight` is the mirror image, with the left eye at +x as in Apple's "+x the
/// face's own left": yaw and the head's roll change sign. It is not known which of these two conventions a phone uses;
/// they differ by a left-right reflection.
struct LiveLinkRows: ImportSource, ~Copyable {
  private let path: String
  private let options: ImportOptions
  private let reading: ImportReading
  private var table: ImportTable
  private var columns: LiveLinkColumns
  private var clock: ImportClock
  private var hasHead = false
  /// Number of rows with a lid's closure outside 0…1, which the app's calibration can cause.
  private var clamped = 0
  /// The `take.json` of the table, and the sentence on one that is not used.
  private var takeFile: LiveLinkTake?
  private let takeFault: String?

  init(path: String, options: ImportOptions, reading: ImportReading) throws(FileError) {
    let table = try ImportTable(path: path, expected: "a Live Link Face CSV file")
    let columns = try table.readNames { names throws(LineFault) in try LiveLinkColumns(names) }
    let (takeFile, takeFault) = try LiveLinkTake.found(for: path, named: options.take)
    self.table = table
    self.columns = columns
    self.path = path
    self.options = options
    self.reading = reading
    clock = ImportClock(timecodeBase: reading.timecodeBase)
    (self.takeFile, self.takeFault) = (takeFile, takeFault)
  }

  mutating func next() throws(FileError) -> ImportedFrame? {
    while try table.next() {
      do throws(LineFault) {
        guard LiveLinkColumns.areNames(in: table) else { return try frame() }
        table.takeNames()
        columns = try LiveLinkColumns(table.names)
        clock = ImportClock(timecodeBase: reading.timecodeBase)
      } catch {
        throw table.fault(error)
      }
    }
    return nil
  }

  private mutating func frame() throws(LineFault) -> ImportedFrame {
    if case .timecode(let column) = columns.clock, table.fieldCount == 2, table.names.titles.count > 2 {
      // The row of a lost face has only a time and a count of 0, whatever the order of the columns.
      if table.text(1) == "0" { return lost(at: try time(ofTimecode: 0, table.names.printable[column])) }
    }
    try table.checkFieldCount(or: ", or 2 for a lost face (`TIMECODE,0`)")
    let time = try time()
    if let count = columns.count, table.text(count) == "0" { return lost(at: time) }
    let head = try angles(columns.head)
    if head != .zero { hasHead = true }
    var blink = SIMD2<Float>.zero
    for (lid, column) in columns.blink.enumerated() { blink[lid] = try coefficient(column) }
    if blink.min() < 0 || blink.max() > 1 {
      blink.clamp(lowerBound: .zero, upperBound: .one)
      clamped += 1
    }
    var shapes = columns.blendShapes.isEmpty ? nil : BlendShapes()
    for (column, index) in columns.blendShapes { shapes?[index] = try coefficient(column) }
    let side = options.sideOfLeftEye(.screenLeft)
    let (left, right) = (try angles(columns.leftEye), try angles(columns.rightEye))
    let rotation = columns.head.isEmpty ? .identity : rotation(head)
    let frame = FaceFrame(
      time: time,
      face: TransformMatrix(RigidTransform(rotation: rotation, translation: SIMD3(0, 0, -options.distance))),
      leftEye: pose(left, side: side), rightEye: pose(right, side: -side), blink: blink, blendShapes: shapes)
    return ImportedFrame(
      observation: .init(frame: frame), line: table.line, take: table.take, eyeAngle: max(left.reach, right.reach),
      headAngle: head.reach)
  }

  private func lost(at time: Double) -> ImportedFrame {
    ImportedFrame(observation: .init(frame: .lost(at: time)), line: table.line, take: table.take)
  }

  // MARK: Time

  private mutating func time() throws(LineFault) -> Double {
    let names = table.names.printable
    switch columns.clock {
    case .timecode(let column): return try time(ofTimecode: column, names[column])
    case .frameNumber(let number, let subFrame, let numerator, let denominator):
      let rate = (try table.number(numerator), try table.number(denominator))
      try expect(rate.0 > 0 && rate.1 > 0, names[numerator], "expected a frame rate above 0")
      let part = try subFrame.map { column throws(LineFault) in try table.number(column) } ?? 0
      let seconds = (try table.number(number) + part) * rate.1 / rate.0
      try expect(seconds.isFinite && abs(seconds) < 1e9, names[number], "expected a frame number within a day or so")
      return clock.continued(seconds)
    }
  }

  private mutating func time(ofTimecode column: Int, _ name: String) throws(LineFault) -> Double {
    try clock.seconds(timecode: table.bytes(column), field: name)
  }

  // MARK: Poses

  private func pose(_ eye: Vector3, side: Double) -> TransformMatrix {
    // Only the direction is used, because ARKit's eyes do not roll about their axis.
    let direction = GazeAngles(direction: rotation(eye).z)
    return TransformMatrix(
      RigidTransform(rotation: direction.rotationWithoutRoll, translation: options.eye(on: side)))
  }

  /// `Rx(pitch) · Ry(yaw) · Rz(roll)` of the file's angles in the face's frame.
  ///
  /// The relation between an eye's three angles holds only if exactly one of them is against the right-hand rule. Pitch
  /// follows the rule (down is positive). So if yaw follows the rule (left eye at −x), the roll is against it; if not,
  /// yaw is the angle against it, and the roll follows it.
  private func rotation(_ angles: Vector3) -> RotationMatrix {
    let mirror = -options.sideOfLeftEye(.screenLeft)
    return .aboutX(angles.y) * .aboutY(mirror * angles.x) * .aboutZ(-mirror * angles.z)
  }

  // MARK: Fields

  /// Yaw, pitch and roll in radians; 0 for an angle without a column.
  private func angles(_ columns: [Int]) throws(LineFault) -> Vector3 {
    var angles = Vector3.zero
    for (index, column) in columns.enumerated() {
      let value = try table.number(column)
      // Whether angles are degrees or radians is decided over the whole file; this value is impossible in both units.
      try expect(abs(value) <= 360, table.names.printable[column], "expected an angle in radians, found \(value)")
      angles[index] = value * reading.angle.radians
    }
    return angles
  }

  private func coefficient(_ column: Int) throws(LineFault) -> Float {
    let value = try table.number(column)
    try expect(abs(value) <= 100, table.names.printable[column], "expected a coefficient, about 0 to 1, found \(value)")
    return Float(value)
  }

  // MARK: Facts

  var facts: ImportFacts {
    var facts = ImportFacts()
    facts.assumptions = [
      "The head's position is not in the file: the face is assumed on the camera's axis, "
        + "\(NumberText.thousandths(options.distance)) mm away.",
      "The camera's pose is not in the file: it is assumed to stand still and upright.",
      hasHead
        ? "The head's rotation is taken as recorded, relative to the phone; its signs are assumed to be the eyes'."
        : "The head's rotation is not in the file: the face is assumed to face the phone.",
      "The eyes' centres are not in the file: they are assumed "
        + "\(NumberText.thousandths(options.interocular)) mm apart.",
      options.sideOfLeftEye(.screenLeft) < 0
        ? "The file's \(ImportOptions.leftEye) is assumed to be the person's own left one, on the screen's left."
        : "The file's \(ImportOptions.leftEye) is assumed on the screen's right, as in the mirror image.",
      "The point looked at is not in the file, and stays unknown.",
    ]
    if columns.blink.isEmpty { facts.assumptions.append("The lids are not in the file and assumed open.") }
    if reading.timecodeBase != 60 {
      let base = Int(reading.timecodeBase)
      facts.remarks.append(
        "The timecode's frames never reach \(base): they are read as \(base)ths of a second.")
    }
    if case .timecode = columns.clock { facts.timecode = clock.timecode }
    if clamped > 0 {
      facts.remarks.append("Lids beyond 0 (open) or 1 (closed) in \(clamped) rows were taken as 0 or 1.")
    }
    if let takeFault { facts.remarks.append(takeFault) }
    takeFile?.add(to: &facts, rows: table.rowCount, csv: path)
    return facts
  }
}

/// Columns of a Live Link Face file, found by name, since order, case and spelling vary.
struct LiveLinkColumns {
  /// Source of the rows' times.
  enum Clock {
    case timecode(Int)
    case frameNumber(Int, subFrame: Int?, numerator: Int, denominator: Int)
  }

  let clock: Clock
  /// Columns of yaw and pitch of the left and the right eye.
  let leftEye: [Int], rightEye: [Int]
  /// Columns of the head's yaw, pitch and roll; empty if the file has no such columns.
  let head: [Int]
  /// Columns of the left and the right lid; empty if the file has no such columns.
  let blink: [Int]
  /// Number of coefficients in a row, 0 for a lost face; nil if the file has no such column.
  let count: Int?
  /// Columns of the coefficients, each with its index in `BlendShapes.names`.
  let blendShapes: [(column: Int, index: Int)]

  /// Reads the first line.
  ///
  /// - Throws: if a name is missing or occurs twice.
  init(_ names: ColumnNames) throws(LineFault) {
    var places: [String: Int] = [:]
    for (i, name) in names.printable.enumerated() where !name.isEmpty {
      try expect(
        places.updateValue(i, forKey: Self.simple(name)) == nil, name,
        "occurs twice in the first line; remove one of the columns")
    }
    func place(_ name: String) throws(LineFault) -> Int {
      if let place = places[Self.simple(name)] { return place }
      let message = "is missing; expected the first line of a Live Link Face file to name this column"
      throw LineFault(field: name, message: message)
    }
    if let timecode = places["timecode"] {
      clock = .timecode(timecode)
    } else if let number = places["framenumber"] {
      clock = .frameNumber(
        number, subFrame: places["subframe"], numerator: try place("RateNum"), denominator: try place("RateDen"))
    } else {
      throw LineFault(field: "Timecode", message: "is missing; this is not the CSV file of a Live Link Face take")
    }
    leftEye = [try place("LeftEyeYaw"), try place("LeftEyePitch")]
    rightEye = [try place("RightEyeYaw"), try place("RightEyePitch")]
    head = words("headyaw headpitch headroll").allOrNone { places[$0] } ?? []
    blink = words("eyeblinkleft eyeblinkright").allOrNone { places[$0] } ?? []
    count = places["blendshapecount"]
    blendShapes = BlendShapes.names.enumerated().compactMap { index, name in
      places[Self.simple(name)].map { ($0, index) }
    }
  }

  /// Letters and digits in lower case; ARKit's own `eyeBlink_L` is `eyeBlinkLeft`.
  private static func simple(_ name: String) -> String {
    var simple = name.lowercased()
    if simple.hasSuffix("_l") { simple = simple.dropLast(2) + "left" }
    if simple.hasSuffix("_r") { simple = simple.dropLast(2) + "right" }
    return ColumnNames.simple(simple)
  }

  /// True if a row repeats the first line, because takes were joined in one file.
  static func areNames(in table: borrowing ImportTable) -> Bool {
    guard table.fieldCount > 2 else { return false }
    for column in 0..<table.fieldCount {
      // The first character is compared first, because most fields are numbers, which this rejects without a copy.
      guard let first = table.bytes(column).first.map({ $0 | 0x20 }),
        first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
      else { continue }
      let name = simple(table.text(column))
      if name == "timecode" || name == "framenumber" { return true }
    }
    return false
  }
}
