import GazePipeline

/// One row of a gaze recording's `.npy` to one frame: where each field stands, found by name once.
///
/// Fields in any order, unknown ones skipped. A number may be of another type where nothing is lost: a Float written as
/// float64 must be a Float's value.
struct FrameNumPyRow: NumPyRowDecoder {
  private let time: NumPySlot
  private let camera: NumPySlot
  private let face: NumPySlot
  private let leftEye: NumPySlot
  private let rightEye: NumPySlot
  private let participant: NumPySlot?
  private let tracked: NumPySlot?
  private let blink: NumPySlot?
  private let lookAt: NumPySlot?
  private let target: NumPySlot?
  private let intent: NumPySlot?
  private let truthGaze: NumPySlot?
  private let truthState: NumPySlot?
  private let truthPage: NumPySlot?
  private let blendShapes: NumPySlot?

  init(_ fields: [NumPyHeader.Field]) throws(LineFault) {
    func slot(_ name: String, _ count: Int, _ kind: NumPySlot.Kind) throws(LineFault) -> NumPySlot? {
      try NumPySlot(name, count, kind, in: fields)
    }
    func needed(_ name: String, _ count: Int) throws(LineFault) -> NumPySlot {
      try NumPySlot.needed(name, count, in: fields)
    }
    time = try needed("t", 1)
    camera = try needed("camera", 16)
    face = try needed("face", 16)
    leftEye = try needed("leftEye", 16)
    rightEye = try needed("rightEye", 16)
    participant = try slot("participant", 1, .whole)
    tracked = try slot("tracked", 1, .logical)
    blink = try slot("blink", 2, .real)
    lookAt = try slot("lookAt", 3, .real)
    target = try slot("target", 2, .real)
    intent = try slot("intent", 1, .whole)
    truthGaze = try slot("truthGaze", 2, .real)
    truthState = try slot("truthState", 1, .whole)
    truthPage = try slot("truthPage", 1, .real)
    blendShapes = try slot("blendShapes", BlendShapes.names.count, .real)
  }

  /// The frame whose row begins at `row`.
  func sample(_ row: UnsafeRawPointer) throws(LineFault) -> RecordedFrame {
    let seconds = try time.seconds(row)
    let person = try participant.map { slot throws(LineFault) in try slot.participant(row) } ?? 0
    var frame = FaceFrame(
      time: seconds, isTracked: tracked.map { $0.integer(row) != 0 } ?? true, camera: try matrix(row, camera),
      face: try matrix(row, face), leftEye: try matrix(row, leftEye), rightEye: try matrix(row, rightEye))
    if let blink {
      let values = try vector(row, blink, 2)
      frame.blink = SIMD2(values[0], values[1])
    }
    frame.lookAt = SIMD3(repeating: .nan)
    if let lookAt {
      let values = try vector(row, lookAt, 3)
      frame.lookAt = SIMD3(values[0], values[1], values[2])
    }
    if let blendShapes { frame.blendShapes = try shapes(row, blendShapes) }
    var observation = RecordedFrame.Observation(participant: person, frame: frame)
    if let target { observation.target = try point(row, target) }
    if let intent { observation.intent = try value(row, intent, FrameCodes.intents) }
    return RecordedFrame(observation: observation, truth: try truth(row))
  }

  private func truth(_ row: UnsafeRawPointer) throws(LineFault) -> Truth? {
    guard let truthState else { return nil }
    let gaze = truthGaze == nil ? nil : try truthGaze.map { slot throws(LineFault) in try point(row, slot) } ?? nil
    guard let state = try value(row, truthState, FrameCodes.states) else { return nil }
    var page: Double?
    if let truthPage {
      let value = truthPage.double(row, 0)
      guard !value.isInfinite else {
        throw LineFault(field: "truthPage", message: "is infinite; expected points or NaN")
      }
      page = value.isNaN ? nil : value
    }
    return Truth(gaze: gaze, state: state, page: page)
  }

  // MARK: Values

  @inline(__always)
  private func matrix(_ row: UnsafeRawPointer, _ slot: NumPySlot) throws(LineFault) -> TransformMatrix {
    if slot.isFloat32 {
      let v = slot.load(row, as: SIMD16<Float>.self)
      let matrix = TransformMatrix(
        columns: (v.lowHalf.lowHalf, v.lowHalf.highHalf, v.highHalf.lowHalf, v.highHalf.highHalf))
      if matrix.isFinite { return matrix }
    }
    let v = try vector(row, slot, 16)
    return TransformMatrix(
      columns: (v.lowHalf.lowHalf, v.lowHalf.highHalf, v.highHalf.lowHalf, v.highHalf.highHalf))
  }

  /// Up to 16 Floats; all NaN where one is.
  private func vector(_ row: UnsafeRawPointer, _ slot: NumPySlot, _ count: Int) throws(LineFault) -> SIMD16<Float> {
    var values = SIMD16<Float>()
    var hasNaN = false
    for i in 0..<count {
      let value = try slot.float(row, i)
      hasNaN = hasNaN || value.isNaN
      values[i] = value
    }
    return hasNaN ? SIMD16(repeating: .nan) : values
  }

  @inline(__always)
  private func point(_ row: UnsafeRawPointer, _ slot: NumPySlot) throws(LineFault) -> SIMD2<Double>? {
    let point = SIMD2(slot.double(row, 0), slot.double(row, 1))
    if point.isFinite { return point }
    guard point.x.isNaN, point.y.isNaN else {
      throw LineFault(field: slot.name, message: "is \(point.x), \(point.y); expected two finite numbers, or NaN twice")
    }
    return nil
  }

  @inline(__always)
  private func value<T>(
    _ row: UnsafeRawPointer, _ slot: NumPySlot, _ codes: [(code: Int8, value: T)]
  ) throws(LineFault) -> T? {
    let code = slot.integer(row)
    if code == Int(FrameCodes.none) { return nil }
    for (known, value) in codes where Int(known) == code { return value }
    let list = codes.map { "\($0.code) (\($0.value))" }.joined(separator: ", ")
    throw LineFault(
      field: slot.name, message: "is \(code.map(String.init) ?? "out of range"); expected -1 (none), \(list)")
  }

  private func shapes(_ row: UnsafeRawPointer, _ slot: NumPySlot) throws(LineFault) -> BlendShapes? {
    if slot.isFloat32 {
      func load(_ index: Int) -> SIMD16<Float> { slot.load(row, at: index, as: SIMD16<Float>.self) }
      let (a, b, c) = (load(0), load(16), load(32))
      let d = slot.load(row, at: 48, as: SIMD4<Float>.self)
      // x − x is zero for finite numbers and NaN for all others.
      if (a - a) + (b - b) + (c - c) == .zero, d - d == .zero { return BlendShapes(a, b, c, d) }
    }
    var shapes = BlendShapes()
    var missing = 0
    for i in BlendShapes.names.indices {
      let value = try slot.float(row, i)
      if value.isNaN { missing += 1 } else { shapes[i] = value }
    }
    if missing == BlendShapes.names.count { return nil }
    guard missing == 0 else {
      throw LineFault(
        field: slot.name, message: "is NaN in \(missing) of \(BlendShapes.names.count); expected all or none")
    }
    return shapes
  }
}
