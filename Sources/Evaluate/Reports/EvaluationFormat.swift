import Foundation
import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeTesting

/// What an evaluation is written as. JSON is the truth; all others are rendered from what it holds.
package enum EvaluationFormat: String, Sendable, CaseIterable {
  case json, md, xml, csv, html

  /// By a file's ending.
  ///
  /// - Throws: for another ending.
  package init(path: String) throws(FileError) { try self.init(ending: path) }
}

extension Evaluation {
  /// All figures that have, or could have, an interval, by name.
  package var figures: [EvaluationFigure] {
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
  package var conditions: String {
    "errors \(errorsPlace)\(against == .truth ? "" : ", no true gaze is known"); device calibration \(deviceCalibration), person calibration \(personCalibration), smoothing "
      + "\(smoothing), loop \(loop)"
  }
}

extension GateResult {
  /// `pointer.errorPoints.median <= 230`.
  var rule: String { "\(metric) \(direction == .max ? "<=" : ">=") \(NumberText.shortest(limit))" }

  /// What came of it, in a line.
  var outcome: String {
    let interval =
      ci95.map { "95 % [\(NumberText.brief($0.lower)), \(NumberText.brief($0.upper))]" }
      ?? (peopleNeeded.map { "no interval: it takes \($0) people" } ?? "no interval")
    return
      "\(value.map { NumberText.brief($0) } ?? "not there"), limit \(direction == .max ? "at most" : "at least") \(NumberText.shortest(limit)), \(interval)"
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
