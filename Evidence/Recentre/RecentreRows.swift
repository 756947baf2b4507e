import GazeMetrics
import GazePipeline
import GazeRecording
@testable import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

extension RecentreStudy {
  /// A part of the take.
  enum Window: String, Sendable, Codable, CaseIterable {
    case whole = "all"
    case early = "30-60 s"
    /// The last 60 s of the person's take, which ends with the page for a fast reader.
    case late = "last 60 s"
    case lastTwoMinutes = "last 120 s"

    fileprivate func contains(_ time: Double, end: Double) -> Bool {
      switch self {
      case .whole: true
      case .early: time >= 30 && time < 60
      case .late: time > end - 60
      case .lastTwoMinutes: time > end - 120
      }
    }
  }

  /// Results of one person with one arm. All medians are exact; the samples themselves are not kept.
  struct Figures: Sendable, Equatable, Codable {
    /// Median pointer error at rest by window, points; windows without a sample have none.
    var medians: [Window: Double] = [:]
    /// 90th percentile of the error over the whole take, points.
    var p90: Double?
    /// Median over the last 60 s of reading of the unsmoothed pointer minus the gaze, lines down.
    var lines: Double?
    /// True if the pipeline asked for a dot in the first 90 s; nil for a take that ends before them.
    var wantedDot: Bool?
  }

  /// Simulates a person whose page the pipeline moves. The error is that over samples of eyes at rest, as
  /// `PointerMeter` selects them.
  static func figures(
    of participant: Int, _ arm: Arm, _ base: Simulation, _ setup: Setup, showsPointer: Bool
  ) throws -> Figures {
    var simulation = base
    for (key, value) in arm.constants { try simulation.set(key, value) }
    var pipeline = StandardPipeline(
      geometry: setup.geometry, person: setup.person, smoothing: setup.smoothing, trigger: setup.trigger,
      recentring: arm.recentring, lines: arm == .none ? [] : simulation.lineBoxes(of: participant).map(\.line))
    var frames = simulation.frames(participant: participant)
    let pitch = simulation.pageLayout(of: participant)?.linePitch ?? 1
    var eyes = SettlingDetector()
    var (errors, heights): ([(time: Double, error: Double)], [(time: Double, lines: Double)]) = ([], [])
    var (end, wantedDot) = (0.0, false)
    while let recorded = frames.next() {
      let output = pipeline.step(recorded.observation.frame, recorded.observation.app.context)
      // The eyes must see every frame.
      let (truth, isResting) = (recorded.truth, eyes.step(recorded.truth, at: recorded.time))
      end = recorded.time
      if let truth, truth.state != .blink, recorded.observation.frame.blink.max() <= 0.5, let gaze = truth.gaze,
        setup.screen.contains(gaze), let raw = output.rawPointer, let pointer = output.pointer
      {
        if isResting { errors.append((end, (pointer - gaze).length)) }
        if truth.state == .read { heights.append((end, (raw.y - gaze.y) / pitch)) }
      }
      if end <= 90, pipeline.recentring?.wantsDot == true { wantedDot = true }
      frames.scroll(output.scroll)
      if showsPointer { frames.observe(pointer: output.pointer) }
    }
    var figures = Figures()
    for window in Window.allCases {
      figures.medians[window] = Quantiles.median(errors.filter { window.contains($0.time, end: end) }.map(\.error))
    }
    figures.p90 = Quantiles.linear(0.9, sorted: errors.map(\.error).sorted())
    figures.lines = Quantiles.median(heights.filter { Window.late.contains($0.time, end: end) }.map(\.lines))
    // The last frame of a take of 90 s comes shortly before its end.
    figures.wantedDot = end > 89.9 ? wantedDot : nil
    return figures
  }

  /// Bars for recentring, all set before any tuning: those for text read line by line from prototypes, those for text
  /// where no line fits as the harm that a user may be asked to bear.
  enum Bars {
    /// Least share of people whose own median is not worse by more than `worse`, points.
    static let notWorse = 0.85, worse = 10.0
    /// Largest share of people whose 90th percentile is above `tail` times their own without recentring.
    static let tailShare = 0.05, tail = 1.2
    /// Largest share of people who are locked, in the arm `reading`: their vertical error is more than `lockedLines`,
    /// so the nearest line is the second next one.
    static let locked = 0.10, lockedLines = 1.5
    /// Largest ratio of a condition to the plain condition.
    static let condition = 1.25
    /// Largest upper limit of the paired ratio to `none` where no line fits, and without errors of the tracker that of
    /// the mean difference, points.
    static let harm = 1.05, harmPoints = 2.0

    /// Largest upper limit of the ratio to `none`; nil if the arm is not judged in the window.
    static func ratio(_ arm: Arm, _ window: Window) -> Double? {
      switch (arm, window) {
      case (.x, .whole): 0.85
      case (.dot, .whole): 0.80
      case (.tap15, .whole): 0.65
      case (.reading, .early): 0.60
      case (.reading, .late): 0.50
      default: nil
      }
    }
  }

  /// Median of `first` divided by that of `second`, two lists over the same people, with an interval by bootstrap: each
  /// resample draws people, and takes both medians over them. No value for nobody, and for a median of 0.
  static func medianRatio(_ first: [Double], _ second: [Double], seed: UInt64) -> Figure {
    func ratio(_ people: some Collection<Int>) -> Double? {
      guard let above = Quantiles.median(people.map { first[$0] }),
        let below = Quantiles.median(people.map { second[$0] }), below > 0
      else { return nil }
      return above / below
    }
    let resampling = Resampling(seed: seed, study: 0x7263)
    return Figure(
      ratio(second.indices),
      resampling.interval(of: second.count, fewest: Resampling.fewestPeople) { ratio($0) })
  }

