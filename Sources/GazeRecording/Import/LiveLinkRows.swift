import GazePipeline

/// The rows of a Live Link Face file as face frames, read one at a time.
struct LiveLinkRows: ~Copyable {
  let columns: LiveLinkColumns
  private let options: LiveLinkImporter.Options
  private var source: LineSource
  private var clock = LiveLinkClock()
  private var line = CSVLine()

  init(path: String, options: LiveLinkImporter.Options) throws(FileError) {
    var source = try LineSource(path: path)
    guard let first = try source.next() else {
      throw FileError(path: path, message: "is empty; expected a Live Link Face CSV file")
    }
    do throws(LineFault) {
      var names = CSVLine()
      try names.split(first)
      columns = try LiveLinkColumns(names, in: first)
    } catch {
      throw FileError(path: path, line: 1, field: error.field, message: error.message)
    }
    self.options = options
    self.source = source
  }

  /// The next row, nil after the last one, and whether its head's rotation is recorded. Empty lines are skipped.
  mutating func next() throws(FileError) -> (frame: FaceFrame, hasHead: Bool)? {
    while let bytes = try source.next() {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      do throws(LineFault) {
        try line.split(bytes)
        return try frame(bytes)
      } catch {
        throw FileError(path: source.name, line: source.line, field: error.field, message: error.message)
      }
    }
    return nil
  }

  private mutating func frame(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> (FaceFrame, Bool) {
    if case .timecode(let column) = columns.clock, line.fields.count == 2, columns.names.count > 2 {
      // A lost face: its time and a count of 0, whatever the order of the columns.
      if line.text(1, in: bytes) == "0" {
        let time = try time(ofTimecode: 0, columns.names[column], bytes)
        let lost = FaceFrame(
          time: time, isTracked: false, face: .unknown, leftEye: .unknown, rightEye: .unknown)
        return (lost, false)
      }
    }
    guard line.fields.count == columns.names.count else {
      let expected = "expected \(columns.names.count) fields as in the first line"
      throw LineFault(message: "\(expected), or 2 for a lost face (`TIMECODE,0`), found \(line.fields.count)")
    }
    let time = try time(bytes)
    let (head, hasHead) = try headRotation(bytes)
    let blink = try columns.blink.map { blink throws(LineFault) in
      SIMD2(try coefficient(blink.left, bytes), try coefficient(blink.right, bytes))
    }
    var shapes = columns.blendShapes.isEmpty ? nil : BlendShapes()
    for (column, index) in columns.blendShapes { shapes?[index] = try coefficient(column, bytes) }
    let side = options.leftEyeSide == .screenLeft ? -1.0 : 1.0
    let frame = FaceFrame(
      time: time,
      face: TransformMatrix(RigidTransform(rotation: head, translation: SIMD3(0, 0, -options.distance))),
      leftEye: try eye(columns.leftEye, side: side, bytes),
      rightEye: try eye(columns.rightEye, side: -side, bytes), blink: blink ?? .zero, blendShapes: shapes)
    return (frame, hasHead)
  }

  // MARK: Time

  private mutating func time(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Double {
    switch columns.clock {
    case .timecode(let column): return try time(ofTimecode: column, columns.names[column], bytes)
    case .frameNumber(let number, let subFrame, let numerator, let denominator):
      let rate = (try self.number(numerator, bytes), try self.number(denominator, bytes))
      guard rate.0 > 0, rate.1 > 0 else {
        throw LineFault(field: columns.names[numerator], message: "expected a frame rate above 0")
      }
      let part = try subFrame.map { column throws(LineFault) in try self.number(column, bytes) } ?? 0
      let seconds = (try self.number(number, bytes) + part) * rate.1 / rate.0
      guard seconds.isFinite, abs(seconds) < 1e9 else {
        throw LineFault(field: columns.names[number], message: "expected a frame number within a day or so")
      }
      return try clock.seconds(timeOfDay: seconds, column: columns.names[number])
    }
  }

  private mutating func time(
    ofTimecode field: Int, _ column: String, _ bytes: UnsafeRawBufferPointer
  ) throws(LineFault) -> Double {
    let text = UnsafeRawBufferPointer(rebasing: bytes[line.fields[field]])
    return try clock.seconds(timeOfDay: try LiveLinkClock.timeOfDay(text, column: column), column: column)
  }

  // MARK: Poses

  private func eye(
    _ columns: (yaw: Int, pitch: Int), side: Double, _ bytes: UnsafeRawBufferPointer
  ) throws(LineFault) -> TransformMatrix {
    let rotation = rotation(
      yaw: try angle(columns.yaw, bytes), pitch: try angle(columns.pitch, bytes), roll: 0)
    // ARKit's eyes do not roll about their axis: only the direction counts.
    let direction = GazeAngles(direction: rotation.z)
    let centre = SIMD3(side * options.interocular / 2, 0, 0)
    return TransformMatrix(RigidTransform(rotation: direction.rotationWithoutRoll, translation: centre))
  }

  private func headRotation(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> (Rotation, Bool) {
    guard let head = columns.head else { return (.identity, false) }
    let (yaw, pitch, roll) = (try angle(head.yaw, bytes), try angle(head.pitch, bytes), try angle(head.roll, bytes))
    return (rotation(yaw: yaw, pitch: pitch, roll: roll), yaw != 0 || pitch != 0 || roll != 0)
  }

  /// `Rx(pitch) · Ry(yaw) · Rz(roll)` of the file's angles in the face's frame.
  ///
  /// The relation between an eye's three angles holds only if exactly one of them turns against the right-hand rule:
  /// pitch follows it (down is positive), so it is the roll where yaw does (left eye at −x), and the yaw otherwise.
  private func rotation(yaw: Double, pitch: Double, roll: Double) -> Rotation {
    let mirror = options.leftEyeSide == .screenLeft ? 1.0 : -1.0
    return .aboutX(pitch) * .aboutY(mirror * yaw) * .aboutZ(-mirror * roll)
  }

  // MARK: Fields

  private func number(_ column: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Double {
    try line.number(column, in: bytes, column: columns.names[column])
  }

  private func angle(_ column: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Double {
    let value = try number(column, bytes)
    guard abs(value) <= 2 * .pi else {
      throw LineFault(field: columns.names[column], message: "expected radians within ±2π, found \(value)")
    }
    return value
  }

  private func coefficient(_ column: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Float {
    let value = try number(column, bytes)
    guard abs(value) <= 100 else {
      throw LineFault(field: columns.names[column], message: "expected a coefficient, about 0 to 1, found \(value)")
    }
    return Float(value)
  }
}
