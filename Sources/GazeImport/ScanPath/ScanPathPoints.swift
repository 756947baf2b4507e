import GazePipeline
import GazeRecording

/// ios-eye-tracking's sessions as frames: each point of the scan path becomes a face that looks at it (`ScanPathFace`), with
/// the lids of the same moment; each session is a participant.
///
/// The app stores `ARCamera.projectPoint` of the point looked at, with hand-made corrections by orientation, and draws it at
/// (width − x, height − y), smoothed. Which of the two is meant is an option; stored is the default.
struct ScanPathPoints: ImportSource, ~Copyable {
  private let path: String
  private let options: ImportOptions
  private let index: ScanPathIndex
  private let face: ScanPathFace
  private var session = -1
  private var points: ScanPathSeries?
  private var left: LidSeries?
  private var right: LidSeries?
  private var orientation: ScreenOrientation?
  /// The header's: the first one known.
  private var firstOrientation: ScreenOrientation?
  private var turned = (count: 0, line: 0)
  private var unreachable = (count: 0, line: 0)
  private var unknownOrientations = 0
  private var limited = 0
  private var lidSamples = 0
  private var lidsFound = 0
  /// Points a tenth of the screen off it and more.
  private var outside = 0
  private var points01 = true
  private var pointCount = 0

  init(path: String, options: ImportOptions, reading: ImportReading) throws(FileError) {
    guard path != "-" else {
      throw FileError(path: "standard input", message: "a scan path is read several times; name a file")
    }
    let index = try ScanPathIndex(path: path)
    self.path = path
    self.options = options
    self.index = index
    face = ScanPathFace(
      distance: options.distance, interocular: options.interocular,
      sideOfLeftEye: options.sideOfLeftEye(.screenRight))
  }

  /// The model that a file names, `iPad8,1`.
  static func model(path: String) throws(FileError) -> String? {
    guard path != "-" else { return nil }
    return try ScanPathIndex(path: path).sessions.lazy.compactMap(\.model).first
  }

  private func open(_ series: ScanPathIndex.Series) throws(FileError) -> ScanPathSeries? {
    guard index.sessions.indices.contains(session), index.sessions[session].series.contains(series) else { return nil }
    return try ScanPathSeries(path: path, index: index, session: session, series: series)
  }

  private mutating func openLids() throws(FileError) {
    if index.sessions.indices.contains(session), index.sessions[session].series.contains(.blinks) {
      left = LidSeries(try open(.blinks), eye: true)
      right = LidSeries(try open(.blinks), eye: false)
    } else {
      left = LidSeries(try open(.blinkLeft), eye: nil)
      right = LidSeries(try open(.blinkRight), eye: nil)
    }
  }

  /// The upright screen, in the points that the file gives.
  private var screen: ScreenGeometry {
    var screen = options.screen
    if let size = index.sessions[min(max(session, 0), index.sessions.count - 1)].size ?? index.sessions[0].size {
      screen.points = SIMD2(size.min(), size.max())
    }
    return screen
  }

  var facts: ImportFacts {
    var facts = ImportFacts()
    let upright = screen
    facts.orientation = firstOrientation ?? .portrait
    facts.points = upright.turned(to: facts.orientation).points
    facts.assumptions = [
      "The file holds points on the screen and no poses: the face is assumed straight before the screen's middle, "
        + "\(NumberText.thousandths(options.distance)) mm away and facing it, with both eyes' rays made to end on the point; what "
        + "is computed of the face, of distance or of the eyes' angles says nothing about the person.",
      options.eyesAreAssumed, "The point looked at in space stays unknown.",
      options.points == .stored
        ? "The points are taken as stored; the app that wrote them draws (width − x, height − y), smoothed."
        : "The points are taken as the app draws them, (width − x, height − y), without its smoothing.",
    ]
    if index.sessions.count > 1 { facts.remarks.append("\(index.sessions.count) sessions, each a participant.") }
    if firstOrientation == nil {
      facts.assumptions.append("How the phone stood is not in the file: the points are assumed an upright screen's.")
    } else if unknownOrientations > 0 {
      facts.assumptions.append(
        "\(unknownOrientations) points were taken with the phone flat or unknown: the last known orientation is assumed."
      )
    }
    if lidsFound == 0 {
      facts.assumptions.append("The lids are not in the file and assumed open.")
    } else if lidSamples > lidsFound {
      facts.remarks.append("\(lidSamples - lidsFound) lid samples fall on no point and are left out.")
    }
    if limited > 0 {
      facts.remarks.append("\(limited) points were taken while tracking was limited, as the file says.")
    }
    if turned.count > 0 {
      facts.doubts.append(
        ImportFinding(
          .turned, count: turned.count, line: turned.line,
          """
          the phone was turned \(NumberText.times(turned.count)); the recording is \(facts.orientation.rawValue) throughout, and each point \
          stands where it was on the glass
          """))
    }
    if pointCount > 1, points01 {
      facts.doubts.append(
        ImportFinding(
          .pointUnit, count: pointCount,
          "all points lie between 0 and 1: they look like shares of the screen, not points"))
    } else if pointCount > 1, 2 * outside > pointCount {
      facts.doubts.append(
        ImportFinding(
          .pointUnit, count: outside,
          "\(outside) of \(pointCount) points lie off the screen: they may be pixels, or another device's"
        ))
    }
    if unreachable.count > 0 {
      facts.doubts.append(
        ImportFinding(
          .outOfReach, count: unreachable.count, line: unreachable.line,
          "\(unreachable.count) points are so far off the screen that no ray from the assumed face reaches them; they are lost frames"
        ))
    }
    return facts
  }

