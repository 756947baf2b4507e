import GazePipeline

/// One row of a gaze recording's CSV to one frame. `t` and the four poses are required.
struct FrameCSVRow: CSVRowDecoder {
  /// By place; nil is skipped.
  private let columns: [FrameCSV.Column?]
  private let hasGroup: [Bool]
  // One row's values, reused.
  private var floats = [Float](repeating: 0, count: FrameCSV.floats)
  private var isGiven = [Bool](repeating: false, count: FrameCSV.floats)

  init(_ titles: [String]) throws(LineFault) {
    var known: [String: FrameCSV.Column] = [:]
    for (name, column) in FrameCSV.names(.all) { known[name] = column }
    let columns = titles.map { known[$0] }
    let needed = FrameCSV.names([]).filter { _, column in
      if case .float(let place) = column { place < 64 } else { column == .time }
    }
    for (title, column) in needed where !columns.contains(column) {
      throw LineFault(field: title, message: "is not among the columns; expected t, camera0 … rightEye15")
    }
    hasGroup = FrameCSV.groups.map { group in
      columns.contains { if case .float(let place) = $0 { group.range.contains(place) } else { false } }
    }
    self.columns = columns
  }

  mutating func sample(_ table: borrowing CSVTable, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> RecordedFrame
  {
    for i in isGiven.indices { isGiven[i] = false }
    var (time, participant, isTracked) = (Double?.none, 0, true)
    var doubles = SIMD4<Double>(repeating: .nan)
    var (intent, state, page) = (ScrollDirection?.none, Truth.State?.none, Double?.none)
    for (index, column) in columns.enumerated() {
      guard let column, !table.isEmpty(index, bytes) else { continue }
      switch column {
      case .float(let place):
        floats[place] = try table.float(index, bytes)
        isGiven[place] = true
      case .double(let place): doubles[place] = try table.double(index, bytes)
      case .time: time = try table.double(index, bytes)
      case .page: page = try table.double(index, bytes)
      case .participant: participant = try table.participant(index, bytes)
      case .tracked: isTracked = try table.bool(index, bytes)
      case .intent: intent = try name(table, index, bytes)
      case .state: state = try name(table, index, bytes)
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
    let observation = RecordedFrame.Observation(
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
    let (name, range) = FrameCSV.groups[group]
    let count = isGiven[range].count { $0 }
    guard count == 0 || count == range.count else {
      throw LineFault(field: name, message: "has \(count) of its \(range.count) numbers; expected all, or none (empty)")
    }
    return count > 0
  }

  private func pose(_ group: Int) throws(LineFault) -> TransformMatrix {
    guard try isWhole(group) else { return .unknown }
    var matrix = TransformMatrix.unknown
    let start = FrameCSV.groups[group].range.lowerBound
    for i in 0..<16 { matrix[i] = floats[start + i] }
    return matrix
  }

  /// As in JSON, coefficients that are not there beside others are 0.
  private func shapes() -> BlendShapes? {
    let range = FrameCSV.groups[6].range
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

  private func name<T: RawRepresentable & CaseIterable>(
    _ table: borrowing CSVTable, _ index: Int, _ bytes: UnsafeRawBufferPointer
  ) throws(LineFault) -> T? where T.RawValue == String {
    let known = T.allCases.map { $0 }
    return known[try table.name(index, bytes, of: known.map(\.rawValue))]
  }
}
