import ArgumentParser
import Evaluate
import GazeMetrics
import GazeRecording
import GazeTesting

/// Options of a gate for single limits and for a new limits file.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      """
      A limit, such as 'pointer.errorPoints.median<=150' or 'scroll.f1>=0.2', in quotes, in the metric's unit \
      ('gazesim metrics'); may be repeated. It adds to --limits, and replaces the profile's limits.
      """, valueName: "metric<=n"),
    completion: Completions.metrics)
  var limits: [String] = []

  @Option(
    help: "Write a limits file from this run's figures instead of judging them; an existing file needs --force.",
    completion: Completions.json)
  var writeLimits: String?

  @Option(
    help: """
      For --write-limits: share by which a limit is beyond the bad end of the 95 % interval. Default: \
      \(WrittenLimits.usualRoom).
      """)
  var room: Double?

  func validate() throws {
    try OptionError.check("--room", room, in: WrittenLimits.rooms, expected: "a share from 0 to 10, 0.25 for 25 %")
    if room != nil, writeLimits == nil { throw OptionError("--room", message: "needs --write-limits FILE") }
  }

  /// The limits of a file with those of `--limit` added; nil if there are neither.
  ///
  /// - Throws: `OptionError` for a text that is no limit, a metric that does not exist, or a second limit on the same
  ///   side of a metric.
  func added<R: Rig>(to file: LimitsFile?, path: String?, _: R.Type) throws -> LimitsFile? {
    guard !limits.isEmpty else { return file }
    var combined = file ?? LimitsFile([])
    for text in limits {
      let gate = try Self.gate(text, R.self)
      if let other = combined.limits.firstIndex(where: { $0.metric == gate.metric && $0.direction == gate.direction }) {
        let source = path.flatMap { other < (file?.limits.count ?? 0) ? $0 : nil } ?? "another --limit"
        throw OptionError(
          "--limit '\(TerminalText.line(text.prefix(120)))'",
          message: "\(gate.metric) already has a limit on this side, in \(source); keep one")
      }
      combined.limits.append(gate)
    }
    return combined
  }

  /// The option of a limit, for errors; nil if the limit is in the file.
  ///
  /// - Parameter fromFile: number of limits in the file.
  func option(of index: Int, after fromFile: Int) -> String? {
    let number = index - fromFile
    return limits.indices.contains(number) ? "--limit '\(TerminalText.line(limits[number].prefix(120)))'" : nil
  }

  /// A limit from its text.
  private static func gate<R: Rig>(_ text: String, _: R.Type) throws -> AccuracyGate {
    let option = "--limit '\(TerminalText.line(text.prefix(120)))'"
    let example = "METRIC<=NUMBER or METRIC>=NUMBER in quotes, such as 'pointer.errorPoints.median<=150'"
    let plain = text.replacing("≤", with: "<=").replacing("≥", with: ">=")
    let signs: [(String, AccuracyGate.Direction)] = [("<=", .max), (">=", .min)]
    guard let (sign, direction) = signs.first(where: { plain.contains($0.0) }),
      let range = plain.firstRange(of: sign)
    else { throw OptionError(option, message: "is no limit; expected \(example)") }
    let (name, number) = (plain[..<range.lowerBound].trimmed, plain[range.upperBound...].trimmed)
    guard let limit = Double(decimal: number), limit.isFinite else {
      throw OptionError(
        option,
        message:
          """
          "\(TerminalText.line(number.prefix(40)))" is no number; expected one in the metric's unit, without the \
          unit: \(example)
          """)
    }
    do {
      let metric = try PeopleMetric<R.Person>.named(name)
      return AccuracyGate(metric: metric.name, limit: limit, direction: direction, version: metric.version)
    } catch {
      var unknown = error
      unknown.listing = "gazesim metrics" + R.named(after: " --rig ")
      throw OptionError(option, message: "\(unknown)")
    }
  }
}