  /// One arm, in one window, against `none` on the same people.
  struct Row: Sendable {
    let draw: Draw
    /// Split, or `pessimistic`.
    let split: String
    let condition: Condition
    let arm: Arm
    let window: Window
    /// Number of people with both arms' figures.
    let people: Int
    /// Medians, means and 90th percentiles over people of their own median, points, of `none` and of the arm.
    let medians, means, p90s: (none: Double?, arm: Double?)
    /// Ratio of the two medians.
    let ratio: Figure
    /// Geometric mean over people of the ratio of their own medians.
    let pairedRatio: Figure
    /// Upper 95 % limit of the mean over people of the difference of their own medians, points, by the normal
    /// distribution; nil for fewer than 8 people.
    let worseByUpper95: Double?
    /// Share of people who are not worse by more than `Bars.worse`.
    let notWorse: Double?
    /// Share of people whose own 90th percentile is above `Bars.tail` times that with `none`.
    let worseTail: Double?
    /// Share of people who are locked more than `Bars.lockedLines` off, and the same share with `none`.
    let locked, noneLocked: Double?
    /// Share of people who are more than 1 line off.
    let offByLine: Double?
    /// Share of people whose pipeline asked for a dot in the first 90 s, of those whose take is as long.
    let wantedDot: Double?
    /// Ratio divided by that of the plain condition; nil in the plain condition.
    let change: Double?
    /// Largest ratio allowed.
    private(set) var bar: Double?
    /// Names of the missed bars; nil for a row that is not judged.
    private(set) var missed: [String]?

    /// `met`, `missed: …` or `too few people`; nil for a row that is not judged.
    var verdict: String? {
      missed.map { missed in
        people < Resampling.fewestPeople
          ? "too few people" : missed.isEmpty ? "met" : "missed: " + missed.joined(separator: ", ")
      }
    }

    /// Creates a row from people's figures with `none` and with the arm.
    ///
    /// - Parameter plain: the row of the plain condition, on the same people.
    init(
      _ draw: Draw, _ split: String, _ condition: Condition, _ arm: Arm, _ window: Window,
      _ pairs: [(none: Figures, arm: Figures)], plain: Row? = nil
    ) {
      (self.draw, self.split, self.condition, self.arm, self.window) = (draw, split, condition, arm, window)
      let both = pairs.compactMap { pair in
        pair.none.medians[window].flatMap { none in pair.arm.medians[window].map { (none: none, arm: $0) } }
      }
      people = both.count
      let (none, own) = (both.map(\.none).sorted(), both.map(\.arm).sorted())
      medians = (Quantiles.median(sorted: none), Quantiles.median(sorted: own))
      means = (mean(none), mean(own))
      p90s = (Quantiles.linear(0.9, sorted: none), Quantiles.linear(0.9, sorted: own))
      ratio = medianRatio(both.map(\.arm), both.map(\.none), seed: draw.seed)
      pairedRatio = Figure(.pairedRatio(of: both.map { ($0.arm, $0.none) }))
      let changes = both.map { $0.arm - $0.none }
      worseByUpper95 = changes.count < 8 ? nil : upper95(changes)
      func share<Value>(_ values: [Value], _ holds: (Value) -> Bool) -> Double? {
        mean(values.map { holds($0) ? 1 : 0 })
      }
      notWorse = share(changes) { $0 <= Bars.worse }
      let tails = pairs.compactMap { pair in pair.none.p90.flatMap { none in pair.arm.p90.map { $0 / none } } }
      worseTail = share(tails) { $0 > Bars.tail }
      let lines = pairs.compactMap(\.arm.lines)
      locked = share(lines) { $0.magnitude > Bars.lockedLines }
      noneLocked = share(pairs.compactMap(\.none.lines)) { $0.magnitude > Bars.lockedLines }
      offByLine = share(lines) { $0.magnitude > 1 }
      wantedDot = share(pairs.compactMap(\.arm.wantedDot)) { $0 }
      if condition != .typical, let ratio = ratio.value, let base = plain?.ratio.value, base > 0 {
        change = ratio / base
      } else {
        change = nil
      }
      judge()
    }

    private mutating func judge() {
      func missed(_ name: String, _ value: Double?, _ isMet: (Double) -> Bool) -> String? {
        value.map(isMet) ?? false ? nil : name
      }
      // The bars say by how much errors shrink, so they say nothing about a tracker without errors.
      let isErrorFree = split == GazePreset.ideal.name
      if condition == .typical, !isErrorFree, let bar = Bars.ratio(arm, window) {
        self.bar = bar
        self.missed = [
          missed("ratio", ratio.ci95?.upper) { $0 <= bar }, missed("not worse", notWorse) { $0 >= Bars.notWorse },
          missed("p90", worseTail) { $0 <= Bars.tailShare },
          arm == .reading ? missed("locked", locked) { $0 <= Bars.locked } : nil,
        ].compactMap(\.self)
      }
      guard let change else { return }
      let fault: String?
      switch condition.question {
      case .same where window != .whole: fault = missed("ratio", change) { $0 <= Bars.condition }
      case .harm where window == .whole && isErrorFree:
        fault = missed("points", worseByUpper95) { $0 <= Bars.harmPoints }
      case .harm where window == .whole:
        fault = missed("paired ratio", pairedRatio.ci95?.upper) { $0 <= Bars.harm }
      default: return
      }
      self.missed = [fault].compactMap(\.self)
    }
  }

  private static func upper95(_ values: [Double]) -> Double {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    return mean + 1.96 * (variance / count).squareRoot()
  }
}
