public import GazeMetrics
public import GazeRecording
private import GazeSimulation

/// A figure over people: its name as in the evaluation's JSON and in a gate, its unit, and how it is formed.
public struct Metric: Sendable {
  /// Such as `pointer.errorPoints.median`.
  public let name: String
  /// `pt`, `mm`, `deg`, `deg²`, `ms`, `s`, `Hz`, `1`, `1/min`, `pt/min`.
  public let unit: String
  /// With fewer people who have the figure its interval would not cover what it says: it is not given.
  private let fewestPeople: Int
  private let form: Form

  private typealias Form = @Sendable ([PersonResult], Double, inout PhiloxGenerator) -> PeopleEstimate?

  /// The figure over these people; nil where nobody has it. People whom tracking fails belong in a call of their own.
  ///
  /// - Parameter level: of the interval, 0.5…0.9999.
  public func estimate(_ people: [PersonResult], level: Double = 0.95) -> PeopleEstimate? {
    // Each figure resamples people with its own generator, so that asking for one changes no other.
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    guard var estimate = form(people, level, &rng) else { return nil }
    if estimate.people < fewestPeople { estimate.interval = .needsPeople(fewestPeople) }
    return estimate
  }

  /// The metric with this name.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ name: String) throws(UnknownName) -> Metric {
    if let metric = all.first(where: { $0.name == name }) { return metric }
    throw UnknownName(kind: "metric", name: name, among: all.map(\.name))
  }

  /// Those that only a simulated page gives which the pipeline itself moves.
  package static let ofClosedLoop = [
    "scroll.unreadLinesLost", "scroll.timeToRecoverSeconds", "scroll.pageCompletion", "scroll.timeOverTouch",
  ]

  /// All metrics, in the order of the report.
  public static let all: [Metric] = pointer + scroll

  private init(_ name: String, _ unit: String, fewestPeople: Int = 0, _ form: @escaping Form) {
    self.name = name
    self.unit = unit
    self.fewestPeople = fewestPeople
    self.form = form
  }

  /// The mean over people of one figure each.
  private static func mean(
    _ name: String, _ unit: String, fewestPeople: Int = 0, _ figure: @escaping @Sendable (PersonResult) -> Double?
  ) -> Metric {
    Metric(name, unit, fewestPeople: fewestPeople) { people, level, rng in
      PeopleEstimate.mean(of: people.compactMap(figure), level: level, using: &rng)
    }
  }

  /// Five figures of an error.
  private static func errors(
    _ name: String, _ unit: String, _ error: @escaping @Sendable (PersonResult) -> ErrorSummary
  ) -> [Metric] {
    [
      mean("\(name).mean", unit) { error($0).mean }, mean("\(name).median", unit) { error($0).median },
      mean("\(name).p90", unit) { error($0).p90 }, mean("\(name).p95", unit) { error($0).p95 },
      mean("\(name).rms", unit) { error($0).rms },
    ]
  }

  /// Accuracy and precision.
  private static func looks(
    _ name: String, _ looks: @escaping @Sendable (PersonResult) -> FixationMeans
  ) -> [Metric] {
    [
      mean("\(name).accuracyDegrees", "deg") { looks($0).accuracyDegrees },
      mean("\(name).precisionRMSS2SDegrees", "deg") { looks($0).precisionRMSS2SDegrees },
      mean("\(name).precisionSTDDegrees", "deg") { looks($0).precisionSTDDegrees },
      mean("\(name).bceaDegrees2", "deg²") { looks($0).bceaDegrees2 },
    ]
  }

  /// The mean over people of seconds, as milliseconds. A pipeline that predicts may be ahead: the mean of differences
  /// from 0 takes either sign.
  private static func milliseconds(
    _ name: String, _ seconds: @escaping @Sendable (PersonResult) -> Double?
  ) -> Metric {
    Metric(name, "ms") { people, level, rng in
      PeopleEstimate.pairedDifference(
        of: people.compactMap { seconds($0).map { ($0 * 1000, 0) } }, level: level, using: &rng)
    }
  }

  private static let pointer: [Metric] =
    errors("pointer.errorPoints", "pt") { $0.errorPoints }
    + errors("pointer.errorMillimetres", "mm") { $0.errorMillimetres }
    + errors("pointer.errorDegrees", "deg") { $0.errorDegrees }
    + looks("pointer") { $0.looks }
    + [
      milliseconds("pointer.latencyMilliseconds") { $0.latency },
      milliseconds("pointer.stepResponseMilliseconds.median") { $0.stepResponses.quantile(0.5) },
      milliseconds("pointer.stepResponseMilliseconds.p90") { $0.stepResponses.quantile(0.9) },
      Metric("pointer.dataLoss", "1") { people, level, _ in
        PeopleEstimate.proportion(
          of: people.map {
            (numerator: Double(max($0.expectedFrames - $0.validFrames, 0)), denominator: Double($0.expectedFrames))
          }, level: level)
      },
      mean("pointer.effectiveFrequencyHertz", "Hz") { $0.effectiveFrequency },
      mean("pointer.longestGapSeconds", "s") { $0.frames > 0 ? $0.longestGap : nil },
      Metric("pointer.sizeFor95Points", "pt") { people, level, _ in
        PeopleEstimate.side(for: 0.95, people.map(\.targetSizes), level: level)
      },
    ]
    + errors("pointer.raw.errorPoints", "pt") { $0.raw.errorPoints }
    + errors("pointer.raw.errorDegrees", "deg") { $0.raw.errorDegrees }
    + looks("pointer.raw") { $0.raw.looks }
    + [milliseconds("pointer.raw.latencyMilliseconds") { $0.raw.latency }]

  private static let scroll: [Metric] = [
    // What a person feels first; all four need a simulated closed loop.
    Metric("scroll.unreadLinesLost", "1") { people, level, _ in
      PeopleEstimate.rate(
        of: people.compactMap(\.reading).map { (events: Double($0.linesLost), exposure: Double($0.takes)) },
        level: level)
    },
    // Nearly everybody takes the same second or so, and a few very long: they make the mean, and 200 people do not show
    // them well enough (`gazesim study intervals`: 0.57).
    mean("scroll.timeToRecoverSeconds", "s", fewestPeople: 1000) { $0.reading?.timeToRecover },
    Metric("scroll.pageCompletion", "1") { people, level, _ in
      PeopleEstimate.proportion(
        of: people.compactMap(\.reading).map { (Double($0.linesRead), Double($0.lines)) }, level: level)
    },
    mean("scroll.timeOverTouch", "1") { $0.reading?.timeOverTouch },
    Metric("scroll.precision", "1") { people, level, _ in
      PeopleEstimate.precision(people.map(\.scroll), level: level)
    },
    Metric("scroll.recall", "1") { people, level, _ in PeopleEstimate.recall(people.map(\.scroll), level: level) },
    Metric("scroll.f1", "1") { people, level, _ in PeopleEstimate.f1(people.map(\.scroll), level: level) },
    Metric("scroll.kappa", "1") { people, level, _ in
      PeopleEstimate.kappa(people.map(\.scroll.confusion), level: level)
    },
    Metric("scroll.falsePerMinute", "1/min") { people, level, _ in
      PeopleEstimate.falsePerMinute(people.map(\.scroll), level: level)
    },
    Metric("scroll.midasPerMinute", "1/min") { people, level, _ in
      PeopleEstimate.midasPerMinute(people.map(\.scroll), level: level)
    },
    // Many people have few true positives, so these are pooled, and the interval is that of a rate. A few of them carry
    // most of the points: `gazesim study intervals` has it cover 0.87 with 20 people, 0.94 with 60.
    Metric("scroll.overshootPoints", "pt", fewestPeople: 60) { people, level, _ in
      PeopleEstimate.rate(
        of: people.map { (events: $0.scroll.overshootPoints, exposure: Double($0.scroll.truePositives)) },
        level: level)
    },
    mean("scroll.offScreenScrollPointsPerMinute", "pt/min") { $0.scroll.offScreenScrollPointsPerMinute },
  ]
}
