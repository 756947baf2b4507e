import GazePipeline

/// Reads the frames' times: seconds since the phone was started, or a clock on the wall?
struct ClockCheck: Sendable {
  private struct Person: Sendable {
    var last: Double
    var face: TransformMatrix?
  }

  private var people: [Int: Person] = [:]
  private(set) var largest = 0.0
  private(set) var steps = 0
  private(set) var standing = 0
  private(set) var backwards = 0
  private(set) var back = 0.0
  private(set) var forwards = 0
  private(set) var forth = 0.0
  /// Steps of a participant's frames, the first few thousand.
  private var known: [Double] = []
  private var change = 0.0
  private var changes = 0
  /// Long steps, seconds and how far the face moved in them, to be judged at the end.
  private var long: [(step: Double, change: Double)] = []

  mutating func add(_ frame: FaceFrame, participant: Int) {
    guard frame.time.isFinite else { return }
    largest = max(largest, abs(frame.time))
    let face = frame.isTracked ? frame.face : nil
    defer { people[participant] = Person(last: frame.time, face: face) }
    guard let before = people[participant] else { return }
    let step = frame.time - before.last
    steps += 1
    if step == 0 { standing += 1 }
    if step < 0 {
      backwards += 1
      back = max(back, -step)
    }
    if step > 0, known.count < 4000 { known.append(step) }
    guard step > 0, let old = before.face, let face, old != face else { return }
    var sum = 0.0
    for i in 0..<16 {
      let d = Double(face[i] - old[i]) * (i < 12 ? 1 : 3)
      sum += d * d
    }
    guard sum.isFinite else { return }
    let moved = sum.squareRoot()
    if step > 0.15, let usual, step > 12 * usual {
      if long.count < 1000 { long.append((step, moved)) }
    } else {
      change += moved
      changes += 1
    }
  }

  /// The median step so far, seconds as recorded; not before 20.
  private var usual: Double? {
    guard known.count >= 20 else { return nil }
    // The first twenty to two hundred will do, and cost little.
    return known.prefix(min(known.count, 21)).sorted()[10]
  }

  /// Median step over all that were kept.
  var medianStep: Double? { known.isEmpty ? nil : known.sorted()[known.count / 2] }

  /// Decides which long steps were jumps of the clock: the face is where it would be a frame later.
  mutating func finish() {
    guard changes > 0 else { return }
    let mean = change / Double(changes)
    for pause in long where pause.change < 3 * mean {
      forwards += 1
      forth = max(forth, pause.step)
    }
    long = []
  }

  /// What is wrong, the numbers beside; nil for nothing.
  func finding(rate: Double) -> DoctorReport.Finding? {
    var (parts, figures): ([String], [DoctorReport.Figure]) = ([], [])
    func number(_ value: Double, _ digits: Double = 1000) -> String { "\((value * digits).rounded() / digits)" }
    // A phone that was last started three years ago is the oldest there is.
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
        parts.append("a step is \(number(medianStep)), not 1/\(number(rate)) s: not seconds")
        figures.append(.init("median step", medianStep, "as recorded"))
      }
    }
    if steps > 20, standing * 10 > steps * 3 {
      let known = medianStep.map { "they advance by \(number($0)) at a time" } ?? "they stand still"
      parts.append("times are rounded: \(standing) of \(steps) frames come at the time of the one before, \(known)")
      figures.append(.init("steps of zero", Double(standing) / Double(steps)))
    }
    if backwards > 0 {
      parts.append("time runs backwards \(backwards == 1 ? "once" : "\(backwards) times"), by up to \(number(back)) s")
      figures += [.init("steps backwards", Double(backwards)), .init("largest step back", back, "s")]
    }
    if forwards > 0 {
      parts.append(
        "the clock jumps ahead \(forwards == 1 ? "once" : "\(forwards) times"), by up to \(number(forth)) s, while the face "
          + "moves no further than between two frames")
      figures += [.init("jumps ahead", Double(forwards)), .init("largest jump ahead", forth, "s")]
    }
    guard !parts.isEmpty else { return nil }
    return DoctorReport.Finding(
      .wallClock, "Timestamps are a wall clock's, not the frames' own: " + parts.joined(separator: "; ") + ".", figures)
  }

  /// What there was to see.
  func check(rate: Double) -> DoctorReport.Check {
    DoctorReport.Check(
      "clock",
      steps == 0 ? "One frame tells no clock." : "Times grow, by about a frame each, from no wall clock's origin.",
      [
        .init("steps", Double(steps)), .init("median step", (medianStep ?? 0) * 1000, "ms"),
        .init("steps of zero", Double(standing)), .init("steps backwards", Double(backwards)),
        .init("largest time", largest, "s"),
      ])
  }
}
