import GazeMetrics
import GazePipeline

/// The rows on each target, by eye, as one stretch or as one stretch per visit, in bounded memory.
struct TargetIntervals {
  /// Seconds after a target's onset that are left out.
  let settling: Double
  let visits: QualityRun.Visits
  private let probability: Double
  private var targets: [GazeAngles] = []
  /// Current stretches and finished ones, indexed by eye, then by target.
  private var open: [[FixationQuality]]
  private var closed: [[StretchTally]]

  init(eyes: Int, settling: Double, visits: QualityRun.Visits, probability: Double) {
    (self.settling, self.visits, self.probability) = (settling, visits, probability)
    open = Array(repeating: [], count: eyes)
    closed = Array(repeating: [], count: eyes)
  }

  /// Adds a new target.
  mutating func append(_ target: GazeAngles) {
    targets.append(target)
    for eye in open.indices {
      open[eye].append(FixationQuality(target: target))
      closed[eye].append(StretchTally())
    }
  }

  /// Begins a visit of a target.
  mutating func begin(_ target: Int) {
    if visits == .apart { close(target) }
  }

  /// Takes in a row on a target whose onset was `elapsed` seconds ago.
  mutating func add(_ gaze: [GazeAngles?], to target: Int, at time: Double, after elapsed: Double) {
    guard elapsed >= settling - 1e-9 else { return }
    for eye in open.indices { open[eye][target].add(gaze[eye], at: time) }
  }

  /// Ends all visits.
  mutating func finish() {
    for target in targets.indices { close(target) }
  }

  /// The tally of an eye's stretches on a target.
  func stretches(eye: Int, target: Int) -> StretchTally { closed[eye][target] }

  private mutating func close(_ target: Int) {
    for eye in open.indices where open[eye][target].sampleCount > 0 {
      closed[eye][target].add(open[eye][target], probability)
      open[eye][target] = FixationQuality(target: targets[target])
    }
  }
}

/// Means over the stretches of one eye on one target.
struct StretchTally {
  /// Number of stretches.
  private(set) var count = 0
  /// Number of samples, with a gaze or without.
  private(set) var samples = 0
  private var accuracy = Mean(), rms = Mean(), std = Mean(), bcea = Mean(), loss = Mean(), frequency = Mean()
  private var right = Mean(), up = Mean()

  /// Mean of the known values.
  private struct Mean {
    private var sum = 0.0
    private var count = 0

    var value: Double? { count > 0 ? sum / Double(count) : nil }

    mutating func add(_ value: Double?) {
      guard let value else { return }
      sum += value
      count += 1
    }
  }

  mutating func add(_ stretch: FixationQuality, _ probability: Double) {
    count += 1
    samples += stretch.sampleCount
    accuracy.add(stretch.accuracyDegrees)
    rms.add(stretch.rmsS2SDegrees)
    std.add(stretch.stdDegrees)
    bcea.add(stretch.bceaDegrees2(probability: probability))
    loss.add(stretch.dataLoss)
    frequency.add(stretch.effectiveFrequency)
    right.add(stretch.offsetDegrees?.x)
    up.add(stretch.offsetDegrees?.y)
  }

  /// Means of the quality figures over the stretches.
  var means: QualityReport.Figures {
    QualityReport.Figures(
      accuracyDegrees: accuracy.value, precisionRMSS2SDegrees: rms.value, precisionSTDDegrees: std.value,
      bceaDegrees2: bcea.value, dataLoss: loss.value, effectiveFrequency: frequency.value)
  }

  /// Mean direction of the gaze relative to the target (`FixationQuality.offsetDegrees`); nil if no stretch has one.
  var offsetDegrees: [Double]? { right.value.flatMap { x in up.value.map { [x, $0] } } }
}
