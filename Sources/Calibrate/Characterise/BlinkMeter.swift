import GazeMetrics

/// One person's blinks, detected from how far the lids are closed: rate and length.
///
/// A blink begins when the mean closure of the lids rises by more than 0.15 above a slowly changing floor, and must end
/// within `longest`. The floor follows lids that hang or sink with the gaze, so such lids do not count as blinks. A
/// blink's length is that of the raised cosine with the same area and energy,
///
///     L = (3/2) (∫ lid dt)² / ∫ lid² dt,
///
/// which needs neither the true peak nor the end of the blink: at 60 frames a second both fall between frames.
struct BlinkMeter {
  /// `onset`: rise at which a blink begins, and rise below which it is over; `flank`: rise that may already be part
  /// of a blink's flank; `margin`: seconds before and after a blink that still belong to it.
  private static let onset = 0.15, end = 0.10, flank = 0.03, margin = 0.15
  /// Seconds after which the eyes count as closed instead of blinking.
  static let longest = 1.0

  /// Frames after which a blink is cut off. No tracker delivers so many frames in a blink, so with this many the
  /// recording's clock does not advance.
  private static let mostFrames = 1024

  private struct Sample {
    var time: Double
    var lid: Double
  }

  private enum State {
    case open
    case closed(since: Double, over: Double?)
  }

  /// `seconds`: time with a face and open lids, seconds.
  private(set) var count = 0, closures = 0, seconds = 0.0
  private var lengths = LogNormalTally()
  private var floor: Double?
  private var recent: [Sample] = []
  private var state = State.open
  private var isBroken = false
  /// True while the lid is, or may be, moving.
  private(set) var isMoving = false

  mutating func add(_ glance: FrameGlance) {
    // Repeated frames are left out, since they show the lids at an earlier time.
    if glance.isRepeat { return }
    guard let lid = glance.lid else {
      close()
      recent.removeAll(keepingCapacity: true)
      floor = nil
      isMoving = false
      return
    }
    let step = recent.last.map { glance.time - $0.time } ?? 0
    if step < 0 || step > 0.25 || recent.count >= Self.mostFrames {
      close()
      recent.removeAll(keepingCapacity: true)
    }
    recent.append(Sample(time: glance.time, lid: lid))
    let base = floor ?? lid
    let rise = lid - base
    isMoving = rise > Self.flank
    switch state {
    case .open:
      recent.removeAll { glance.time - $0.time > Self.margin }
      if rise > Self.onset {
        state = .closed(since: glance.time, over: nil)
      } else {
        seconds += min(max(step, 0), 0.25)
        // The floor follows a falling closure at once and a rising one only within seconds, so it stays below the
        // blinks.
        floor = base + rise * min(max(step, 0) / (rise < 0 ? 0.05 : 2), 1)
      }
    case .closed(let since, let over):
      isMoving = true
      if glance.time - since > Self.longest {
        closures += 1
        state = .open
        floor = lid
        recent.removeAll(keepingCapacity: true)
      } else if let over, rise > Self.onset || glance.time - over > Self.margin {
        close()
        if rise > Self.onset {
          recent = [Sample(time: glance.time, lid: lid)]
          isBroken = true
          state = .closed(since: glance.time, over: nil)
        }
      } else {
        state = .closed(since: since, over: rise < Self.end ? over ?? glance.time : nil)
      }
    }
  }

  mutating func finish() { close() }

  private mutating func close() {
    guard case .closed(_, let over) = state else { return }
    state = .open
    defer { isBroken = false }
    count += 1
    // The length of an interrupted blink is unknown.
    guard over != nil, !isBroken, let base = floor, recent.count > 3 else { return }
    var (area, energy) = (0.0, 0.0)
    for (a, b) in zip(recent, recent.dropFirst()) {
      let (x, y, half) = (a.lid - base, b.lid - base, (b.time - a.time) / 2)
      area += (x + y) * half
      energy += (x * x + y * y) * half
    }
    guard area > 0, energy > 0 else { return }
    lengths.add(1.5 * area * area / energy)
  }

  var characteristics: [Characteristic] {
    let windows =
      "lids that rise by 0.15 and fall within 1 s" + (closures > 0 ? "; \(counted(closures, "longer closures"))" : "")
    return [
      Characteristic(
        "blinkRate", .perMinute(count, in: seconds), count: count,
        of: "blinks", windows: windows),
      Characteristic(
        "blinkDuration", lengths.median?.scaled(by: 1000),
        count: lengths.count, of: "blinks", windows: windows,
        note: lengths.count == 0 ? "no blink of which both ends were seen" : nil),
      Characteristic(
        "blinkDurationSpread", lengths.spread, count: lengths.count,
        of: "blinks", windows: windows, note: lengths.count < 2 ? "a spread takes two blinks" : nil),
    ]
  }
}
