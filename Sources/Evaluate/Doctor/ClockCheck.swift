import GazePipeline

/// Checks the frames' times: they should be seconds since the phone was started, not those of a wall clock.
struct ClockCheck: Sendable {
  private struct Person: Sendable {
    var last: Double
    var face: TransformMatrix?
    /// Movement of the face in the preceding step.
    var change = Change()
  }

  /// Largest number that can be a time: nanoseconds since any origin are below it.
  private static let longest = 1e20
  private var people: [Int: Person] = [:]
  /// Number of frames whose time is out of range.
  private(set) var beyond = 0
  private(set) var largest = 0.0
  private(set) var steps = 0
  private(set) var standing = 0
  private(set) var backwards = 0
  private(set) var back = 0.0
  private(set) var forwards = 0
  private(set) var forth = 0.0
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
    guard step > 0, change.isFinite else { return }
    if step > 0.15, let usual, step > 12 * usual {
      // The change is relative to the expected movement, since the head may be turning.
      let (moved, expected) = (Self.length(change - before.change), Self.length(before.change))
      if long.count < 1000, moved.isFinite { long.append((step, moved - 0.5 * expected)) }
    } else if changes.count < 4000 {
      let moved = Self.length(change)
      if moved > 0 { changes.append(moved) }
    }
  }

  /// The difference between two poses; a metre counts as three radians.
  private static func change(_ a: TransformMatrix, _ b: TransformMatrix) -> Change {
    Change(
      x: b.columns.0 - a.columns.0, y: b.columns.1 - a.columns.1, z: b.columns.2 - a.columns.2,
      place: (b.columns.3 - a.columns.3) * 3)
  }

  private static func length(_ c: Change) -> Double {
    Double((c.x * c.x + c.y * c.y + c.z * c.z + c.place * c.place).sum().squareRoot())
  }

  private struct Change: Sendable {
    var x = SIMD4<Float>.zero, y = SIMD4<Float>.zero, z = SIMD4<Float>.zero, place = SIMD4<Float>.zero

    var isFinite: Bool { (x * x + y * y + z * z + place * place).sum().isFinite }

    static func - (a: Change, b: Change) -> Change {
      Change(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z, place: a.place - b.place)
    }
  }

  /// The median step so far, seconds as recorded; nil with fewer than 20 steps.
  private var usual: Double? {
    guard known.count >= 20 else { return nil }
    // The first twenty-one steps are enough for a median and are sorted quickly.
    return Quantiles.upperMedian(Array(known.prefix(21)))
  }

  /// Median step over all steps that were kept.
  var medianStep: Double? { Quantiles.upperMedian(known) }

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
    var (parts, figures): ([String], [DoctorReport.Figure]) = ([], [])
    var advice: String?
    if beyond > 0 {
      parts.append(
        "\(NumberText.count(beyond, "frame has a time", "frames have times")) that no clock shows, of more than 20 "
          + "digits"
      )
      figures.append(.init("times that no clock shows", Double(beyond)))
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
      parts.append("times are \(kind)")
      figures.append(.init("largest time", largest, "s as recorded"))
    }
    if let medianStep {
      let ratio = medianStep * rate
      if standing * 10 < steps * 3, !(0.05...20).contains(ratio) {
        let unit = [(1e3, "milliseconds"), (1e6, "microseconds"), (1e9, "nanoseconds")].first {
          (0.3...3).contains(ratio / $0.0)
        }
        parts.append(
          "a step is \(NumberText.rounded(medianStep, 3)), not 1/\(NumberText.rounded(rate, 3)) s: "
            + (unit.map { "times are in \($0.1)" } ?? "times are not seconds"))
        advice = unit.map {
          "Write seconds, not \($0.1): divide by \(NumberText.rounded($0.0, 3)), or take ARFrame.timestamp as it is."
        }
        figures.append(.init("median step", medianStep, "as recorded"))
      }
    }
    if steps > 20, standing * 10 > steps * 3 {
      let known = medianStep.map { "they advance by \(NumberText.rounded($0, 3)) at a time" } ?? "they stand still"
      parts.append("times are rounded: \(standing) of \(steps) frames come at the time of the one before, \(known)")
      figures.append(.init("steps of zero", Double(standing) / Double(steps)))
    }
    if backwards > 0 {
      parts.append("time runs backwards \(NumberText.times(backwards)), by up to \(NumberText.rounded(back, 3)) s")
      figures += [.init("steps backwards", Double(backwards)), .init("largest step back", back, "s")]
    }
    if forwards > 0 {
      parts.append(
        "the clock jumps ahead \(NumberText.times(forwards)), by up to \(NumberText.rounded(forth, 3)) s, while the "
          + "face moves no further than between two frames")
      figures += [.init("jumps ahead", Double(forwards)), .init("largest jump ahead", forth, "s")]
    }
    guard !parts.isEmpty else { return nil }
    // If the only fault is the unit of time, the frames do not have another clock.
    let isUnitAlone = advice != nil && parts.count == 1
    return DoctorReport.Finding(
      .wallClock,
      (isUnitAlone ? "Timestamps are not in seconds: " : "Timestamps are a wall clock's, not the frames' own: ")
        + parts.joined(separator: "; ") + ".", figures,
      advice: isUnitAlone ? advice : advice.map { "\(DoctorFault.wallClock.advice) \($0)" })
  }

  /// A statement of the result if nothing is wrong.
  func check(rate: Double) -> DoctorReport.Check {
    DoctorReport.Check(
      "clock",
      steps == 0
        ? "One frame is too few to check the clock."
        : "Times increase by about a frame each, and they are not a wall clock's.",
      [
        .init("steps", Double(steps)), .init("median step", (medianStep ?? 0) * 1000, "ms"),
        .init("steps of zero", Double(standing)), .init("steps backwards", Double(backwards)),
        .init("largest time", largest, "s"),
      ])
  }
}
