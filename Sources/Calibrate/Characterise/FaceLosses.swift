import GazePipeline

/// Rate and length of one person's face losses.
///
/// A loss runs from the first frame without a face to the first frame with one. A loss longer than `longest` is an
/// absence: the person left or turned away, which is not a failure of the tracker.
struct FaceLosses {
  static let longest = 2.0

  private(set) var count = 0, absences = 0, seconds = 0.0, lostFrames = 0, frames = 0
  private var lengths = LogNormalTally()
  private var lastTime, lossStart: Double?
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
    let windows = "losses of at most 2 s, \(absences) longer ones left out"
    return [
      Characteristic(
        "lostShare", frames > 0 ? Figure(value: Double(lostFrames) / Double(frames)) : nil, count: frames, of: "frames",
        windows: "all", note: "frames lost together are no independent trials"),
      Characteristic(
        "dropoutRate", .perMinute(count, in: seconds), count: count,
        of: "losses", windows: windows),
      Characteristic(
        "dropoutDuration", lengths.median?.scaled(by: 1000),
        count: lengths.count, of: "losses", windows: windows,
        note: lengths.count == 0 ? "no loss of which both ends were seen" : nil),
    ]
  }
}
