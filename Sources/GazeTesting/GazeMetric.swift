import GazeMetrics
import GazeRecording
private import GazeSimulation

/// A metric of the gaze pointer, computed over people.
public typealias GazeMetric = PeopleMetric<PersonResult>

extension PersonResult: MeasuredPerson {
  /// All metrics, in the order of the report.
  public static let metrics: [GazeMetric] =
    GazeMetric.pointer.map { $0.formed(in: .targets) } + GazeMetric.scroll.map { $0.formed(in: .pages) }
}

extension PeopleMetric where Person == PersonResult {
  /// Metrics that exist only for a simulated page that the pipeline itself moves.
  package static var ofClosedLoop: [String] {
    [
      "scroll.unreadLinesLost", "scroll.timeToRecoverSeconds", "scroll.pageCompletion", "scroll.timeOverTouch",
    ]
  }

  /// Returns true if a metric needs the true gaze, which a simulator knows and a phone does not. The counterpart, if
  /// there is one, is the same distance measured to the shown target.
  package static func ofTruth(_ name: String) -> (isSo: Bool, counterpart: String?) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return (false, nil) }
    let alone = ["pointer.latencyMilliseconds", "scroll.midasPerMinute", "scroll.offScreenScrollPointsPerMinute"]
    if alone.contains(name) || ["raw.error", "raw.latency"].contains(where: parts[1].hasPrefix) { return (true, nil) }
    for (own, other) in [
      ("error", "targetError"), ("settledError", "targetError"), ("stepResponse", "targetStepResponse"),
    ] where parts[0] == "pointer" && parts[1].hasPrefix(own) {
      return (true, "pointer.\(other)\(parts[1].dropFirst(own.count))")
    }
    return (false, nil)
  }

  /// Five metrics of an error (mean, median, two percentiles, RMS) in each of the three units.
  private static func errors(
    _ name: String, _ errors: @escaping @Sendable (PersonResult) -> PointerErrors
  ) -> [GazeMetric] {
    Self.errors("\(name)Points", "pt") { errors($0).points }
      + Self.errors("\(name)Millimetres", "mm") { errors($0).millimetres }
      + Self.errors("\(name)Degrees", "deg") { errors($0).degrees }
  }

  /// Five metrics of an error: mean, median, 90th and 95th percentile, and RMS.
  private static func errors(
    _ name: String, _ unit: String, _ error: @escaping @Sendable (PersonResult) -> ErrorSummary
  ) -> [GazeMetric] {
    [
      mean("\(name).mean", unit) { error($0).mean }, mean("\(name).median", unit) { error($0).median },
      mean("\(name).p90", unit) { error($0).p90 }, mean("\(name).p95", unit) { error($0).p95 },
      mean("\(name).rms", unit) { error($0).rms },
    ]
  }

  /// Metrics of accuracy and precision in fixations.
  private static func looks(
    _ name: String, _ looks: @escaping @Sendable (PersonResult) -> FixationMeans
  ) -> [GazeMetric] {
    [
      mean("\(name).accuracyDegrees", "deg") { looks($0).accuracyDegrees },
      mean("\(name).precisionRMSS2SDegrees", "deg") { looks($0).precisionRMSS2SDegrees },
      mean("\(name).precisionSTDDegrees", "deg") { looks($0).precisionSTDDegrees },
      mean("\(name).bceaDegrees2", "deg²") { looks($0).bceaDegrees2 },
    ]
  }

  /// The mean over people of a time in seconds, as milliseconds. A pipeline that predicts may be ahead of the gaze, so
  /// the times may have either sign, and their mean is computed as that of differences from 0.
  private static func milliseconds(
    _ name: String, _ seconds: @escaping @Sendable (PersonResult) -> Double?
  ) -> GazeMetric {
    difference(name, "ms") { seconds($0).map { $0 * 1000 } }
  }

  fileprivate static var pointer: [GazeMetric] {
    errors("pointer.errorPoints", "pt") { $0.errorPoints }
      + errors("pointer.errorMillimetres", "mm") { $0.errorMillimetres }
      + errors("pointer.errorDegrees", "deg") { $0.errorDegrees }
      + errors("pointer.settledError") { $0.settled }
      + errors("pointer.targetError") { $0.target }
      + looks("pointer") { $0.looks }
      + [
        milliseconds("pointer.latencyMilliseconds") { $0.latency },
        milliseconds("pointer.stepResponseMilliseconds.median") { $0.stepResponses.quantile(0.5) },
        milliseconds("pointer.stepResponseMilliseconds.p90") { $0.stepResponses.quantile(0.9) },
        milliseconds("pointer.targetStepResponseMilliseconds.median") { $0.targetStepResponses.quantile(0.5) },
        milliseconds("pointer.targetStepResponseMilliseconds.p90") { $0.targetStepResponses.quantile(0.9) },
        // The least value for a change, 0.005, is a third of the usual data loss: a rise from 1.7 % to 2 % of the
        // frames counts as a change.
        proportion("pointer.dataLoss", leastForChange: 0.005) {
          .init(Double(max($0.expectedFrames - $0.validFrames, 0)), Double($0.expectedFrames))
        },
        mean("pointer.effectiveFrequencyHertz", "Hz", better: .min) { $0.effectiveFrequency },
        mean("pointer.longestGapSeconds", "s") { $0.frames > 0 ? $0.longestGap : nil },
        GazeMetric(
          "pointer.sizeFor95Points", "pt", fewestPeople: PeopleEstimate.fewestPeopleForSize, version: 2,
          change: "over samples of eyes at rest, and no longer over saccades too, since version 2",
          .tallied { SizeTally() }),
      ]
      + errors("pointer.raw.errorPoints", "pt") { $0.raw.errorPoints }
      + errors("pointer.raw.errorDegrees", "deg") { $0.raw.errorDegrees }
      + looks("pointer.raw") { $0.raw.looks }
      + [
        milliseconds("pointer.raw.latencyMilliseconds") { $0.raw.latency },
        mean("pointer.resting.middlePoints", "pt") { $0.resting.middlePoints },
        mean("pointer.resting.middleDegrees", "deg") { $0.resting.middleDegrees },
        mean("pointer.resting.bestPlacePoints", "pt") { $0.resting.bestPlacePoints },
        mean("pointer.resting.bestPlaceDegrees", "deg") { $0.resting.bestPlaceDegrees },
      ]
  }

  fileprivate static var scroll: [GazeMetric] {
    [
      // The first four metrics are those that a person notices first; all four need a simulated closed loop.
      rate("scroll.unreadLinesLost", "1") { $0.reading.map { .init(Double($0.linesLost), Double($0.takes)) } },
      // Nearly everyone takes about a second, and a few take very long. Those few determine the mean, and 200 people do
      // not represent them well enough (`IntervalStudy`: 0.57).
      mean("scroll.timeToRecoverSeconds", "s", fewestPeople: 1000) { $0.reading?.timeToRecover },
      proportion("scroll.pageCompletion", better: .min) {
        $0.reading.map { .init(Double($0.linesRead), Double($0.lines)) }
      },
      mean("scroll.timeOverTouch", "1") { $0.reading?.timeOverTouch },
      events("scroll.precision", forAsked: true) { hits($0, among: $0.scroll.falsePositives) },
      events("scroll.recall") { hits($0, among: $0.scroll.falseNegatives) },
      events("scroll.f1", forAsked: true) { .init($0.scroll.f1Parts.numerator, $0.scroll.f1Parts.denominator) },
      GazeMetric("scroll.kappa", "1", better: .min, .tallied { KappaTally() }),
      rate("scroll.falsePerMinute", "1/min") {
        .init(Double($0.scroll.falseWithoutIntent), $0.scroll.secondsWithoutIntent / 60)
      },
      rate("scroll.midasPerMinute", "1/min") {
        .init(Double($0.scroll.midasTouches), $0.scroll.secondsLookingWithoutIntent / 60)
      },
      // Many people have few true positives, so the true positives of all people are pooled, and the interval is that
      // of a rate. A few people contribute most of the points: according to `IntervalStudy` the interval
      // covers 0.87 with 20 people and 0.94 with 60.
      rate("scroll.overshootPoints", "pt", fewestPeople: 60) {
        .init($0.scroll.overshootPoints, $0.scroll.areDistancesKnown ? Double($0.scroll.truePositives) : 0)
      },
      mean("scroll.offScreenScrollPointsPerMinute", "pt/min") { $0.scroll.offScreenScrollPointsPerMinute },
    ]
  }

  /// A share of scrolls; larger is better. If `isForAsked`, there is a value only if somebody wanted a scroll.
  private static func events(
    _ name: String, forAsked isForAsked: Bool = false, _ part: @escaping @Sendable (PersonResult) -> PeopleEstimate.Part
  ) -> GazeMetric {
    let isAsked: @Sendable (PersonResult) -> Bool = { $0.scroll.isAsked }
    return GazeMetric(name, "1", better: .min, .pooled(.proportion, exists: isForAsked ? isAsked : nil, part: part))
  }

  private static func hits(_ person: PersonResult, among others: Int) -> PeopleEstimate.Part {
    let hits = Double(person.scroll.truePositives)
    return .init(hits, hits + Double(others))
  }
}
