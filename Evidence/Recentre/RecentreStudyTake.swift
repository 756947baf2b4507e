import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

extension RecentreStudy {
  /// Results of one person with one arm. All medians are exact; the samples themselves are not kept.
  struct Figures: Sendable, Equatable, Codable {
    /// Median pointer error at rest over the whole take, points; nil without a sample.
    var whole: Double?
    /// As `whole`, from 30 s to 60 s.
    var early: Double?
    /// As `whole`, in the last 60 s.
    var late: Double?
    /// As `whole`, in the last 120 s.
    var lastTwoMinutes: Double?
    /// 90th percentile of the error over the whole take, points.
    var p90: Double?
    /// Median over the last 60 s of reading of the unsmoothed pointer minus the gaze, lines down.
    var lines: Double?
    /// True if the pipeline asked for a dot in the first 90 s; nil for a take that ends before them.
    var wantedDot: Bool?

    subscript(window: Window) -> Double? {
      switch window {
      case .whole: whole
      case .early: early
      case .late: late
      case .lastTwoMinutes: lastTwoMinutes
      }
    }
  }

  /// The measurement of one person's take: the pointer's error over samples of eyes at rest, as `PointerMeter` selects
  /// them.
  struct Meter {
    private let screen: ScreenGeometry
    private let pitch: Double
    private var eyes = EyesAtRest()
    private var errors: [(time: Double, error: Double)] = []
    private var heights: [(time: Double, lines: Double)] = []
    private var end = 0.0
    private var wantedDot = false

    /// - Parameters:
    ///   - screen: screen that the app assumes.
    ///   - seconds: expected length of the take.
    ///   - pitch: distance of the lines, points.
    init(screen: ScreenGeometry, seconds: Double, pitch: Double) {
      (self.screen, self.pitch) = (screen, pitch)
      errors.reserveCapacity(Int(max(seconds, 0) * 60))
    }

    /// Takes in a frame and the pipeline's output for it.
    mutating func add(_ output: PointerOutput, on recorded: RecordedFrame) {
      let (time, truth) = (recorded.time, recorded.truth)
      // The step comes first, because the eyes must see every frame.
      let isResting = eyes.step(truth, at: time)
      end = time
      guard let truth, truth.state != .blink, recorded.observation.frame.blink.max() <= 0.5,
        let gaze = truth.gaze, screen.contains(gaze), let raw = output.rawPointer, let pointer = output.pointer
      else { return }
      if isResting { errors.append((time, (pointer - gaze).length)) }
      if truth.state == .read { heights.append((time, (raw.y - gaze.y) / pitch)) }
    }

    /// Takes in whether the pipeline asks for a dot.
    mutating func add(wantsDot: Bool) { if wantsDot, end <= 90 { wantedDot = true } }

    /// Returns the figures. The last minute counts from the take's own end, since a reader who reaches the page's end
    /// stops earlier. The last frame of a take of 90 s comes shortly before its end.
    func finish() -> Figures {
      let last = end - 60
      let whole = errors.map(\.error).sorted()
      return Figures(
        whole: Quantiles.median(sorted: whole),
        early: Quantiles.median(errors.filter { $0.time >= 30 && $0.time < 60 }.map(\.error)),
        late: Quantiles.median(errors.filter { $0.time > last }.map(\.error)),
        lastTwoMinutes: Quantiles.median(errors.filter { $0.time > end - 120 }.map(\.error)),
        p90: Quantiles.linear(0.9, sorted: whole),
        lines: Quantiles.median(heights.filter { $0.time > last }.map(\.lines)), wantedDot: end > 89.9 ? wantedDot : nil
      )
    }
  }

  /// One arm in one world: the simulation and the pipeline's settings.
  struct Task: Sendable {
    let arm: Arm
    let simulation: Simulation
    private let trigger: ScrollTrigger.Settings?
    private let showsPointer: Bool

    /// - Parameter base: simulation of the world and the condition; its scenario and length are those of the study.
    init(_ arm: Arm, _ base: Simulation, rule: ScrollRule, showsPointer: Bool) throws {
      var simulation = base
      for (key, value) in arm.constants { try simulation.set(key, value) }
      (self.arm, self.simulation) = (arm, simulation)
      trigger = rule == .confirm ? .confirm : nil
      self.showsPointer = showsPointer
    }

    /// Simulates a person whose page the pipeline moves.
    func figures(_ participant: Int, _ setup: Setup) -> Figures {
      var pipeline = StandardPipeline(
        geometry: setup.geometry, person: setup.person, smoothing: setup.smoothing, trigger: trigger ?? setup.trigger,
        recentring: arm.recentring,
        lines: arm == .none ? [] : simulation.lineBoxes(of: participant).map(\.line))
      var frames = simulation.frames(participant: participant)
      let pitch = simulation.pageLayout(of: participant)?.linePitch ?? 1
      var meter = Meter(screen: setup.screen, seconds: simulation.seconds ?? 0, pitch: pitch)
      while let recorded = frames.next() {
        let output = pipeline.step(recorded.observation.frame, recorded.observation.app.context)
        meter.add(output, on: recorded)
        if let recentring = pipeline.recentring { meter.add(wantsDot: recentring.wantsDot) }
        frames.scroll(output.scroll)
        guard showsPointer else { continue }
        frames.see(pointer: output.pointer)
        if trigger != nil { frames.see(isArmed: pipeline.armed != .none) }
      }
      return meter.finish()
    }
  }
}
