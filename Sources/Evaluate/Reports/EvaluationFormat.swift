import Foundation
import GazeMetrics
public import GazeRecording
import GazeTesting

/// What an evaluation is written as. JSON is the truth; all others are rendered from what it holds.
public enum EvaluationFormat: String, Sendable, CaseIterable {
  case json, md, xml, csv, html

  /// By a file's ending.
  ///
  /// - Throws: for another ending.
  public init(path: String) throws(FileError) { try self.init(ending: path) }
}

extension Evaluation {
  /// All figures that have, or could have, an interval, by name.
  public var figures: [EvaluationFigure] {
    var bare = self
    // A page's tracks are a thousand times the rest, and hold no figure.
    (bare.replay, bare.people) = (nil, [])
    let json = (try? JSONEncoder().encode(bare)).flatMap { try? JSONDecoder().decode(JSONTree.self, from: $0) }
    return intervals.keys.sorted().map { metric in
      var place = json
      for part in metric.split(separator: ".") { place = place?[String(part)] }
      // A rate stands beside its interval.
      place = place?["value"] ?? place
      return EvaluationFigure(
        metric: metric, value: place?.number, ci95: intervals[metric] ?? nil,
        peopleNeeded: peopleNeeded[metric])
    }
  }

  /// What was put in.
  public var conditions: String {
    "errors \(errorsPlace)\(against == .truth ? "" : ", no true gaze is known"); device calibration \(deviceCalibration), person calibration \(personCalibration), smoothing "
      + "\(smoothing), loop \(loop)"
  }
}

/// With so many decimals, but four or five digits at most; an empty text where there is none.
func number(_ value: Double?, _ decimals: Int = 4) -> String {
  guard let value, value.isFinite else { return "" }
  let digits = min(decimals, abs(value) >= 1000 ? 0 : abs(value) >= 100 ? 1 : abs(value) >= 10 ? 2 : decimals)
  return String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), value)
}

extension GateResult {
  /// `pointer.errorPoints.median <= 230`.
  var rule: String { "\(metric) \(direction == .max ? "<=" : ">=") \(shortest(limit))" }

  /// What came of it, in a line.
  var outcome: String {
    let interval =
      ci95.map { "95 % [\(number($0.lower)), \(number($0.upper))]" }
      ?? (peopleNeeded.map { "no interval: it takes \($0) people" } ?? "no interval")
    return
      "\(value.map { number($0) } ?? "not there"), limit \(direction == .max ? "at most" : "at least") \(shortest(limit)), \(interval)"
  }

  private func shortest(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}

/// JSON as a tree of which only numbers are read.
private enum JSONTree: Decodable {
  case number(Double), object([String: JSONTree]), other

  init(from decoder: any Decoder) throws {
    if let number = try? decoder.singleValueContainer().decode(Double.self) {
      self = .number(number)
    } else if let object = try? decoder.singleValueContainer().decode([String: JSONTree].self) {
      self = .object(object)
    } else {
      self = .other
    }
  }

  subscript(key: String) -> JSONTree? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}
