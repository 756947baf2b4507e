import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

extension ConfirmStudy {
  /// Results of one person's take with one pipeline.
  struct Take: Sendable {
    /// Counts of the take.
    fileprivate(set) var counts = Counts()
    /// Delays of the right scrolls, from the beginning of the intent, seconds.
    private(set) var delays = SignedQuantileSketch()

    fileprivate init(_ tally: ScrollTally) {
      delays = tally.latencies
      counts.hits = Double(tally.truePositives)
      counts.unwanted = Double(tally.falsePositives)
      counts.missed = Double(tally.falseNegatives)
      counts.spurious = Double(tally.falseWithoutIntent)
      counts.idleMinutes = tally.secondsWithoutIntent / 60
    }
  }

  /// One person's take with one pipeline, which moves the page if the scenario has one; a value, so that a copy goes on
  /// from the same frame.
  struct Course {
    private(set) var frames: SimulatedFrames
    private var pipeline: StandardPipeline
    private var scorer = ScrollScorer()
    private var watch: SignWatch?
    private let screen: ScreenGeometry
    private let isClosed: Bool, isPointerSeen: Bool, hasArmedZone: Bool
    /// Time of the last frame, seconds.
    private(set) var time = 0.0

    init(_ simulation: Simulation, participant: Int, pipeline: StandardPipeline, trigger: ScrollTrigger.Settings) {
      self.pipeline = pipeline
      frames = simulation.frames(participant: participant)
      (screen, isClosed) = (simulation.screen, simulation.loop != "open")
      isPointerSeen =
        isClosed && trigger.rule != .sign && simulation.settings["behaviour.compensation", default: 0] > 0
      // Only `confirm` has a zone that an app can show as armed.
      hasArmedZone = trigger.rule == .confirm
      watch = trigger.rule.usesSigns && isClosed ? SignWatch(trigger) : nil
    }

    /// Changes the reader's habits from the next intent on.
    mutating func change(_ habits: ScrollHabits) { frames.change(habits) }

    /// Advances by a frame; false at the end.
    mutating func step() -> Bool {
      guard let recorded = frames.next() else { return false }
      let (frame, truth) = (recorded.observation.frame, recorded.truth)
      time = frame.time
      let output = pipeline.step(frame, recorded.observation.app.context)
      if isClosed { frames.scroll(output.scroll) }
      if isPointerSeen {
        frames.see(pointer: output.pointer)
        if hasArmedZone { frames.see(isArmed: pipeline.armed != .none) }
      }
      watch?.step(frame, isPointerHeld: output.rawPointer == nil, frames.signAttempt)
      scorer.step(
        time: frame.time, command: output.scroll, intent: recorded.observation.intent,
        isLookingOffScreen: truth?.gaze.map { !screen.contains($0) } ?? false,
        isLookingAtScreen: truth?.gaze.map(screen.contains) ?? false, showsIntent: truth.map { $0.state == .scroll })
      return true
    }

    /// Results of the frames so far.
    func finish() -> Take {
      var scorer = scorer
      var take = Take(scorer.finish())
      watch?.add(to: &take.counts)
      if isClosed, let log = frames.readingLog {
        (take.counts.lines, take.counts.linesRead) = (Double(log.lines), Double(log.linesRead))
      }
      return take
    }
  }

  /// Compares deliberate signs with what the trigger's own detectors detect in the same frames.
  ///
  /// A sign is detected if a detector finds one that began after it did, before the next attempt and within 2 s, which
  /// is longer than an unanswered attempt lasts.
  private struct SignWatch {
    private static let longest = 2.0

    private var down: SignDetector
    private var up: SignDetector
    private let isOneSign: Bool
    private var lastTime: Double?
    private var held = 0.0
    private let holdLimit: Double
    private var attempt: SignAttempt?
    private var isFound = false
    private var counts = Counts()

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
        close()
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

    private mutating func close() {
      guard let attempt else { return }
      counts.allSigns += 1
      if isFound { counts.allDetected += 1 }
      guard attempt.canSign else { return }
      counts.signs += 1
      if isFound { counts.detected += 1 }
    }

    /// Adds the counts; an attempt that is not over when the take ends does not count.
    func add(to sum: inout Counts) { sum = sum + counts }
  }
}
