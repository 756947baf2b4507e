import GazePipeline

/// The frames of a CSV recording, a row at a time.
///
/// Columns by name in any order, unknown ones skipped; a separator of tab or semicolon is recognised in the line of names.
/// `t` and the four poses are required.
struct CSVFrames: ~Copyable {
  private var source: LineSource
  /// The file ended in the middle of a row.
  private(set) var isCutOff = false
  private var line = CSVLine()
  /// By place; nil is skipped.
  private let columns: [CSVLayout.Column?]
  private let titles: [String]
  private let hasGroup: [Bool]
  // One row's values, reused.
  private var floats = [Float](repeating: 0, count: CSVLayout.floats)
  private var isGiven = [Bool](repeating: false, count: CSVLayout.floats)

  /// True where a line names the columns of a recording.
  static func isNames(_ line: UnsafeRawBufferPointer) -> Bool {
    let text = String(decoding: line.prefix(4096), as: UTF8.self)
    // However they are written: what is wrong with them is said by column.
    let simple = text.lowercased()
    return simple.contains("camera0") && simple.contains("face0") && !simple.hasPrefix("{")
  }

  /// The line of names was the source's last one.
  init(_ source: consuming LineSource, names: UnsafeRawBufferPointer) throws(FileError) {
    let (name, number) = (source.name, source.line)
    let separators = [0x09, UInt8(ascii: ";"), UInt8(ascii: ",")]
    line.separator = separators.first { names.contains($0) } ?? UInt8(ascii: ",")
    do throws(LineFault) { try line.split(names) } catch {
      throw FileError(path: name, line: number, field: error.field, message: error.message)
    }
    let titles = line.fields.indices.map { [line] in line.text($0, in: names) }
    var known: [String: CSVLayout.Column] = [:]
    for (name, column) in CSVLayout.names(.all) { known[name] = column }
    for (title, count) in Dictionary(grouping: titles, by: { $0 }).mapValues(\.count) where count > 1 {
      guard known[title] == nil else {
        throw FileError(path: name, line: number, field: title, message: "stands \(count) times among the columns")
      }
    }
    let columns = titles.map { known[$0] }
    let needed = CSVLayout.names(FrameColumns()).filter { _, column in
      if case .float(let place) = column { place < 64 } else { column == .time }
    }
    for (title, column) in needed where !columns.contains(column) {
      throw FileError(
        path: name, line: number, field: title, message: "is not among the columns; expected t, camera0 … rightEye15")
    }
    hasGroup = CSVLayout.groups.map { group in
      columns.contains { if case .float(let place) = $0 { group.range.contains(place) } else { false } }
    }
    self.columns = columns
    self.titles = titles
    self.source = source
  }

