package import Documents
package import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeTesting
private import PortableFoundation

/// A limits file made from a report's figures, so that a gate begins with what a pipeline reaches now:
///
///     limit = bad end of the 95 % interval over people ± room
///
/// The room is a share of that end, at least the smallest change of the metric that counts
/// (`PeopleMetric.smallestReference`). A limit is rounded away from the figure to three digits.
package struct WrittenLimits: Sendable, Encodable {
  /// A limit as in a limits file, without the figure that it was made from.
  package struct Limit: Sendable, Encodable {
    /// The metric's name.
    package var metric: String
    /// Limit, in the metric's unit.
    package var limit: Double
    /// Whether the limit is the largest or the smallest allowed value.
    package var direction: AccuracyGate.Direction
    /// The metric's version; left out for version 1.
    package var version: Int?

    /// The limit as a gate takes it.
    package var gate: AccuracyGate {
      AccuracyGate(metric: metric, limit: limit, direction: direction, version: version ?? 1)
    }
  }

  /// Share of an interval's end by which a limit is beyond it, if the user states none.
  package static let usualRoom = 0.25
  /// Allowed shares.
  package static let rooms = 0.0...10.0

  package let schema = "gazesim.limits"
  package let version = 1
  /// One sentence on the figures and the room.
  let madeFrom: String
  /// The limits.
  package private(set) var limits: [Limit]
  /// The pipeline's claims about its own mapping, as in the limits file that named the metrics.
  package var declared: PointerClaims?
  /// Reasons for which the pointer's mapping fails every gate, whatever the limits; empty if it is right or not judged.
  package var faults: [String] = []
  /// Metrics without a limit, a sentence each.
  package private(set) var metricsWithoutLimit: [String] = []
  /// A line for each limit, by its metric.
  private(set) var lines: [String: String] = [:]

  private enum CodingKeys: String, CodingKey {
    case schema, version, madeFrom, limits, declared
  }

  /// Creates limits on these metrics from a report's figures. A metric without an interval gets no limit.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist.
  package init<R: Rig>(_ report: Report<R>, on names: [String], room: Double) throws(UnknownNameError) {
    madeFrom =
      "\(report.peopleInWords), \(report.source), \(report.device), \(report.pipeline), \(report.scenario)"
      + (report.seed.map { ", seed \($0)" } ?? "") + """
        : each limit is \(Self.percent(room)) beyond the bad end of the \
        95 % interval over people
        """
    limits = []
    for name in names where !limits.contains(where: { $0.metric == name }) {
      let metric = try PeopleMetric<R.Person>.named(name)
      let figure = report.figures.first { $0.metric == name }
      guard let interval = figure?.ci95 else {
        metricsWithoutLimit.append(
          figure?.peopleNeeded.map { "\(name): needs \($0) people" } ?? "\(name): has no value for these people")
        continue
      }
      guard let limit = Self.limit(on: metric, interval, room: room) else {
        metricsWithoutLimit.append(
          "\(name): its interval reaches \(NumberText.threeDigits(interval.lower)), so no limit would fail")
        continue
      }
      limits.append(
        Limit(
          metric: name, limit: limit, direction: metric.better, version: metric.version == 1 ? nil : metric.version))
      func three(_ value: Double?) -> String { NumberText.threeDigits(value) }
      lines[name] =
        """
        \(name) \(metric.better == .max ? "<=" : ">=") \(NumberText.shortest(limit))\(Self.unit(metric.unit)) (now \
        \(three(figure?.value)), 95 % \(three(interval.lower)) to \(three(interval.upper)))
        """
    }
  }

  /// The limit for a metric's interval, rounded away from it; nil if no value of the metric would break it.
  package static func limit<Person>(
    on metric: PeopleMetric<Person>, _ interval: ConfidenceInterval, room: Double
  ) -> Double? {
    let sign = metric.better == .max ? 1.0 : -1.0
    let end = metric.better == .max ? interval.upper : interval.lower
    let limit = rounded(end + sign * max(room * abs(end), metric.smallestReference), up: metric.better == .max)
    // A share, a rate or a size of which large values are good cannot be below 0.
    guard limit.isFinite, metric.better == .max || end < 0 || limit > 0 else { return nil }
    return limit
  }

  /// A value with three significant digits, not below (or not above) it.
  private static func rounded(_ value: Double, up: Bool) -> Double {
    guard value != 0, value.isFinite else { return value }
    let exponent = 2 - Int(floor(log10(abs(value))))
    let scale = pow(10, Double(abs(exponent)))
    let scaled = exponent >= 0 ? value * scale : value / scale
    // A product such as 1.1 × 1.25 may exceed its decimal value by a rounding error, which is no reason for a digit.
    let slack = 1e-9 * abs(scaled)
    let whole = up ? (scaled - slack).rounded(.up) : (scaled + slack).rounded(.down)
    return exponent >= 0 ? whole / scale : whole * scale
  }

  private static func percent(_ share: Double) -> String { "\(NumberText.shortest(share * 100, 1)) %" }

  private static func unit(_ unit: String) -> String { unit == "1" ? "" : " \(unit)" }

  /// Leaves out the limits on metrics whose names begin with `prefix`, for the reason given.
  package mutating func leaveOut(prefix: String, because reason: String) {
    for limit in limits where limit.metric.hasPrefix(prefix) {
      metricsWithoutLimit.append("\(limit.metric): \(reason)")
    }
    limits.removeAll { $0.metric.hasPrefix(prefix) }
  }

  /// The limits as a gate takes them.
  package var gates: [AccuracyGate] { limits.map(\.gate) }
}

extension Rig {
  /// The metrics that a limits file is made for: those of the profile's limits, or those that a baseline compares. In a
  /// recording without truth, metrics relative to the true gaze are replaced by those relative to the shown targets.
  package static func metricsToLimit(_ report: Report<Self>) -> [String] {
    let names = statedLimits(of: report.profile)?.map(\.metric) ?? baselineMetrics
    guard report.comparedWith == ErrorReference.target.rawValue else { return names }
    return names.compactMap { name in
      let metric = PeopleMetric<Person>.find(name)
      return metric?.needsTruth ?? false ? metric?.counterpart : name
    }
  }
}

extension WrittenLimits {
  /// The short form: the file, a line for each limit and for each metric without one, and the gate that reads the file.
  ///
  /// - Parameters:
  ///   - command: the command line of this run, from which the gate's is made.
  ///   - path: the written file.
  package func document(_ command: Invocation, path: String) -> Document {
    var document = Document([.init("wrote \(path): \(NumberText.count(limits.count, "limit"))", .strong)])
    document.addNote("\(madeFrom).", rank: 4)
    document.addGap()
    var table = Table([.init("")])
    for limit in limits { table.add([lines[limit.metric] ?? limit.metric]) }
    document.add(table)
    if let first = faults.first {
      document.addFault("! its gate will fail, whatever the limits: \(first)")
      for sentence in faults.dropFirst() { document.add(.text([.init(sentence, .bad)], indent: 4), rank: 1) }
    }
    for sentence in metricsWithoutLimit { document.addNote("no limit on \(sentence)", rank: 2) }
    document.addNext([
      command.without("--force").dropping("--write-limits").dropping("--room").setting("--limits", path)
    ])
    return document
  }
}
