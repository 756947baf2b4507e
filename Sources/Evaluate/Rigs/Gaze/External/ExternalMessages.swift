package import GazePipeline
package import GazeRecording
import GazeTesting

/// The messages between gazesim and an external program, one JSON object a line: protocol 1 (docs/pipelines.md).
///
/// No message holds a target, an intent, a truth, a scenario or a seed.
package enum ExternalMessages {
  /// Version of the protocol.
  static let version = 1
  /// Largest coordinate that a program may answer, points.
  static let farthest = 1e9

  // MARK: To the program

  /// The first line: device, geometry and person, as an app knows them.
  static func hello(_ setup: Setup) -> [UInt8] {
    let geometry = setup.geometry
    var line: [UInt8] = []
    line.append(word: "{\"gazesim\":\"hello\",\"protocol\":")
    line.append(integer: version)
    line.append(word: ",\"device\":")
    line.append(quoted: setup.profile.id)
    line.append(",\"points\":", [geometry.points.x, geometry.points.y])
    line.append(",\"metres\":", [geometry.metres.x, geometry.metres.y])
    line.append(",\"camera\":", [geometry.camera.x, geometry.camera.y])
    line.append(",\"tilt\":", [geometry.tilt.x, geometry.tilt.y])
    line.append(word: ",\"depth\":")
    line.append(geometry.depth)
    line.append(word: ",\"orientation\":")
    line.append(quoted: geometry.orientation.rawValue)
    line.append(word: ",\"rate\":")
    line.append(setup.header.rate)
    line.append(word: ",\"participant\":")
    line.append(integer: setup.participant ?? 0)
    line.append(word: ",\"person\":")
    let person = setup.person
    if person.gazeOffset == .zero, person.gain == SIMD2(1, 1) {
      line.append(word: "null")
    } else {
      line.append("{\"offset\":", [person.gazeOffset.towardsX, person.gazeOffset.up])
      line.append(",\"gain\":", [person.gain.x, person.gain.y])
      line.append(UInt8(ascii: "}"))
    }
    line.append(word: "}\n")
    return line
  }

  /// The line of a frame, with the keys of a recording's frame that ARKit gives. Its numbers are written as Doubles, so
  /// that a program that reads Doubles has the very numbers of ARKit's Floats.
  static func append(_ frame: FaceFrame, to line: inout [UInt8]) {
    line.append(word: "{\"t\":")
    line.append(frame.time)
    append(",\"camera\":", frame.camera, to: &line)
    append(",\"face\":", frame.face, to: &line)
    append(",\"leftEye\":", frame.leftEye, to: &line)
    append(",\"rightEye\":", frame.rightEye, to: &line)
    line.append(word: frame.isTracked ? ",\"tracked\":true" : ",\"tracked\":false")
    append(",\"blink\":", [frame.blink.x, frame.blink.y], to: &line)
    append(",\"lookAt\":", [frame.lookAt.x, frame.lookAt.y, frame.lookAt.z], to: &line)
    if let shapes = frame.blendShapes {
      var separator: StaticString = ",\"blendShapes\":{"
      for (index, name) in BlendShapes.names.enumerated() where shapes[index] != 0 {
        line.append(word: separator)
        line.append(quoted: name)
        line.append(UInt8(ascii: ":"))
        line.append(Double(shapes[index]))
        separator = ","
      }
      if separator.utf8CodeUnitCount > 1 { line.append(word: separator) }
      line.append(UInt8(ascii: "}"))
    }
    line.append(word: "}\n")
  }

  private static func append(_ key: StaticString, _ matrix: TransformMatrix, to line: inout [UInt8]) {
    line.append(word: key)
    guard (0..<16).allSatisfy({ matrix[$0].isFinite }) else { return line.append(word: "null") }
    var separator = UInt8(ascii: "[")
    for index in 0..<16 {
      line.append(separator)
      separator = UInt8(ascii: ",")
      line.append(Double(matrix[index]))
    }
    line.append(UInt8(ascii: "]"))
  }

  private static func append(_ key: StaticString, _ values: [Float], to line: inout [UInt8]) {
    guard values.allSatisfy(\.isFinite) else {
      line.append(word: key)
      return line.append(word: "null")
    }
    line.append(key, values.map(Double.init))
  }

  // MARK: From the program

  /// The program's first line: its name and its claims, all optional.
  package struct Ready: Sendable, Equatable {
    var name: String?
    var claims = PointerClaims()
    /// True if the program claims to scroll, false if it claims to have no scrolling; nil if it claims neither.
    var scrolls: Bool?
  }

  /// The program's first line, as errors expect it.
  static let readyLine = "its first line, {\"gazesim\":\"ready\",\"protocol\":\(version)}"

  /// Reads the program's first line.
  package static func ready(_ line: UnsafeRawBufferPointer) throws(LineFault) -> Ready {
    var (ready, kind, version) = (Ready(), String?.none, Int?.none)
    try object(line, readyLine) { key, scanner throws(LineFault) in
      switch key {
      case "gazesim": kind = try scanner.text("gazesim")
      case "protocol": version = try scanner.whole("protocol")
      case "name": ready.name = try scanner.text("name")
      case "claims": ready.claims = try claims(&scanner)
      case "scrolls": ready.scrolls = try scanner.bool("scrolls")
      default: try scanner.skip(LineFault.printable(key))
      }
    }
    guard kind == "ready" else {
      throw LineFault(field: "gazesim", message: "expected \"ready\", found \(kind.map(quote) ?? "nothing")")
    }
    guard version == Self.version else {
      throw LineFault(
        field: "protocol",
        message: "expected \(Self.version), found \(version.map(String.init) ?? "no whole number")")
    }
    return ready
  }

  /// Reads the claims, with the ranges of a limits file's `declared`.
  private static func claims(_ scanner: inout JSONScanner) throws(LineFault) -> PointerClaims {
    var claims = PointerClaims()
    try scanner.expect(UInt8(ascii: "{"), "an object", "claims")
    try members(&scanner, "claims") { key, scanner throws(LineFault) in
      switch key {
      case "gain":
        claims.gain = try pair(&scanner, "claims.gain", 0.01...100)
      case "offsetPoints":
        claims.offsetPoints = try pair(&scanner, "claims.offsetPoints", -10_000...10_000)
      case "lagMilliseconds":
        let value = try scanner.double("claims.lagMilliseconds")
        guard (0...1500).contains(value) else {
          throw LineFault(field: "claims.lagMilliseconds", message: "expected 0 to 1500, found \(value)")
        }
        claims.lag = value / 1000
      case "orientations":
        claims.orientations = try orientations(&scanner)
      default: try scanner.skip(LineFault.printable(key))
      }
    }
    return claims
  }

  private static func orientations(_ scanner: inout JSONScanner) throws(LineFault) -> Set<ScreenOrientation> {
    let field = "claims.orientations"
    var known: Set<ScreenOrientation> = []
    try scanner.expect(UInt8(ascii: "["), "a list of names", field)
    repeat {
      let name = try scanner.text(field)
      guard let orientation = ScreenOrientation(rawValue: name) else {
        let names = ScreenOrientation.allCases.map(\.rawValue).joined(separator: ", ")
        throw LineFault(field: field, message: "expected \(names), found \(quote(name))")
      }
      known.insert(orientation)
    } while try scanner.more(until: UInt8(ascii: "]"), field)
    return known
  }

  private static func pair(
    _ scanner: inout JSONScanner, _ field: String, _ range: ClosedRange<Double>
  ) throws(LineFault) -> Vector2 {
    let value = try scanner.point(field)
    guard range.contains(value.x), range.contains(value.y) else {
      throw LineFault(field: "\(field)", message: "expected numbers from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A program's answer to one frame.
  package struct Answer: Sendable, Equatable {
    /// The echoed time of the frame, seconds.
    package var time: Double
    package var output: PointerOutput
    /// True if the answer has the key `scroll`, whatever its value.
    var statesScroll: Bool
  }

  /// Reads an answer. Without `raw` the pointer counts as unsmoothed; with `"raw":null` it counts as held.
  package static func answer(_ line: UnsafeRawBufferPointer) throws(LineFault) -> Answer {
    var (time, pointer, raw) = (Double?.none, Vector2??.none, Vector2??.none)
    var (direction, distance, step) = (ScrollDirection.none, Double?.none, Double?.none)
    var statesScroll = false
    try object(line, "an answer, {\"t\":…,\"pointer\":[x,y]}") { key, scanner throws(LineFault) in
      switch key {
      case "t": time = try scanner.double("t")
      case "pointer": pointer = try point(&scanner, "pointer")
      case "raw": raw = try point(&scanner, "raw")
      case "scroll":
        statesScroll = true
        guard !scanner.take("null") else { return direction = .none }
        let name = try scanner.text("scroll")
        guard let known = ScrollDirection(rawValue: name) else {
          throw LineFault(field: "scroll", message: "expected up, none, down or null, found \(quote(name))")
        }
        direction = known
      case "scrollPoints": distance = try positive(&scanner, "scrollPoints")
      case "scrollStep": step = try positive(&scanner, "scrollStep")
      default: try scanner.skip(LineFault.printable(key))
      }
    }
    guard let time else { throw LineFault(field: "t", message: "is missing; echo the frame's t") }
    guard let pointer else {
      throw LineFault(field: "pointer", message: "is missing; expected [x,y] in points, or null")
    }
    var scroll = ScrollCommand.none
    if direction != .none {
      guard let distance else {
        throw LineFault(
          field: "scrollPoints", message: "is missing; with scroll \"\(direction.rawValue)\", expected points")
      }
      scroll = ScrollCommand(direction: direction, distance: distance, step: step)
    }
    return Answer(
      time: time, output: PointerOutput(pointer: pointer, rawPointer: raw ?? pointer, scroll: scroll),
      statesScroll: statesScroll)
  }

  private static func point(
    _ scanner: inout JSONScanner, _ field: String
  ) throws(LineFault) -> Vector2? {
    if scanner.take("null") { return nil }
    let point = try scanner.point(field)
    guard abs(point.x) <= farthest, abs(point.y) <= farthest else {
      throw LineFault(field: "\(field)", message: "expected points within 1e9, found [\(point.x),\(point.y)]")
    }
    return point
  }

  private static func positive(_ scanner: inout JSONScanner, _ field: String) throws(LineFault) -> Double? {
    if scanner.take("null") { return nil }
    let value = try scanner.double(field)
    guard (0...farthest).contains(value) else {
      throw LineFault(field: "\(field)", message: "expected 0 to 1e9 points, found \(value)")
    }
    return value
  }

  /// Reads the keys of one object, which must be the whole line.
  private static func object(
    _ line: UnsafeRawBufferPointer, _ expected: String,
    _ value: (String, inout JSONScanner) throws(LineFault) -> Void
  ) throws(LineFault) {
    var scanner = JSONScanner(line)
    guard scanner.take(UInt8(ascii: "{")) else {
      throw LineFault(message: "expected \(expected), found \(scanner.found())")
    }
    try members(&scanner, nil, value)
    guard scanner.peek() == nil else {
      throw LineFault(message: "expected the end of the line after the object, found \(scanner.found())")
    }
  }

  /// Reads the keys of an object that has begun; `field` is its name if it is a part of another.
  private static func members(
    _ scanner: inout JSONScanner, _ field: String?, _ value: (String, inout JSONScanner) throws(LineFault) -> Void
  ) throws(LineFault) {
    if scanner.take(UInt8(ascii: "}")) { return }
    repeat {
      let key = try scanner.text(field)
      try scanner.expect(UInt8(ascii: ":"), "`:`", field ?? LineFault.printable(key))
      try value(key, &scanner)
    } while try scanner.more(until: UInt8(ascii: "}"), field)
  }

  private static func quote(_ text: String) -> String { "`\(LineFault.printable(text))`" }
}