  /// The next frame, nil after the last whole one. Empty lines and comments are skipped.
  ///
  /// A row without a line end is none: whether its last number is whole, nobody can tell.
  mutating func next() throws(FileError) -> RecordedFrame? {
    while let bytes = try source.next() {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) || bytes.first == UInt8(ascii: "#") { continue }
      guard !source.isUnterminated else {
        isCutOff = true
        CutOffRecordings.heard?.add(source.name, line: source.line)
        return nil
      }
      do throws(LineFault) { return try frame(bytes) } catch { throw fault(error) }
    }
    return nil
  }

  /// The fault with the number of the line given last.
  func fault(_ fault: LineFault) -> FileError {
    FileError(path: source.name, line: source.line, field: fault.field, message: fault.message)
  }

  private mutating func frame(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> RecordedFrame {
    try line.split(bytes)
    guard line.fields.count == columns.count else {
      throw LineFault(message: "expected \(columns.count) fields, one a column, found \(line.fields.count)")
    }
    for i in isGiven.indices { isGiven[i] = false }
    var (time, participant, isTracked) = (Double?.none, 0, true)
    var doubles = SIMD4<Double>(repeating: .nan)
    var (intent, state, page) = (ScrollDirection?.none, Truth.State?.none, Double?.none)
    for (index, column) in columns.enumerated() {
      guard let column, !isEmpty(index, bytes) else { continue }
      switch column {
      case .float(let place):
        floats[place] = try number(index, bytes).float(in: bytes)
        guard floats[place].isFinite else { throw range(index, "Float (3.4e38)") }
        isGiven[place] = true
      case .double(let place): doubles[place] = try double(index, bytes)
      case .time: time = try double(index, bytes)
      case .page: page = try double(index, bytes)
      case .participant:
        guard let value = try number(index, bytes).integer(in: bytes), FrameDecoder.participants.contains(value) else {
          let (low, high) = (FrameDecoder.participants.lowerBound, FrameDecoder.participants.upperBound)
          throw LineFault(field: "participant", message: "expected a whole number from \(low) to \(high)")
        }
        participant = value
      case .tracked: isTracked = try bool(index, bytes)
      case .intent: intent = try name(index, bytes)
      case .state: state = try name(index, bytes)
      }
    }
    guard let time else { throw LineFault(field: "t", message: "is empty; expected seconds") }
    var frame = FaceFrame(
      time: time, isTracked: isTracked, camera: try pose(0), face: try pose(1), leftEye: try pose(2),
      rightEye: try pose(3))
    if hasGroup[4] { frame.blink = try isWhole(4) ? SIMD2(floats[64], floats[65]) : SIMD2(repeating: .nan) }
    let isKnown = hasGroup[5] ? try isWhole(5) : false
    frame.lookAt = isKnown ? SIMD3(floats[66], floats[67], floats[68]) : SIMD3(repeating: .nan)
    frame.blendShapes = shapes()
    let observation = Observation(
      participant: participant, frame: frame, target: try point(doubles.lowHalf, "target"), intent: intent)
    let gaze = try point(doubles.highHalf, "truthGaze")
    guard let state else {
      guard gaze == nil, page == nil else {
        throw LineFault(field: "truthState", message: "is empty beside other truth; expected what the eyes do")
      }
      return RecordedFrame(observation: observation)
    }
    return RecordedFrame(observation: observation, truth: Truth(gaze: gaze, state: state, page: page))
  }

  // MARK: Groups

  /// True where all of a group is given, false where none is.
  private func isWhole(_ group: Int) throws(LineFault) -> Bool {
    let (name, range) = CSVLayout.groups[group]
    let count = isGiven[range].count { $0 }
    guard count == 0 || count == range.count else {
      throw LineFault(field: name, message: "has \(count) of its \(range.count) numbers; expected all, or none (empty)")
    }
    return count > 0
  }

  private func pose(_ group: Int) throws(LineFault) -> TransformMatrix {
    guard try isWhole(group) else { return .unknown }
    var matrix = TransformMatrix.unknown
    let start = CSVLayout.groups[group].range.lowerBound
    for i in 0..<16 { matrix[i] = floats[start + i] }
    return matrix
  }

  /// As in JSON, coefficients that are not there beside others are 0.
  private func shapes() -> BlendShapes? {
    let range = CSVLayout.groups[6].range
    guard isGiven[range].contains(true) else { return nil }
    var shapes = BlendShapes()
    for i in range where isGiven[i] { shapes[i - range.lowerBound] = floats[i] }
    return shapes
  }

  private func point(_ point: SIMD2<Double>, _ name: String) throws(LineFault) -> SIMD2<Double>? {
    guard point.x.isNaN == point.y.isNaN else {
      throw LineFault(field: name, message: "has one of its two numbers; expected both, or none (empty)")
    }
    return point.x.isNaN ? nil : point
  }

  // MARK: Fields

  /// Nothing, or what pandas and NumPy write for it.
  private func isEmpty(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let field = line.fields[index]
    guard field.count <= 3 else { return false }
    return field.isEmpty || field.count == 3 && field.allSatisfy { "nanNAN".utf8.contains(bytes[$0]) }
  }

  private func number(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> DecimalText {
    let field = line.fields[index]
    var position = field.lowerBound
    let upToField = UnsafeRawBufferPointer(rebasing: bytes[..<field.upperBound])
    if let number = DecimalText(upToField, at: &position), position == field.upperBound { return number }
    throw LineFault(
      field: LineFault.printable(titles[index]),
      message: "expected a number or nothing, found `\(LineFault.printable(line.text(index, in: bytes)))`")
  }

  private func double(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Double {
    let value = try number(index, bytes).double(in: bytes)
    guard value.isFinite else { throw range(index, "Double (1.8e308)") }
    return value
  }

  private func range(_ index: Int, _ type: String) -> LineFault {
    LineFault(field: LineFault.printable(titles[index]), message: "expected a number within the range of \(type)")
  }

  private func bool(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Bool {
    switch line.text(index, in: bytes).lowercased() {
    case "true", "1", "1.0": return true
    case "false", "0", "0.0": return false
    default:
      throw LineFault(
        field: "tracked",
        message: "expected true or false, found `\(LineFault.printable(line.text(index, in: bytes)))`")
    }
  }

  private func name<T: RawRepresentable & CaseIterable>(
    _ index: Int, _ bytes: UnsafeRawBufferPointer
  ) throws(LineFault) -> T where T.RawValue == String {
    let text = line.text(index, in: bytes)
    if let value = T(rawValue: text) { return value }
    let known = T.allCases.map { $0.rawValue }.joined(separator: ", ")
    throw LineFault(
      field: LineFault.printable(titles[index]),
      message: "expected one of \(known), or nothing; found `\(LineFault.printable(text))`")
  }
}
