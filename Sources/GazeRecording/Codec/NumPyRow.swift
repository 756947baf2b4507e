import GazePipeline

/// One row of a `.npy` to one frame: where each field stands, found by name once.
///
/// Fields in any order, unknown ones skipped. A number may be of another type where nothing is lost: a Float written as
/// float64 must be a Float's value.
struct NumPyRow {
  /// What a row may hold.
  static let names: Set<String> = [
    "t", "participant", "camera", "face", "leftEye", "rightEye", "tracked", "blink", "lookAt", "target", "intent",
    "truthGaze", "truthState", "truthPage", "blendShapes",
  ]

  private struct Slot {
    var name: String
    var offset: Int
    var scalar: NumPyHeader.Scalar
  }

  private enum Kind {
    case real, whole, logical
  }

  private let time: Slot
  private let camera: Slot
  private let face: Slot
  private let leftEye: Slot
  private let rightEye: Slot
  private let participant: Slot?
  private let tracked: Slot?
  private let blink: Slot?
  private let lookAt: Slot?
  private let target: Slot?
  private let intent: Slot?
  private let truthGaze: Slot?
  private let truthState: Slot?
  private let truthPage: Slot?
  private let blendShapes: Slot?

  init(_ fields: [NumPyHeader.Field]) throws(LineFault) {
    func slot(_ name: String, _ count: Int, _ kind: Kind) throws(LineFault) -> Slot? {
      guard let field = fields.last(where: { $0.name == name }) else { return nil }
      let expected =
        switch kind {
        case .real: "float32 or float64"
        case .whole: "whole numbers (i1 to i8, u1 to u8)"
        case .logical: "b1"
        }
      let isRight =
        switch (kind, field.scalar) {
        case (.real, .float32), (.real, .float64), (.whole, .signed), (.whole, .unsigned), (.logical, .bool),
          (.logical, .signed), (.logical, .unsigned):
          true
        default: false
        }
      guard isRight, field.shape == (count == 1 ? [] : [count]) || count == 1 && field.shape == [1] else {
        let shape = field.shape.isEmpty ? "" : " of shape (\(field.shape.map(String.init).joined(separator: ", ")))"
        throw LineFault(
          field: name,
          message: "is \(LineFault.printable(field.type))\(shape); expected \(expected)"
            + (count == 1 ? "" : " of shape (\(count),)"))
      }
      return Slot(name: name, offset: field.offset, scalar: field.scalar)
    }
    func needed(_ name: String, _ count: Int) throws(LineFault) -> Slot {
      guard let slot = try slot(name, count, .real) else {
        let present = fields.prefix(20).map { LineFault.printable($0.name) }.joined(separator: ", ")
        throw LineFault(field: name, message: "is missing; the array has \(present)")
      }
      return slot
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
  func frame(_ row: UnsafeRawPointer) throws(LineFault) -> RecordedFrame {
    let seconds = double(row, time, 0)
    guard seconds.isFinite else { throw LineFault(field: "t", message: "is \(seconds); expected seconds") }
    var person = 0
    if let participant {
      let range = FrameDecoder.participants
      let number = integer(row, participant)
      guard let number, range.contains(number) else {
        throw LineFault(
          field: "participant", message: "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      person = number
    }
    var frame = FaceFrame(
      time: seconds, isTracked: tracked.map { integer(row, $0) != 0 } ?? true, camera: try matrix(row, camera),
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
    var observation = Observation(participant: person, frame: frame)
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
      let value = double(row, truthPage, 0)
      guard !value.isInfinite else {
        throw LineFault(field: "truthPage", message: "is infinite; expected points or NaN")
      }
      page = value.isNaN ? nil : value
    }
    return Truth(gaze: gaze, state: state, page: page)
  }

  // MARK: Values

  @inline(__always)
  private func matrix(_ row: UnsafeRawPointer, _ slot: Slot) throws(LineFault) -> TransformMatrix {
    if slot.scalar == .float32 {
      let v = row.loadUnaligned(fromByteOffset: slot.offset, as: SIMD16<Float>.self)
      let matrix = TransformMatrix(
        columns: (v.lowHalf.lowHalf, v.lowHalf.highHalf, v.highHalf.lowHalf, v.highHalf.highHalf))
      if matrix.isFinite { return matrix }
    }
    let v = try vector(row, slot, 16)
    return TransformMatrix(
      columns: (v.lowHalf.lowHalf, v.lowHalf.highHalf, v.highHalf.lowHalf, v.highHalf.highHalf))
  }

  /// Up to 16 Floats; all NaN where one is.
  private func vector(_ row: UnsafeRawPointer, _ slot: Slot, _ count: Int) throws(LineFault) -> SIMD16<Float> {
    var values = SIMD16<Float>()
    var hasNaN = false
    for i in 0..<count {
      let value = try float(row, slot, i)
      hasNaN = hasNaN || value.isNaN
      values[i] = value
    }
    return hasNaN ? SIMD16(repeating: .nan) : values
  }

  @inline(__always)
  private func float(_ row: UnsafeRawPointer, _ slot: Slot, _ index: Int) throws(LineFault) -> Float {
    let value: Float
    if slot.scalar == .float32 {
      value = row.loadUnaligned(fromByteOffset: slot.offset + 4 * index, as: Float.self)
    } else {
      let wide = row.loadUnaligned(fromByteOffset: slot.offset + 8 * index, as: Double.self)
      value = Float(wide)
      guard Double(value) == wide || wide.isNaN else {
        throw LineFault(
          field: slot.name, message: "holds \(wide), which is no float32; round it yourself: array.astype to '<f4'")
      }
    }
    guard !value.isInfinite else {
      throw LineFault(field: slot.name, message: "is infinite; expected finite numbers, or NaN where there are none")
    }
    return value
  }

  @inline(__always)
  private func double(_ row: UnsafeRawPointer, _ slot: Slot, _ index: Int) -> Double {
    slot.scalar == .float32
      ? Double(row.loadUnaligned(fromByteOffset: slot.offset + 4 * index, as: Float.self))
      : row.loadUnaligned(fromByteOffset: slot.offset + 8 * index, as: Double.self)
  }

  @inline(__always)
  private func point(_ row: UnsafeRawPointer, _ slot: Slot) throws(LineFault) -> SIMD2<Double>? {
    let point = SIMD2(double(row, slot, 0), double(row, slot, 1))
    if point.isFinite { return point }
    guard point.x.isNaN, point.y.isNaN else {
      throw LineFault(field: slot.name, message: "is \(point.x), \(point.y); expected two finite numbers, or NaN twice")
    }
    return nil
  }

  /// nil where it is beyond Int.
  @inline(__always)
  private func integer(_ row: UnsafeRawPointer, _ slot: Slot) -> Int? {
    func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) -> Int? {
      Int(exactly: row.loadUnaligned(fromByteOffset: slot.offset, as: type))
    }
    switch slot.scalar {
    case .signed(1): return load(Int8.self)
    case .signed(2): return load(Int16.self)
    case .signed(4): return load(Int32.self)
    case .signed: return load(Int64.self)
    case .unsigned(2): return load(UInt16.self)
    case .unsigned(4): return load(UInt32.self)
    case .unsigned(8): return load(UInt64.self)
    default: return load(UInt8.self)
    }
  }

  @inline(__always)
  private func value<T>(
    _ row: UnsafeRawPointer, _ slot: Slot, _ codes: [(code: Int8, value: T)]
  ) throws(LineFault) -> T? {
    let code = integer(row, slot)
    if code == Int(FrameCodes.none) { return nil }
    for (known, value) in codes where Int(known) == code { return value }
    let list = codes.map { "\($0.code) (\($0.value))" }.joined(separator: ", ")
    throw LineFault(
      field: slot.name, message: "is \(code.map(String.init) ?? "out of range"); expected -1 (none), \(list)")
  }

  private func shapes(_ row: UnsafeRawPointer, _ slot: Slot) throws(LineFault) -> BlendShapes? {
    if slot.scalar == .float32 {
      func load(_ index: Int) -> SIMD16<Float> {
        row.loadUnaligned(fromByteOffset: slot.offset + 4 * index, as: SIMD16<Float>.self)
      }
      let (a, b, c) = (load(0), load(16), load(32))
      let d = row.loadUnaligned(fromByteOffset: slot.offset + 4 * 48, as: SIMD4<Float>.self)
      // x − x is zero for finite numbers and NaN for all others.
      if (a - a) + (b - b) + (c - c) == .zero, d - d == .zero { return BlendShapes(a, b, c, d) }
    }
    var shapes = BlendShapes()
    var missing = 0
    for i in BlendShapes.names.indices {
      let value = try float(row, slot, i)
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
