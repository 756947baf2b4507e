import GazePipeline
import GazeRecording

/// What a file of ios-eye-tracking sessions holds, and how to get to each list in it.
///
/// `export` writes one session, `exportAll` a list of them, an early version an object of them by identifier; keys may be in
/// snake case. A session is `{id, appID, beginTime, endTime, deviceInfo, scanPath, blendShapes}`; early ones have `blinks`.
struct ScanPathIndex: Sendable {
  /// A list of a session.
  enum Series: Hashable, Sendable {
    case points
    case blinkLeft, blinkRight
    /// Both lids in one list, told apart by `eye`.
    case blinks
  }

  enum Shape: Sendable { case single, list, map }

  /// One session.
  struct Session: Sendable {
    var model: String?
    /// Points, the screen upright.
    var size: SIMD2<Double>?
    var series: Set<Series> = []
  }

  private static let sessionLimit = 1000
  private(set) var shape = Shape.single
  private(set) var sessions: [Session] = []

  init(path: String) throws(FileError) {
    var stream = try JSONStream(path: path)
    if try stream.take(UInt8(ascii: "[")) {
      shape = .list
      if try !stream.take(UInt8(ascii: "]")) {
        repeat { try add(&stream) } while try stream.more(until: UInt8(ascii: "]"))
      }
    } else {
      try root(&stream)
    }
    guard sessions.contains(where: { $0.series.contains(.points) }) else {
      throw stream.fault("holds no `scanPath`; expected a session of ios-eye-tracking, or a list of them")
    }
    if try stream.peek() != nil { throw stream.fault("expected the end of the file, found \(try stream.found())") }
  }

  private mutating func root(_ stream: inout JSONStream) throws(FileError) {
    try stream.expect(UInt8(ascii: "{"), "a session of ios-eye-tracking, `{\"scanPath\":[…]}`")
    if try stream.take(UInt8(ascii: "}")) { return }
    var single = Session()
    var nested: [Session] = []
    repeat {
      let key = try stream.key()
      if try Self.read(key, into: &single, &stream) { continue }
      if try stream.peek() == UInt8(ascii: "{"), nested.count < Self.sessionLimit {
        nested.append(try Self.session(&stream))
      } else {
        try stream.skip()
      }
    } while try stream.more(until: UInt8(ascii: "}"))
    shape = single.series.isEmpty ? .map : .single
    sessions = single.series.isEmpty ? nested : [single]
  }

  private mutating func add(_ stream: inout JSONStream) throws(FileError) {
    guard sessions.count < Self.sessionLimit else {
      throw stream.fault("holds more than \(Self.sessionLimit) sessions; split the file")
    }
    sessions.append(try Self.session(&stream))
  }

  private static func session(_ stream: inout JSONStream) throws(FileError) -> Session {
    var session = Session()
    try stream.expect(UInt8(ascii: "{"), "a session, `{\"scanPath\":[…]}`")
    if try stream.take(UInt8(ascii: "}")) { return session }
    repeat {
      let key = try stream.key()
      if try !read(key, into: &session, &stream) { try stream.skip() }
    } while try stream.more(until: UInt8(ascii: "}"))
    return session
  }

  private static func simple(_ key: String) -> String { key.lowercased().filter { $0 != "_" } }

  /// Reads a value that is known; false where the key is not.
  private static func read(
    _ key: String, into session: inout Session, _ stream: inout JSONStream
  ) throws(FileError) -> Bool {
    switch simple(key) {
    case "scanpath":
      session.series.insert(.points)
      try stream.skip()
    case "blinks":
      session.series.insert(.blinks)
      try stream.skip()
    case "blendshapes":
      try stream.expect(UInt8(ascii: "{"), "an object of lists by name")
      if try stream.take(UInt8(ascii: "}")) { return true }
      repeat {
        if let series = lid(try stream.key()) { session.series.insert(series) }
        try stream.skip()
      } while try stream.more(until: UInt8(ascii: "}"))
    case "deviceinfo": try device(&session, &stream)
    case "begintime", "endtime", "appid", "id": try stream.skip()
    default: return false
    }
    return true
  }

  private static func lid(_ key: String) -> Series? {
    switch simple(key) {
    case "eyeblinkl", "eyeblinkleft": .blinkLeft
    case "eyeblinkr", "eyeblinkright": .blinkRight
    default: nil
    }
  }

  private static func device(_ session: inout Session, _ stream: inout JSONStream) throws(FileError) {
    let line = stream.line
    let bytes = try stream.value()
    var scanner = JSONScanner(bytes)
    do throws(LineFault) {
      try scanner.expect(UInt8(ascii: "{"), "an object", "deviceInfo")
      if scanner.take(UInt8(ascii: "}")) { return }
      repeat {
        let key = try scanner.text("deviceInfo")
        try scanner.expect(UInt8(ascii: ":"), "`:` after a key", "deviceInfo")
        switch simple(key) {
        case "model": session.model = String(try scanner.text("deviceInfo.model").prefix(64))
        case "screensize":
          let size = try scanner.point("deviceInfo.screenSize")
          guard size.min() >= 100, size.max() <= 10_000 else {
            throw LineFault(field: "deviceInfo.screenSize", message: "expected points, 100 to 10000")
          }
          session.size = size
        default: try scanner.skip("deviceInfo")
        }
      } while try scanner.more(until: UInt8(ascii: "}"), "deviceInfo")
    } catch {
      throw FileError(path: stream.name, line: line, field: error.field, message: error.message)
    }
  }

  // MARK: To a list

  /// Goes inside a list of a session, behind its bracket; false where it is empty.
  func enter(_ series: Series, of number: Int, _ stream: inout JSONStream) throws(FileError) -> Bool {
    switch shape {
    case .single: break
    case .list:
      try stream.expect(UInt8(ascii: "["), "a list of sessions")
      for _ in 0..<number {
        try stream.skip()
        _ = try stream.more(until: UInt8(ascii: "]"))
      }
    case .map:
      try stream.expect(UInt8(ascii: "{"), "an object of sessions")
      var found = -1
      while found < number {
        _ = try stream.key()
        if try stream.peek() == UInt8(ascii: "{") { found += 1 }
        if found < number {
          try stream.skip()
          _ = try stream.more(until: UInt8(ascii: "}"))
        }
      }
    }
    try stream.expect(UInt8(ascii: "{"), "a session")
    repeat {
      let key = Self.simple(try stream.key())
      let isWanted =
        switch series {
        case .points: key == "scanpath"
        case .blinks: key == "blinks"
        case .blinkLeft, .blinkRight: key == "blendshapes"
        }
      guard isWanted else {
        try stream.skip()
        continue
      }
      if series == .points || series == .blinks { return try list(&stream) }
      try stream.expect(UInt8(ascii: "{"), "an object of lists by name")
      repeat {
        if Self.lid(try stream.key()) == series { return try list(&stream) }
        try stream.skip()
      } while try stream.more(until: UInt8(ascii: "}"))
    } while try stream.more(until: UInt8(ascii: "}"))
    return false
  }

  private func list(_ stream: inout JSONStream) throws(FileError) -> Bool {
    try stream.expect(UInt8(ascii: "["), "a list")
    return try !stream.take(UInt8(ascii: "]"))
  }
}
