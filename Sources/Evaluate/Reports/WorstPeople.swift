import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// The people with the largest errors, in words.
enum WorstPeople {
  /// Number of people that are named.
  static let most = 3

  /// `participants 16 (412 pt), 3 (390 pt) and 7 (301 pt)`; nil unless there are several people and an error.
  ///
  /// - Parameters:
  ///   - people: numbers of the people and their errors.
  ///   - text: writes an error.
  static func words(_ people: [(participant: Int, error: Double)], _ text: (Double) -> String) -> String? {
    guard people.count > 1 else { return nil }
    // Equal errors are listed in the order of the people.
    let worst = people.sorted { ($1.error, $0.participant) < ($0.error, $1.participant) }
      .prefix(min(most, people.count - 1)).filter { $0.error > 0 }.map { "\($0.participant) (\(text($0.error)))" }
    guard !worst.isEmpty else { return nil }
    let list = worst.count > 1 ? worst.dropLast().joined(separator: ", ") + " and " + (worst.last ?? "") : worst[0]
    return "\(worst.count > 1 ? "participants" : "participant") \(list)"
  }
}

extension Report<GazeRig> {
  /// People for whom tracking works, and their median errors in points.
  var peopleErrors: [(participant: Int, error: Double)] {
    self.people.filter { !$0.failing }.compactMap { person in
      (self.against == .truth ? person.errorPointsMedian : person.targetErrorPointsMedian).map {
        (person.participant, $0)
      }
    }
  }

  /// A sentence on the people with the largest errors; empty if there is only one person.
  var worstPeople: [String] {
    WorstPeople.words(peopleErrors) { FigureText.measured($0, "pt") }.map {
      ["Largest median errors: \($0); participant 0 is the first."]
    } ?? []
  }

  /// The people of the JSON as a table.
  var peopleTable: PeopleTable {
    func field(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    return PeopleTable(
      columns: [
        "participant", "failing", "flag", "distanceMetres", "reclineDegrees", "errorPointsMedian",
        "errorDegreesMedian", "targetErrorPointsMedian", "targetErrorDegreesMedian", "accuracyDegrees",
        "precisionRMSS2SDegrees", "precisionSTDDegrees", "dataLoss", "latencyMilliseconds", "f1", "falsePerMinute",
        "truePositives", "falsePositives", "falseNegatives",
      ],
      rows: self.people.map { person in
        ["\(person.participant)", "\(person.failing)", person.flag ?? ""]
          + [
            person.distanceMetres, person.reclineDegrees, person.errorPointsMedian, person.errorDegreesMedian,
            person.targetErrorPointsMedian, person.targetErrorDegreesMedian, person.accuracyDegrees,
            person.precisionRMSS2SDegrees, person.precisionSTDDegrees, person.dataLoss, person.latencyMilliseconds,
            person.f1, person.falsePerMinute,
          ].map(field) + [person.truePositives, person.falsePositives, person.falseNegatives].map(String.init)
      })
  }
}

extension Report where R.Findings == PlainFindings {
  /// People for whom the sensor works, with the largest values of a metric of which small values are better; nil if
  /// there is only one person.
  func worstPeople(by metric: String?) -> String? {
    guard let metric else { return nil }
    let values = findings.people.filter { !$0.failing }.compactMap { person in
      person.figures[metric].map { (person.participant, $0) }
    }
    return WorstPeople.words(values) { FigureText.value($0, metric) }
  }

  /// The people of the JSON as a table.
  var peopleTable: PeopleTable {
    let metrics = R.Person.metrics.map(\.name).filter { name in findings.people.contains { $0.figures[name] != nil } }
    return PeopleTable(
      columns: ["participant", "failing"] + metrics,
      rows: findings.people.map { person in
        ["\(person.participant)", "\(person.failing)"]
          + metrics.map { name in person.figures[name].map { "\($0)" } ?? "" }
      })
  }
}
