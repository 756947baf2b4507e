public import GazeMetrics
public import GazeRecording
private import GazeSimulation

/// A figure over people: its name as in the evaluation's JSON and in a gate, its unit, and how it is formed.
public struct Metric: Sendable {
  /// Such as `pointer.errorPoints.median`.
  public let name: String
  /// `pt`, `mm`, `deg`, `deg²`, `ms`, `1`, `1/min`, `pt/min`.
  public let unit: String
  private let form: Form

  private typealias Form = @Sendable ([PersonResult], Double, inout PhiloxGenerator) -> PeopleEstimate?

  /// The figure over these people; nil where nobody has it. People whom tracking fails belong in a call of their own.
  ///
  /// - Parameter level: of the interval, 0.5…0.9999.
  public func estimate(_ people: [PersonResult], level: Double = 0.95) -> PeopleEstimate? {
    // Each figure resamples people with its own generator, so that asking for one changes no other.
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    return form(people, level, &rng)
  }

  /// The metric with this name.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ name: String) throws(UnknownName) -> Metric {
    if let metric = all.first(where: { $0.name == name }) { return metric }
    throw UnknownName(kind: "metric", name: name, among: all.map(\.name))
  }

  /// All metrics, in the order of the report.
  public static let all: [Metric] = pointer + scroll

  private init(_ name: String, _ unit: String, _ form: @escaping Form) {
    self.name = name
    self.unit = unit
    self.form = form
  }

  /// The mean over people of one figure each.
  private static func mean(
    _ name: String, _ unit: String, _ figure: @escaping @Sendable (PersonResult) -> Double?
  ) -> Metric {
    Metric(name, unit) { people, level, rng in
      PeopleEstimate.mean(of: people.compactMap(figure), level: level, using: &rng)
    }
  }

  private static let pointer: [Metric] = {
    let errors: [(String, String, @Sendable (PersonResult) -> ErrorSummary)] = [
      ("errorPoints", "pt", { $0.errorPoints }), ("errorMillimetres", "mm", { $0.errorMillimetres }),
      ("errorDegrees", "deg", { $0.errorDegrees }),
    ]
    var metrics: [Metric] = []
    for (name, unit, error) in errors {
      metrics += [
        mean("pointer.\(name).mean", unit) { error($0).mean },
        mean("pointer.\(name).median", unit) { error($0).median },
        mean("pointer.\(name).p90", unit) { error($0).p90 }, mean("pointer.\(name).p95", unit) { error($0).p95 },
        mean("pointer.\(name).rms", unit) { error($0).rms },
      ]
    }
    return metrics + [
      mean("pointer.accuracyDegrees", "deg") { $0.accuracyDegrees },
      mean("pointer.precisionRMSS2SDegrees", "deg") { $0.precisionRMSS2SDegrees },
      mean("pointer.precisionSTDDegrees", "deg") { $0.precisionSTDDegrees },
      mean("pointer.bceaDegrees2", "deg²") { $0.bceaDegrees2 },
      // A pipeline that predicts may be ahead: the mean of differences from 0 takes either sign.
      Metric("pointer.latencyMilliseconds", "ms") { people, level, rng in
        PeopleEstimate.pairedDifference(
          of: people.compactMap { $0.latency.map { ($0 * 1000, 0) } }, level: level, using: &rng)
      },
      Metric("pointer.dataLoss", "1") { people, level, _ in
        PeopleEstimate.proportion(
          of: people.map {
            (numerator: Double(max($0.expectedFrames - $0.validFrames, 0)), denominator: Double($0.expectedFrames))
          }, level: level)
      },
    ]
  }()

  private static let scroll: [Metric] = [
    Metric("scroll.precision", "1") { people, level, _ in PeopleEstimate.precision(people.map(\.scroll), level: level)
    },
    Metric("scroll.recall", "1") { people, level, _ in PeopleEstimate.recall(people.map(\.scroll), level: level) },
    Metric("scroll.f1", "1") { people, level, _ in PeopleEstimate.f1(people.map(\.scroll), level: level) },
    Metric("scroll.falsePerMinute", "1/min") { people, level, _ in
      PeopleEstimate.falsePerMinute(people.map(\.scroll), level: level)
    },
    // Many people have few true positives, so these are pooled, and the interval is that of a rate.
    Metric("scroll.overshootPoints", "pt") { people, level, _ in
      PeopleEstimate.rate(
        of: people.map { (events: $0.scroll.overshootPoints, exposure: Double($0.scroll.truePositives)) }, level: level)
    },
    mean("scroll.offScreenScrollPointsPerMinute", "pt/min") { $0.scroll.offScreenScrollPointsPerMinute },
  ]
}