  mutating func next() throws(FileError) -> ImportedFrame? {
    while session < index.sessions.count {
      if session >= 0, let sample = try points?.next() { return try frame(sample) }
      try left?.finish()
      lidSamples += left?.samples ?? 0
      lidsFound += left?.taken ?? 0
      session += 1
      orientation = nil
      points = try open(.points)
      try openLids()
    }
    return nil
  }

  private mutating func frame(_ sample: ScanPathSeries.Sample) throws(FileError) -> ImportedFrame {
    switch sample.orientation {
    case 1: turn(to: .portrait, sample.line)
    case 2: turn(to: .portraitUpsideDown, sample.line)
    // The device's landscape left is the interface's landscape right, and both are number 3.
    case 3: turn(to: .landscapeRight, sample.line)
    case 4: turn(to: .landscapeLeft, sample.line)
    case nil: break
    default: unknownOrientations += 1
    }
    let geometry = screen.turned(to: orientation ?? .portrait)
    var point = sample.point ?? .zero
    if options.points == .drawn { point = geometry.points - point }
    let lids = SIMD2(try Self.lid(&left, at: sample.time), try Self.lid(&right, at: sample.time))
    if let size = sample.point.map({ $0 / geometry.points }) {
      if size.min() < -0.1 || size.max() > 1.1 { outside += 1 }
      points01 = points01 && (0...1).contains(point.x) && (0...1).contains(point.y)
      pointCount += 1
    }
    if sample.trackingState != nil { limited += 1 }
    var frame = FaceFrame(
      time: sample.time, isTracked: false, face: .unknown, leftEye: .unknown, rightEye: .unknown)
    if sample.trackingState != "notAvailable" {
      if let seen = face.frame(point, on: geometry, time: sample.time, blink: lids) {
        frame = seen
      } else {
        if unreachable.count == 0 { unreachable.line = sample.line }
        unreachable.count += 1
      }
    }
    return ImportedFrame(observation: RecordedFrame.Observation(participant: session, frame: frame), line: sample.line)
  }

  /// 0 where the file has no lids at all, NaN where it has none for this moment.
  private func lid(_ series: inout LidSeries?, at time: Double) throws(FileError) -> Float {
    guard series != nil else { return 0 }
    return Float(try series?.value(at: time) ?? .nan)
  }

  /// 0 where the file has no lids at all, NaN where it has none for this moment.
  private static func lid(_ series: inout LidSeries?, at time: Double) throws(FileError) -> Float {
    guard series != nil else { return 0 }
    return Float(try series?.value(at: time) ?? .nan)
  }

  private mutating func turn(to new: ScreenOrientation, _ line: Int) {
    if let orientation, orientation != new {
      if turned.count == 0 { turned.line = line }
      turned.count += 1
    }
    orientation = new
    firstOrientation = firstOrientation ?? new
  }
}

/// How far a lid was closed at a time: a list read along with the points.
struct LidSeries: ~Copyable {
  /// The samples of one moment carry the same time stamp; two milliseconds allow for other writers.
  private static let tolerance = 0.002
  private var series: ScanPathSeries
  private let eye: Bool?
  /// The last samples read, for points that are out of order.
  private var recent: [(time: Double, value: Double?, isTaken: Bool)] = []
  private var isOrdered = true
  private var isAtEnd = false
  /// Samples read.
  private(set) var samples = 0
  /// Those of them that a point was given.
  private(set) var taken = 0

  init?(_ series: consuming ScanPathSeries?, eye: Bool?) {
    guard let series else { return nil }
    self.series = series
    self.eye = eye
  }

  /// The value at a time, nil where there is none. Points and samples may be out of order by `FrameOrder.window` samples.
  mutating func value(at time: Double) throws(FileError) -> Double? {
    while !isAtEnd, recent.last.map({ $0.time < time - Self.tolerance }) ?? true { try read() }
    if let place = place(of: time) { return take(place) }
    // Where the list runs back, too, what comes may be what is wanted.
    repeat {
      try read()
      if let place = place(of: time) { return take(place) }
    } while !isOrdered && !isAtEnd && recent.count < FrameOrder.window
    return nil
  }

  /// Reads what is left.
  mutating func finish() throws(FileError) {
    while !isAtEnd { try read() }
  }

  private func place(of time: Double) -> Int? {
    for index in recent.indices.reversed() {
      if abs(recent[index].time - time) <= Self.tolerance { return index }
      if isOrdered, recent[index].time < time { return nil }
    }
    return nil
  }

  private mutating func take(_ place: Int) -> Double? {
    if !recent[place].isTaken { taken += 1 }
    recent[place].isTaken = true
    return recent[place].value
  }

  private mutating func read() throws(FileError) {
    while let sample = try series.next() {
      guard eye == nil || sample.isLeft == eye else { continue }
      if let last = recent.last, sample.time < last.time { isOrdered = false }
      if recent.count >= 2 * FrameOrder.window { recent.removeFirst(FrameOrder.window) }
      recent.append((sample.time, sample.value, false))
      samples += 1
      return
    }
    isAtEnd = true
  }
}
