import GazePipeline
import GazeRecording

/// Sessions of a file of ios-eye-tracking, held in memory.
///
/// `export` writes one session, `exportAll` a list of sessions, an early version an object of sessions by identifier;
/// keys may be in snake case. A session is `{id, appID, beginTime, endTime, deviceInfo, scanPath, blendShapes}`; early
/// sessions have `blinks`, one list for both lids, in which `eye` states the lid.
struct ScanPathFile {
  /// One session.
  struct Session {
    /// `iPad8,1`.
    var model: String?
    /// Size of the upright screen, points.
    var size: Vector2?
    var points: [ScanPathSample]?
    var blinkLeft: [ScanPathSample]?
    var blinkRight: [ScanPathSample]?
    var blinks: [ScanPathSample]?

    /// Series of the left and the right lid; nil if the file has none.
    var lids: (left: LidSeries?, right: LidSeries?) {
      guard let blinks else { return (blinkLeft.map(LidSeries.init), blinkRight.map(LidSeries.init)) }
      return (LidSeries(blinks.filter { $0.isLeft == true }), LidSeries(blinks.filter { $0.isLeft == false }))
    }

    fileprivate var isSession: Bool { points != nil || blinkLeft != nil || blinkRight != nil || blinks != nil }
  }

  private static let sessionLimit = 1000
  /// Maximum number of elements in all lists together, which is enough for three hours at 60 Hz with both lids.
  private static let sampleLimit = 2_000_000

  var sessions: [Session] = []
  private var sampleCount = 0

  /// Reads a file.
  init(path: String) throws(FileError) {
    var stream = try JSONStream(path: path)
    if try stream.peek() == .openBracket {
      try stream.list { stream throws(FileError) in
        guard sessions.count < Self.sessionLimit else {
          throw stream.fault("holds more than \(Self.sessionLimit) sessions; split the file")
        }
        sessions.append(try session(&stream))
      }
    } else {
      try root(&stream)
    }
    guard sessions.contains(where: { $0.points != nil }) else {
      throw stream.fault("holds no `scanPath`; expected a session of ios-eye-tracking, or a list of them")
    }
    if try stream.peek() != nil { throw stream.fault("expected the end of the file, found \(try stream.found())") }
  }

  /// Reads a session, or an object of sessions.
  private mutating func root(_ stream: inout JSONStream) throws(FileError) {
    var single = Session()
    var nested: [Session] = []
    try stream.object("a session of ios-eye-tracking, `{\"scanPath\":[…]}`") { key, stream throws(FileError) in
      if try read(key, into: &single, &stream) { return true }
      if try stream.peek() == .openBrace, nested.count < Self.sessionLimit {
        nested.append(try session(&stream))
      } else {
        try stream.skip()
      }
      return true
    }
    sessions = single.isSession ? [single] : nested
  }

  private mutating func session(_ stream: inout JSONStream) throws(FileError) -> Session {
    var session = Session()
    try stream.object("a session, `{\"scanPath\":[…]}`") { key, stream throws(FileError) in
      if try !read(key, into: &session, &stream) { try stream.skip() }
      return true
    }
    return session
  }

  /// Returns a key in lower case without underscores.
  static func simple(_ key: String) -> String { key.lowercased().filter { $0 != "_" } }

  /// Reads the value of a known key; false if the key is unknown.
  private mutating func read(
    _ key: String, into session: inout Session, _ stream: inout JSONStream
  ) throws(FileError) -> Bool {
    switch Self.simple(key) {
    case "scanpath": session.points = try samples(&stream, arePoints: true)
    case "blinks": session.blinks = try samples(&stream, arePoints: false)
    case "blendshapes":
      try stream.object("an object of lists by name") { key, stream throws(FileError) in
        switch Self.simple(key) {
        case "eyeblinkl", "eyeblinkleft": session.blinkLeft = try samples(&stream, arePoints: false)
        case "eyeblinkr", "eyeblinkright": session.blinkRight = try samples(&stream, arePoints: false)
        default: try stream.skip()
        }
        return true
      }
    case "deviceinfo": try Self.device(&session, &stream)
    case "begintime", "endtime", "appid", "id": try stream.skip()
    default: return false
    }
    return true
  }

  private mutating func samples(_ stream: inout JSONStream, arePoints: Bool) throws(FileError) -> [ScanPathSample] {
    var samples: [ScanPathSample] = []
    try stream.list { stream throws(FileError) in
      sampleCount += 1
      guard sampleCount <= Self.sampleLimit else {
        throw stream.fault("holds more than \(Self.sampleLimit) points and lids; split the file")
      }
      var sample = try stream.value { scanner throws(LineFault) in try ScanPathSample(&scanner, isPoint: arePoints) }
      sample.line = stream.valueLine
      samples.append(sample)
    }
    return samples
  }

