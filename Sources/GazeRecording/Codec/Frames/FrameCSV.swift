import GazePipeline

/// A frame as a row of CSV. Empty is none.
///
/// Numbers are the shortest text that reads back bit for bit.
enum FrameCSV {
  /// What a column holds.
  enum Column: Equatable {
    case time, participant, tracked, intent, state, page
    /// Numbers of `Float`, by their place among all of a row's: poses, lids, the point looked at, blend shapes.
    case float(Int)
    /// x or y of the target, then of the true gaze.
    case double(Int)
  }

  /// Where each group of a row's Floats stands, and its name in errors.
  static let groups: [(name: String, range: Range<Int>)] = [
    ("camera", 0..<16), ("face", 16..<32), ("leftEye", 32..<48), ("rightEye", 48..<64), ("blink", 64..<66),
    ("lookAt", 66..<69), ("blendShapes", 69..<69 + BlendShapes.names.count),
  ]
  static let floats = 69 + BlendShapes.names.count

  /// Every name that is known, in the order of writing.
  static func names(_ columns: SampleColumns) -> [(name: String, column: Column)] {
    var all: [(name: String, column: Column)] = [("t", .time), ("participant", .participant)]
    for (name, range) in groups.prefix(4) { all += range.map { ("\(name)\($0 - range.lowerBound)", .float($0)) } }
    all += [
      ("tracked", .tracked), ("blinkLeft", .float(64)), ("blinkRight", .float(65)), ("lookAtX", .float(66)),
      ("lookAtY", .float(67)), ("lookAtZ", .float(68)), ("targetX", .double(0)), ("targetY", .double(1)),
      ("intent", .intent),
    ]
    if columns.contains(.truth) {
      all += [("truthGazeX", .double(2)), ("truthGazeY", .double(3)), ("truthState", .state), ("truthPage", .page)]
    }
    if columns.contains(.blendShapes) { all += BlendShapes.names.enumerated().map { ($1, .float(69 + $0)) } }
    return all
  }

  /// Appends a row. What is not finite is none, a pose as a whole, as in JSON Lines.
  static func append(_ recorded: RecordedFrame, _ columns: SampleColumns, into out: inout [UInt8]) {
    let (observation, frame) = (recorded.observation, recorded.observation.frame)
    out.append(frame.time)
    out.append(word: ",")
    out.append(integer: observation.participant)
    append(frame.camera, &out)
    append(frame.face, &out)
    append(frame.leftEye, &out)
    append(frame.rightEye, &out)
    out.append(word: frame.isTracked ? ",true" : ",false")
    let blink = frame.blink
    let hasBlink = blink.x.isFinite && blink.y.isFinite
    for i in 0..<2 { append(hasBlink ? blink[i] : nil, &out) }
    let look = frame.lookAt
    let hasLook = look.x.isFinite && look.y.isFinite && look.z.isFinite
    for i in 0..<3 { append(hasLook ? look[i] : nil, &out) }
    append(observation.target, &out)
    out.append(word: ",")
    if let intent = observation.intent { out.append(contentsOf: intent.rawValue.utf8) }
    if columns.contains(.truth) {
      append(recorded.truth?.gaze, &out)
      out.append(word: ",")
      if let state = recorded.truth?.state { out.append(contentsOf: state.rawValue.utf8) }
      out.append(word: ",")
      if let page = recorded.truth?.page, page.isFinite { out.append(page) }
    }
    if columns.contains(.blendShapes) {
      for i in BlendShapes.names.indices {
        append(frame.blendShapes.map { $0[i].isFinite ? $0[i] : 0 }, &out)
      }
    }
    out.append(word: "\n")
  }

  private static func append(_ matrix: TransformMatrix, _ out: inout [UInt8]) {
    let isFinite = matrix.isFinite
    for i in 0..<16 { append(isFinite ? matrix[i] : nil, &out) }
  }

  private static func append(_ value: Float?, _ out: inout [UInt8]) {
    out.append(word: ",")
    if let value { out.append(value) }
  }

  private static func append(_ point: SIMD2<Double>?, _ out: inout [UInt8]) {
    let point = point.flatMap { $0.isFinite ? $0 : nil }
    for i in 0..<2 {
      out.append(word: ",")
      if let point { out.append(point[i]) }
    }
  }
}
