import GazeMetrics

/// Rate and length of one person's face losses.
///
/// A loss runs from the first frame without a face to the first frame with one. A loss longer than `longest` is an
/// absence: the person left or turned away, which is not a failure of the tracker.
struct FaceLosses: Sendable {
  /// Longest loss, seconds.
  static let longest = 2.0

  private(set) var count = 0
  private(set) var absences = 0
  /// Time with a face, seconds.
  private(set) var seconds = 0.0
  private(set) var lostFrames = 0
  private(set) var frames = 0
  private var lengths = LogNormalTally()
  private var lastTime: Double?
  private var lossStart: Double?
  private var wasTracked = false

  mutating func add(_ glance: FrameGlance) {
    frames += 1
    defer { lastTime = glance.time }
    if !glance.isTracked {
      lostFrames += 1
      // A loss at the start of the recording does not count, since its beginning is unknown.
      if wasTracked { lossStart = glance.time }
      wasTracked = false
      return
    }
    wasTracked = true
    if let start = lossStart {
      let length = glance.time - start
      if length > Self.longest {
        absences += 1
      } else {
        count += 1
        lengths.add(length)
      }
      lossStart = nil
    } else if let lastTime, glance.time > lastTime {
      seconds += min(glance.time - lastTime, FrameTiming.longestStep)
    }
  }

  mutating func finish() {
    // A loss that has not ended counts, but its length is unknown.
    if let start = lossStart, let lastTime, lastTime - start <= Self.longest { count += 1 }
    lossStart = nil
  }

  var characteristics: [Characteristic] {
    let minutes = seconds / 60
    let perMinute = minutes > 0 ? ConfidenceInterval.poisson(count: count) : nil
    let windows = "losses of at most 2 s, \(absences) longer ones left out"
    let lost = lengths.count == 0 ? "no loss of which both ends were seen" : nil
    return [
      Characteristic(
        "lostShare", unit: "1", value: frames > 0 ? Double(lostFrames) / Double(frames) : nil, ci95: nil,
        count: frames, of: "frames", windows: "all", note: "frames lost together are no independent trials"),
      Characteristic(
        "dropoutRate", key: "tracker.dropoutRate", unit: "1/min",
        value: minutes > 0 ? Double(count) / minutes : nil,
        ci95: perMinute.flatMap { ConfidenceInterval($0.lower / minutes, $0.upper / minutes) }, count: count,
        of: "losses",
        windows: windows),
      Characteristic(
        "dropoutDuration", key: "tracker.dropoutDuration", unit: "ms", value: lengths.median.map { $0 * 1000 },
        ci95: lengths.medianInterval.flatMap { ConfidenceInterval($0.lower * 1000, $0.upper * 1000) },
        count: lengths.count,
        of: "losses", windows: windows, note: lost),
    ]
  }
}