  private static func device(_ session: inout Session, _ stream: inout JSONStream) throws(FileError) {
    try stream.value { scanner throws(LineFault) in
      try scanner.object("an object", "deviceInfo") { key, scanner throws(LineFault) in
        switch simple(key) {
        case "model": session.model = String(try scanner.text("deviceInfo.model").prefix(64))
        case "screensize":
          let size = try scanner.point("deviceInfo.screenSize")
          try expect(
            size.min() >= 100 && size.max() <= 10_000, "deviceInfo.screenSize", "expected points, 100 to 10000")
          session.size = size
        default: try scanner.skip("deviceInfo")
        }
      }
    }
  }
}

/// Element of a list in an ios-eye-tracking session: a point on the screen, or the position of a lid.
struct ScanPathSample {
  /// Seconds since 1970.
  var time = 0.0
  /// Screen points, in the orientation in which the phone was held; zero for a lid.
  var point = Vector2()
  /// Position of the lid from 0 (open) to 1 (closed); 0 for a point.
  var lid = 0.0
  /// Number of `UIDeviceOrientation`; 1 to 4 are the interface's orientations, by the side of the home button.
  var orientation: Int?
  var trackingState: String?
  var isLeft: Bool?
  var line = 0

  init(_ scanner: inout JSONScanner, isPoint: Bool) throws(LineFault) {
    var time: Double?, x: Double?, y: Double?, value: Double?
    let expected = isPoint ? "a point, `{\"x\":…}`" : "a value, `{\"value\":…}`"
    try scanner.object(expected, nil) { key, scanner throws(LineFault) in
      switch ScanPathFile.simple(key) {
      case "timestamp": time = try scanner.double("timestamp")
      case "x": x = try scanner.double("x")
      case "y": y = try scanner.double("y")
      case "value": value = try scanner.double("value")
      case "orientation" where !scanner.take("null"):
        orientation = try scanner.whole("orientation")
        guard let orientation, (0...6).contains(orientation) else {
          throw LineFault(
            field: "orientation", message: "expected a whole number from 0 to 6, as UIDeviceOrientation has them")
        }
      case "trackingstate" where !scanner.take("null"): trackingState = try scanner.text("trackingState")
      case "eye": isLeft = try scanner.text("eye") == "left"
      case "orientation", "trackingstate": break
      default: try scanner.skip(nil)
      }
    }
    guard let time else { throw LineFault(field: "timestamp", message: "is missing; expected seconds") }
    try expect(abs(time) < 1e12, "timestamp", "expected seconds since 1970")
    self.time = time
    if isPoint {
      guard let x, let y, abs(x) < 1e7, abs(y) < 1e7 else {
        throw LineFault(field: x == nil ? "x" : "y", message: "expected a point of the screen, `x` and `y`")
      }
      point = SIMD2(x, y)
    } else {
      guard let value, abs(value) <= 1.01 else {
        throw LineFault(field: "value", message: "expected 0 (open) to 1 (closed)")
      }
      lid = value
    }
  }
}

/// Positions of a lid over time, 0 (open) to 1 (closed).
struct LidSeries {
  /// Maximum difference between two time stamps that count as the same moment, seconds. In the app's files such time
  /// stamps are equal; 2 ms allow for files that other programs wrote.
  private static let tolerance = 0.002

  /// Samples in the order of their times.
  private var samples: [(time: Double, value: Double, isTaken: Bool)]

  init(_ samples: [ScanPathSample]) {
    // Samples with the same time keep their order in the file.
    let order = samples.indices.sorted { (samples[$0].time, $0) < (samples[$1].time, $1) }
    self.samples = order.map { (samples[$0].time, samples[$0].lid, false) }
  }

  var count: Int { samples.count }

  /// Number of samples that were assigned to a point.
  var takenCount: Int { samples.count { $0.isTaken } }

  /// Returns the position at a time, nil if there is no sample.
  mutating func value(at time: Double) -> Double? {
    var (low, high) = (0, samples.count)
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].time < time - Self.tolerance { low = middle + 1 } else { high = middle }
    }
    guard low < samples.count, samples[low].time <= time + Self.tolerance else { return nil }
    samples[low].isTaken = true
    return samples[low].value
  }
}
