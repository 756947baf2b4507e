import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

@testable import Evaluate
@testable import GazeSimulation
@testable import StudySupport

extension ConfirmStudy {
  /// Counts of one person with one arm, in one cell or summed over several.
  struct Counts: Sendable, Equatable, Codable {
    enum Key: Int {
      /// Scrolls that were wanted and made, made but not wanted, and wanted but not made.
      case hits, unwanted, missed
      /// Scrolls that began while none was wanted, and the time for which none was wanted, minutes.
      case spurious, idleMinutes
      /// Lines of the page, and lines read.
      case lines, linesRead
      /// Deliberate signs of a person who can make them, and those that the detector detected.
      case signs, detected
      /// The same for all people.
      case allSigns, allDetected
    }

    private var values = SIMD16<Double>.zero

    subscript(key: Key) -> Double {
      get { values[key.rawValue] }
      set { values[key.rawValue] = newValue }
    }

    /// F1, hits and what they are compared with.
    var f1: PeopleEstimate.Part { .init(2 * self[.hits], 2 * self[.hits] + self[.unwanted] + self[.missed]) }
    var precision: PeopleEstimate.Part { .init(self[.hits], self[.hits] + self[.unwanted]) }
    var recall: PeopleEstimate.Part { .init(self[.hits], self[.hits] + self[.missed]) }
    /// Unwanted scrolls a minute without an intent.
    var falses: PeopleEstimate.Part { .init(self[.spurious], self[.idleMinutes]) }
    var completion: PeopleEstimate.Part { .init(self[.linesRead], self[.lines]) }
    var detection: PeopleEstimate.Part { .init(self[.detected], self[.signs]) }
    var detectionOfAll: PeopleEstimate.Part { .init(self[.allDetected], self[.allSigns]) }

    static func + (a: Self, b: Self) -> Self {
      var sum = a
      sum.values += b.values
      return sum
    }

    static func sum(_ people: [Outcome]) -> Counts { people.flatMap(\.counts).reduce(Counts(), +) }

    /// Mean over cells, so that a person is not counted once for each cell.
    static func mean(_ counts: [Counts]) -> Counts {
      var mean = counts.reduce(Counts(), +)
      mean.values /= Double(max(counts.count, 1))
      return mean
    }
  }

  /// One person's take with one pipeline, which moves the page if the scenario has one: counts, and delays of the right
  /// scrolls from the beginning of the intent, seconds.
  static func take(
    _ simulation: Simulation, _ participant: Int, _ pipeline: StandardPipeline, _ trigger: ScrollTrigger.Settings
  ) -> (Counts, SignedQuantileSketch) {
    var (pipeline, scorer, frames) = (pipeline, ScrollScorer(), simulation.frames(participant: participant))
    let (screen, isClosed) = (simulation.screen, simulation.loop != "open")
    let isPointerSeen =
      isClosed && trigger.rule != .sign && simulation.settings["behaviour.compensation", default: 0] > 0
    var watch = trigger.rule.usesSigns && isClosed ? SignWatch(trigger) : nil
    while let recorded = frames.next() {
      let (frame, truth) = (recorded.observation.frame, recorded.truth)
      let output = pipeline.step(frame, recorded.observation.app.context)
      if isClosed { frames.scroll(output.scroll) }
      if isPointerSeen {
        frames.observe(pointer: output.pointer)
        // Only `confirm` has a zone that an app can show as armed.
        if trigger.rule == .confirm { frames.observe(isArmed: pipeline.armed != .none) }
      }
      watch?.step(frame, isPointerHeld: output.rawPointer == nil, frames.signAttempt)
      scorer.step(
        time: frame.time, command: output.scroll, intent: recorded.observation.intent,
        isLookingOffScreen: truth?.gaze.map { !screen.contains($0) } ?? false,
        isLookingAtScreen: truth?.gaze.map(screen.contains) ?? false, showsIntent: truth.map { $0.state == .scroll })
    }
    let tally = scorer.finish()
    var counts = watch?.counts ?? Counts()
    counts[.hits] = Double(tally.truePositives)
    counts[.unwanted] = Double(tally.falsePositives)
    counts[.missed] = Double(tally.falseNegatives)
    counts[.spurious] = Double(tally.falseWithoutIntent)
    counts[.idleMinutes] = tally.secondsWithoutIntent / 60
    if isClosed, let log = frames.readingLog {
      counts[.lines] = Double(log.lines)
      counts[.linesRead] = Double(log.linesRead)
    }
    return (counts, tally.latencies)
  }

  /// Compares deliberate signs with what the trigger's own detectors detect in the same frames.
  ///
  /// A sign is detected if a detector finds one that began after it did, before the next attempt and within 2 s, which
  /// is longer than an unanswered attempt lasts.
  private struct SignWatch {
    private static let longest = 2.0

    /// Counts of the attempts; one that is not over when the take ends does not count.
    private(set) var counts = Counts()
    private var down: SignDetector
    private var up: SignDetector
    private let isOneSign: Bool
    private var lastTime: Double?
    private var held = 0.0
    private let holdLimit: Double
    private var attempt: SignAttempt?
    private var isFound = false

    init(_ trigger: ScrollTrigger.Settings) {
      down = SignDetector(
        trigger.sign, on: trigger.signOn, off: trigger.signOff, hold: trigger.signHold, release: trigger.release)
      up = SignDetector(trigger.upSign, hold: trigger.signHold, release: trigger.release)
      isOneSign = trigger.rule != .sign
      holdLimit = trigger.holdLimit
    }

    mutating func step(_ frame: FaceFrame, isPointerHeld: Bool, _ latest: SignAttempt?) {
      let elapsed = min(max(lastTime.map { frame.time - $0 } ?? 0, 0), 0.1)
      lastTime = frame.time
      if let latest, latest.number != attempt?.number {
        countAttempt()
        (attempt, isFound) = (latest, false)
      }
      guard !isPointerHeld, let level = down.sign.level(in: frame) else {
        held += elapsed
        if held > holdLimit {
          down.forget()
          up.forget()
        }
        return
      }
      held = 0
      down.step(level, elapsed: elapsed)
      if !isOneSign, let level = up.sign.level(in: frame) { up.step(level, elapsed: elapsed) }
      guard let attempt, !isFound else { return }
      let (detector, age) = (attempt.isUp && !isOneSign ? up : down, frame.time - attempt.start)
      if detector.isOn, detector.age <= age, age <= Self.longest { isFound = true }
    }

    private mutating func countAttempt() {
      guard let attempt else { return }
      counts[.allSigns] += 1
      counts[.allDetected] += isFound ? 1 : 0
      guard attempt.canSign else { return }
      counts[.signs] += 1
      counts[.detected] += isFound ? 1 : 0
    }
  }
}

extension PeopleEstimate.Part {
  /// The quotient; nil without a denominator.
  var value: Double? { denominator > 0 ? numerator / denominator : nil }
}
