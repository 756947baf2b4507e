import GazeMetrics
import GazePipeline

/// Sampling of one person's frames: rate, missing frames, gaps, and frames that repeat the previous one.
///
/// The usual step is the median of each block of 64 steps, so that a phone that gets hot and halves its rate is not
/// mistaken for one that drops every other frame. A step of about k usual steps means k − 1 missing frames. A step
/// beyond `longestStep` is a pause, and pauses are not evaluated.
struct FrameTiming: Sendable {
  /// Step in seconds above which frames are assumed to be missing because the app did not run.
  static let longestStep = 0.5
  private static let block = 64
  /// Rates are distinguished if they differ by more than about this share.
  private static let resolution = 0.05

  private struct Class: Sendable {
    var periods = 0.0
    var seconds = 0.0
    var squares = 0.0
    var steps = 0.0
  }

  private(set) var frames = 0
  /// Number of frames that could repeat the previous frame, since both have a face.
  private(set) var comparable = 0
  private(set) var repeats = 0
  private(set) var missing = 0
  private(set) var gaps = 0
  private(set) var pauses = 0
  private(set) var longestGap = 0.0
  private var steps: [Double] = []
  private var lastTime: Double?
  private var lastWasTracked = false
  /// Steps by class, ⌊log(step)/resolution⌋.
  private var classes: [Int: Class] = [:]

  mutating func add(_ glance: FrameGlance) {
    frames += 1
    if glance.isTracked, lastWasTracked {
      comparable += 1
      if glance.isRepeat { repeats += 1 }
    }
    lastWasTracked = glance.isTracked
    defer { lastTime = glance.time }
    guard let lastTime, glance.time > lastTime else { return }
    let step = glance.time - lastTime
    longestGap = max(longestGap, step)
    if step > Self.longestStep {
      pauses += 1
      return
    }
    steps.append(step)
    if steps.count == Self.block { closeBlock() }
  }

  mutating func finish() { closeBlock() }

  private mutating func closeBlock() {
    defer { steps.removeAll(keepingCapacity: true) }
    guard let usual = Quantiles.median(steps), usual > 1e-6 else { return }
    var tally = Class()
    for step in steps {
      let periods = max((step / usual).rounded(), 1)
      if periods > 1 {
        missing += Int(periods) - 1
        gaps += 1
      }
      tally.periods += periods
      tally.seconds += step
      let off = step - periods * usual
      tally.squares += off * off
      tally.steps += 1
    }
    let index = Int((Elementary.log(usual) / Self.resolution).rounded(.down))
    var sum = classes[index] ?? Class()
    sum.periods += tally.periods
    sum.seconds += tally.seconds
    sum.squares += tally.squares
    sum.steps += tally.steps
    classes[index] = sum
  }

  /// The rate that lasted longest, its standard error, and its share of the time.
  var rate: (value: Double, standardError: Double, share: Double)? {
    guard let best = classes.max(by: { ($0.value.seconds, $1.key) < ($1.value.seconds, $0.key) }) else { return nil }
    let near = classes.filter { abs($0.key - best.key) <= 1 }.map(\.value)
    let all = classes.values.reduce(0) { $0 + $1.seconds }
    let (periods, seconds) = (near.reduce(0) { $0 + $1.periods }, near.reduce(0) { $0 + $1.seconds })
    guard seconds > 0, periods > 1 else { return nil }
    // Independent jitter of the times cancels from step to step, so this interval is too wide rather than too narrow.
    let scatter = (near.reduce(0) { $0 + $1.squares } / periods).squareRoot()
    let period = seconds / periods
    let error = max(scatter / periods.squareRoot() / period, 1e-9)
    return (1 / period, error / period, seconds / max(all, seconds))
  }

  var characteristics: [Characteristic] {
    let rate = rate
    let half = rate.map { 1.96 * $0.standardError }
    let expected = frames + missing
    return [
      Characteristic(
        "rate", unit: "Hz", value: rate?.value,
        ci95: rate.flatMap { rate in half.flatMap { ConfidenceInterval(rate.value - $0, rate.value + $0) } },
        count: frames,
        of: "frames", windows: "steps of at most 0.5 s",
        note: rate.flatMap { $0.share < 0.99 ? "held for \(Int($0.share * 100)) % of the time" : nil }),
      Characteristic(
        "dropped", key: "tracker.dropped", unit: "1",
        value: expected > 1 ? Double(missing) / Double(expected) : nil,
        ci95: ConfidenceInterval.clopperPearson(successes: missing, of: expected), count: expected, of: "frames",
        windows: "frames due by the usual step of the 64 around",
        note:
          "\(gaps) gaps, \(pauses) pauses of more than 0.5 s, "
          + "longest step \(NumberText.whole(min(longestGap, 1e9) * 1000)) ms"
      ),
      Characteristic(
        "duplicated", key: "tracker.duplicated", unit: "1",
        value: comparable > 0 ? Double(repeats) / Double(comparable) : nil,
        ci95: ConfidenceInterval.clopperPearson(successes: repeats, of: comparable), count: comparable, of: "frames",
        windows: "frames with a face after one with a face"),
    ]
  }
}
