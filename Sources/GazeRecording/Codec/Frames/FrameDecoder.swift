import GazePipeline

/// One line of a recording to one frame.
///
/// Keys in any order, unknown ones skipped, the last of two equal ones wins. `t` is required, and of a tracked frame
/// `camera`, `face`, `leftEye` and `rightEye`; a pose that is `null`, or missing from a lost frame, reads as NaN.
struct FrameDecoder {
  private var scanner: JSONScanner
  private var time: Double?
  private var participant = 0
  private var isTracked = true
  private var camera: TransformMatrix?
  private var face: TransformMatrix?
  private var leftEye: TransformMatrix?
  private var rightEye: TransformMatrix?
  private var blink = SIMD2<Float>()
  private var lookAt = SIMD3<Float>(repeating: .nan)
  private var blendShapes: BlendShapes?
  private var target: SIMD2<Double>?
  private var intent: ScrollDirection?
  private var truth: Truth?

  private init(_ line: UnsafeRawBufferPointer) { scanner = JSONScanner(line) }

  static func frame(_ line: UnsafeRawBufferPointer) throws(LineFault) -> RecordedFrame {
    var decoder = FrameDecoder(line)
    return try decoder.decode()
  }

  private mutating func decode() throws(LineFault) -> RecordedFrame {
    try scanner.expect(UInt8(ascii: "{"), "a frame, `{\"t\":…}`", nil)
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        let key = try key(nil)
        try scanner.expect(UInt8(ascii: ":"), "`:` after a key", nil)
        try value(of: key)
      } while try scanner.more(until: UInt8(ascii: "}"), nil)
    }
    guard scanner.peek() == nil else {
      throw LineFault(message: "expected the end of the line after the frame, found \(scanner.found())")
    }
    guard let time else { throw LineFault(field: "t", message: "is missing; expected seconds") }
    let frame = FaceFrame(
      time: time, isTracked: isTracked, camera: try pose(camera, "camera"), face: try pose(face, "face"),
      leftEye: try pose(leftEye, "leftEye"), rightEye: try pose(rightEye, "rightEye"), blink: blink, lookAt: lookAt,
      blendShapes: blendShapes)
    let observation = RecordedFrame.Observation(participant: participant, frame: frame, target: target, intent: intent)
    return RecordedFrame(observation: observation, truth: truth)
  }

  private func pose(_ matrix: TransformMatrix?, _ field: StaticString) throws(LineFault) -> TransformMatrix {
    if let matrix { return matrix }
    guard !isTracked else {
      let message = "is missing; expected a list of 16 numbers, or null, or \"tracked\":false"
      throw LineFault(field: "\(field)", message: message)
    }
    return .unknown
  }

  // MARK: Keys

  private enum Key {
    case time, participant, camera, face, leftEye, rightEye, tracked, blink, lookAt, target, intent, truth, blendShapes
    case gaze, state, page
    case unknown
  }

  private static let keys: [(name: StaticString, key: Key)] = [
    ("t", .time), ("participant", .participant), ("camera", .camera), ("face", .face), ("leftEye", .leftEye),
    ("rightEye", .rightEye), ("tracked", .tracked), ("blink", .blink), ("lookAt", .lookAt), ("target", .target),
    ("intent", .intent), ("truth", .truth), ("blendShapes", .blendShapes), ("gaze", .gaze), ("state", .state),
    ("page", .page),
  ]

  private mutating func key(_ field: String?) throws(LineFault) -> Key {
    let start = scanner
    let (range, hasEscapes) = try scanner.string(field)
    guard hasEscapes else { return Self.keys.first { scanner.isEqual(range, $0.name) }?.key ?? .unknown }
    scanner = start
    let text = try scanner.text(field)
    return Self.keys.first { "\($0.name)" == text }?.key ?? .unknown
  }

  private mutating func value(of key: Key) throws(LineFault) {
    switch key {
    case .time: time = try scanner.double("t")
    case .participant: participant = try scanner.participant()
    case .camera: camera = try matrix("camera")
    case .face: face = try matrix("face")
    case .leftEye: leftEye = try matrix("leftEye")
    case .rightEye: rightEye = try matrix("rightEye")
    case .tracked: isTracked = try scanner.bool("tracked")
    case .blink:
      let v = scanner.take("null") ? SIMD16(repeating: .nan) : try scanner.floats(2, "blink")
      blink = SIMD2(v[0], v[1])
    case .lookAt:
      let v = scanner.take("null") ? SIMD16(repeating: .nan) : try scanner.floats(3, "lookAt")
      lookAt = SIMD3(v[0], v[1], v[2])
    case .target: target = scanner.take("null") ? nil : try scanner.point("target")
    case .intent: intent = scanner.take("null") ? nil : try name("intent")
    case .truth: truth = scanner.take("null") ? nil : try truthObject()
    case .blendShapes: blendShapes = scanner.take("null") ? nil : try coefficients()
    case .gaze, .state, .page, .unknown: try scanner.skip(nil)
    }
  }

  // MARK: Values

  private mutating func matrix(_ field: StaticString) throws(LineFault) -> TransformMatrix {
    if scanner.take("null") { return .unknown }
    let v = try scanner.floats(16, field)
    return TransformMatrix(
      columns: (v.lowHalf.lowHalf, v.lowHalf.highHalf, v.highHalf.lowHalf, v.highHalf.highHalf))
  }

  private mutating func name<T: RawRepresentable & CaseIterable>(_ field: String) throws(LineFault) -> T
  where T.RawValue == String {
    let text = try scanner.text(field)
    guard let value = T(rawValue: text) else {
      let known = T.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw LineFault(field: field, message: "expected one of \(known), found \"\(LineFault.printable(text))\"")
    }
    return value
  }

  private mutating func truthObject() throws(LineFault) -> Truth {
    var (gaze, state, page): (SIMD2<Double>?, Truth.State?, Double?)
    try scanner.expect(UInt8(ascii: "{"), "an object or null", "truth")
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        let key = try key("truth")
        try scanner.expect(UInt8(ascii: ":"), "`:` after a key", "truth")
        switch key {
        case .gaze: gaze = scanner.take("null") ? nil : try scanner.point("truth.gaze")
        case .state: state = try name("truth.state")
        case .page: page = scanner.take("null") ? nil : try scanner.double("truth.page")
        default: try scanner.skip("truth")
        }
      } while try scanner.more(until: UInt8(ascii: "}"), "truth")
    }
    guard let state else { throw LineFault(field: "truth.state", message: "is missing; expected what the eyes do") }
    return Truth(gaze: gaze, state: state, page: page)
  }

  private mutating func coefficients() throws(LineFault) -> BlendShapes {
    var shapes = BlendShapes()
    try scanner.expect(UInt8(ascii: "{"), "an object or null", "blendShapes")
    if scanner.take(UInt8(ascii: "}")) { return shapes }
    // Files of our own hold them in the order of storage: the next one is tried first.
    var next = 0
    repeat {
      let start = scanner
      let (range, hasEscapes) = try scanner.string("blendShapes")
      var index = hasEscapes ? nil : Self.index(of: range, in: scanner.bytes, guess: next)
      if hasEscapes {
        scanner = start
        let name = try scanner.text("blendShapes")
        index = BlendShapes.names.firstIndex(of: name)
      }
      try scanner.expect(UInt8(ascii: ":"), "`:` after a name", "blendShapes")
      if let index {
        shapes[index] = try scanner.float("blendShapes")
        next = index + 1
      } else {
        try scanner.skip("blendShapes")
      }
    } while try scanner.more(until: UInt8(ascii: "}"), "blendShapes")
    return shapes
  }

  private static let coefficientNames = BlendShapes.names.map { Array($0.utf8) }

  private static func index(of range: Range<Int>, in bytes: UnsafeRawBufferPointer, guess: Int) -> Int? {
    let name = UnsafeRawBufferPointer(rebasing: bytes[range])
    if guess < coefficientNames.count, name.elementsEqual(coefficientNames[guess]) { return guess }
    return coefficientNames.firstIndex { name.elementsEqual($0) }
  }
}

extension LineFault {
  /// A stranger's text, fit for a terminal: printable ASCII, at most 40 characters.
  package static func printable(_ text: String) -> String {
    String(text.prefix(40).map { $0.isASCII && !($0.asciiValue ?? 0 < 0x20 || $0.asciiValue == 0x7F) ? $0 : "?" })
  }
}
