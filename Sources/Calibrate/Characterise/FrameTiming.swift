import GazeMetrics
import GazePipeline
private import PortableFoundation

/// Sampling of one person's frames: rate, missing frames, gaps, and frames that repeat the previous one.
///
/// The usual step is the median of each block of 64 steps, so that a phone that gets hot and halves its rate is not
/// mistaken for one that drops every other frame. A step of about k usual steps means k − 1 missing frames. A step
/// beyond `longestStep` is a pause, and pauses are not evaluated.
struct FrameTiming {
  /// Step in seconds above which frames are assumed to be missing because the app did not run.
  static let longestStep = 0.5
  private static let block = 64
  /// Rates are distinguished if they differ by more than about this share.
  private static let resolution = 0.05

  private struct Class {
    var periods = 0.0
    var seconds = 0.0
    var squares = 0.0

    mutating func add(_ other: Class) {
      periods += other.periods
      seconds += other.seconds
      squares += other.squares
    }
  }

  /// `comparable`: number of frames that could repeat the previous frame, since both have a face.
  private(set) var frames = 0, comparable = 0, repeats = 0, missing = 0, gaps = 0, pauses = 0, longestGap = 0.0
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
    let index = Int((log(usual) / Self.resolution).rounded(.down))
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
    }
    classes[index, default: Class()].add(tally)
  }

  /// The rate that lasted longest, its standard error, and its share of the time.
  var rate: (value: Double, standardError: Double, share: Double)? {
    guard let best = classes.max(by: { ($0.value.seconds, $1.key) < ($1.value.seconds, $0.key) }) else { return nil }
    let near = classes.filter { abs($0.key - best.key) <= 1 }.map(\.value)
    let all = classes.values.sum { $0.seconds }
    let (periods, seconds) = (near.sum { $0.periods }, near.sum { $0.seconds })
    guard seconds > 0, periods > 1 else { return nil }
    // Independent jitter of the times cancels from step to step, so this interval is too wide rather than too narrow.
    let scatter = (near.sum { $0.squares } / periods).squareRoot()
    let period = seconds / periods
    let error = max(scatter / periods.squareRoot() / period, 1e-9)
    return (1 / period, error / period, seconds / max(all, seconds))
  }

  var characteristics: [Characteristic] {
    let rate = rate
    let expected = frames + missing
    return [
      Characteristic(
        "rate", rate.map { Figure($0.value, half: 1.96 * $0.standardError) }, count: frames, of: "frames",
        windows: "steps of at most 0.5 s",
        note: rate.flatMap { $0.share < 0.99 ? "held for \(Int($0.share * 100)) % of the time" : nil }),
      Characteristic(
        "dropped", .share(missing, of: expected, fewest: 2), count: expected,
        of: "frames", windows: "frames due by the usual step of the 64 around",
        note:
          """
          \(gaps) gaps, \(pauses) pauses of more than 0.5 s, \
          longest step \(NumberText.whole(min(longestGap, 1e9) * 1000)) ms
          """
      ),
      Characteristic(
        "duplicated", .share(repeats, of: comparable), count: comparable,
        of: "frames", windows: "frames with a face after one with a face"),
    ]
  }
}
