import GazePipeline

/// Checks the frames' times: they should be seconds since the phone was started, not those of a wall clock.
struct ClockCheck: Sendable {
  private struct Person: Sendable {
    var last: Double
    var face: TransformMatrix?
    /// Movement of the face in the preceding step.
    var change = Change.zero
  }

  /// The difference between two poses, column by column; a metre counts as three radians.
  private typealias Change = SIMD16<Float>

  /// Largest number that can be a time: nanoseconds since any origin are below it.
  private static let longest = 1e20
  private var people: [Int: Person] = [:]
  /// Number of frames whose time is out of range.
  private var beyond = 0
  private var largest = 0.0
  private var steps = 0
  private var standing = 0
  private var backwards = 0
  private var back = 0.0
  private var forwards = 0
  private var forth = 0.0
  /// Time steps between frames of one participant, the first few thousand.
  private var known: [Double] = []
  /// Movements of the face during a time step, the first few thousand.
  private var changes: [Double] = []
  /// Long steps, in seconds, with the face's deviation from its expected position, which `finish()` judges.
  private var long: [(step: Double, change: Double)] = []

  mutating func add(_ frame: FaceFrame, participant: Int) {
    guard frame.time.isFinite else { return }
    guard abs(frame.time) < Self.longest else {
      beyond += 1
      return
    }
    largest = max(largest, abs(frame.time))
    let face = frame.isTracked ? frame.face : nil
    let old = people[participant]
    people[participant] = Person(last: frame.time, face: face)
    guard let before = old else { return }
    let step = frame.time - before.last
    steps += 1
    if step == 0 { standing += 1 }
    if step < 0 {
      backwards += 1
      back = max(back, -step)
    }
    if step > 0, known.count < 4000 { known.append(step) }
    guard let from = before.face, let face else { return }
    let change = Self.change(from, face)
    people[participant]?.change = change
    let moved = Self.length(change)
    guard step > 0, moved.isFinite else { return }
    if step > 0.15, let usual, step > 12 * usual {
      // The change is relative to the expected movement, since the head may be turning.
      let off = Self.length(change - before.change)
      if long.count < 1000, off.isFinite { long.append((step, off - 0.5 * Self.length(before.change))) }
    } else if changes.count < 4000, moved > 0 {
      changes.append(moved)
    }
  }

  private static func change(_ a: TransformMatrix, _ b: TransformMatrix) -> Change {
    let (a, b) = (a.columns, b.columns)
    return Change(
      lowHalf: SIMD8(lowHalf: b.0 - a.0, highHalf: b.1 - a.1),
      highHalf: SIMD8(lowHalf: b.2 - a.2, highHalf: (b.3 - a.3) * 3))
  }

  private static func length(_ change: Change) -> Double {
    let (a, b) = ((change * change).lowHalf, (change * change).highHalf)
    return Double((a.lowHalf + a.highHalf + b.lowHalf + b.highHalf).sum().squareRoot())
  }

  /// The median step so far, seconds as recorded; nil with fewer than 20 steps.
  private var usual: Double? {
    guard known.count >= 20 else { return nil }
    // The first twenty-one steps are enough for a median and are sorted quickly.
    return Quantiles.upperMedian(Array(known.prefix(21)))
  }

  /// Median step over all steps that were kept.
  private var medianStep: Double? { Quantiles.upperMedian(known) }

  /// Decides which long time steps were jumps of the clock: those after which the face is where it would be one frame
  /// later.
  mutating func finish() {
    guard let usual = Quantiles.upperMedian(changes) else { return }
    for pause in long where pause.change < 4 * usual {
      forwards += 1
      forth = max(forth, pause.step)
    }
    long = []
  }

  /// The finding about the clock with its numbers; nil if nothing is wrong.
  func finding(rate: Double) -> DoctorReport.Finding? {
    var (parts, numbers): ([String], DoctorReport.Numbers) = ([], [:])
    func note(_ part: String, _ more: DoctorReport.Numbers) {
      parts.append(part)
      numbers += more
    }
    var advice: String?
    if beyond > 0 {
      note(
        "\(NumberText.count(beyond, "frame has a time", "frames have times")) that no clock shows, of more than 20 "
          + "digits", ["times that no clock shows": beyond])
    }
    // The limit is about three years in seconds, the longest time since a phone was started that is assumed possible.
    if largest >= 1e8 {
      let kind =
        switch largest {
        case 5e8..<1.2e9: "seconds since 2001 (Date.timeIntervalSinceReferenceDate)"
        case 1.2e9..<5e9: "seconds since 1970 (Unix time)"
        case 5e11..<1.2e12: "milliseconds since 2001"
        case 1.2e12..<5e12: "milliseconds since 1970"
        case 1e15...: "nanoseconds or microseconds of a wall clock"
        default: "no seconds since the phone was started"
        }
      note("times are \(kind)", ["largest time [s as recorded]": largest])
    }
    if let medianStep, standing * 10 < steps * 3, !(0.05...20).contains(medianStep * rate) {
      let unit = [(1e3, "milliseconds"), (1e6, "microseconds"), (1e9, "nanoseconds")].first {
        (0.3...3).contains(medianStep * rate / $0.0)
      }
      note(
        "a step is \(NumberText.rounded(medianStep, 3)), not 1/\(NumberText.rounded(rate, 3)) s: times are "
          + (unit.map { "in \($0.1)" } ?? "not seconds"), ["median step [as recorded]": medianStep])
      advice = unit.map {
        "Write seconds, not \($0.1): divide by \(NumberText.rounded($0.0, 3)), or take ARFrame.timestamp as it is."
      }
    }
    if steps > 20, standing * 10 > steps * 3 {
      let known = medianStep.map { "they advance by \(NumberText.rounded($0, 3)) at a time" } ?? "they stand still"
      note(
        "times are rounded: \(standing) of \(steps) frames come at the time of the one before, \(known)",
        ["steps of zero": Double(standing) / Double(steps)])
    }
    if backwards > 0 {
      note(
        "time runs backwards \(NumberText.times(backwards)), by up to \(NumberText.rounded(back, 3)) s",
        ["steps backwards": backwards, "largest step back [s]": back])
    }
    if forwards > 0 {
      note(
        "the clock jumps ahead \(NumberText.times(forwards)), by up to \(NumberText.rounded(forth, 3)) s, while the "
          + "face moves no further than between two frames",
        ["jumps ahead": forwards, "largest jump ahead [s]": forth])
    }
    guard !parts.isEmpty else { return nil }
    // If the only fault is the unit of time, the frames do not have another clock.
    let isUnitAlone = advice != nil && parts.count == 1
    return DoctorReport.Finding(
      .wallClock,
      "Timestamps are \(isUnitAlone ? "not in seconds" : "a wall clock's, not the frames' own"): "
        + parts.joined(separator: "; ") + ".", numbers,
      advice: isUnitAlone ? advice : advice.map { "\(DoctorFault.wallClock.advice) \($0)" })
  }

  /// A statement of the result if nothing is wrong.
  var check: DoctorReport.Check {
    DoctorReport.Check(
      "clock",
      steps == 0
        ? "One frame is too few to check the clock."
        : "Times increase by about a frame each, and they are not a wall clock's.",
      [
        "steps": steps, "median step [ms]": (medianStep ?? 0) * 1000, "steps of zero": standing,
        "steps backwards": backwards, "largest time [s]": largest,
      ])
  }
}
