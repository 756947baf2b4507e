import Documents
import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeTesting
import PortableFoundation

/// Format of a report. JSON is complete; the others show a part of it.
package enum ReportFormat: String, Sendable, CaseIterable {
  case json, md, xml, csv, html, svg

  /// Creates the format from a file's ending.
  ///
  /// - Throws: if the ending is unknown.
  package init(path: String) throws(FileError) { try self.init(ending: path) }

  /// True if a CSV gets a row per person: the last word of its name is `people`.
  package static func namesPeople(_ path: String) -> Bool { FileStem.lastWord(of: path) == "people" }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The case that is named by a file's ending, in upper or lower case.
  ///
  /// - Throws: an error that lists the known endings, if the file has another ending or none.
  package init(ending path: String) throws(FileError) {
    let ending = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false)
    guard let ending, ending.count > 1, let format = ending.last.flatMap({ Self(rawValue: $0.lowercased()) }) else {
      throw FileError(
        path: path,
        message: "expected a name that ends in \(Self.allCases.map { "." + $0.rawValue }.joined(separator: ", "))")
    }
    self = format
  }
}

extension Report: Encodable {
  /// Name and version of the layout.
  static var layout: (schema: String, version: Int) { ("gazesim.evaluation", 1) }

  /// Writes every key, with null for a missing number. The keys of the rig's own findings are on the same level.
  package func encode(to encoder: any Encoder) throws {
    try findings.encode(to: encoder)
    var tree: FigureTree = [
      "schema": Self.layout.schema,
      "version": Self.layout.version,
      "loop": self.loop,
      "deviceCalibration": self.deviceCalibration,
      "phone": self.phone,
      "noise": self.noise,
      "participants": participants,
      "frames": frames,
      "seconds": seconds,
      "intervals": intervals,
      "peopleNeeded": peopleNeeded,
      "gates": gates,
      "looks": analyses,
      "baseline": baseline,
      "verdict": verdict,
    ]
    subject.write(to: &tree)
    if let recorded { tree.set("recorded", recorded) }
    if let recordingFaults { tree.set("recordingFaults", recordingFaults) }
    if !limitsLeftOut.isEmpty { tree.set("limitsLeftOut", limitsLeftOut) }
    if R.facts.hasMappingStage { tree.set("correctness", correctness ?? mapping) }
    if let correctnessOmitted { tree.set("correctnessOmitted", correctnessOmitted) }
    try tree.encode(to: encoder)
  }
}

extension ReportSubject {
  /// Adds what the JSON of every result on a pipeline states of its inputs.
  func write(to tree: inout FigureTree) {
    for (key, text) in [
      ("rig", rig), ("device", device), ("pipeline", pipeline), ("scenario", scenario), ("source", source),
      ("against", comparedWith),
    ] { tree.set(key, text) }
    tree.set("preset", preset)
    if !constants.isEmpty { tree.set("set", constants) }
    tree.set("seed", seed)
  }

  /// Settings of a pointer: calibration, smoothing, and the recentring and the trigger if they were chosen.
  var ofPointer: [String: String] {
    [
      "personCalibration": personCalibration, "smoothing": smoothing, "recentre": recentre, "trigger": trigger,
    ].compactMapValues(\.self)
  }
}

/// A JSON key that is known only at run time.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ stringValue: String) { self.stringValue = stringValue }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Report {
  /// The report as CSV (RFC 4180): a row per metric with its gate, if it has one, and the full subject. For rigs whose
  /// metric names do not contain the units (all rigs except gaze), `unit` and `rig` are the last columns.
  package var csv: String {
    var header = [
      "device", "pipeline", "scenario", "source", "preset", "seed", "phone", "participants", "metric", "value",
      "ci95Low",
      "ci95High", "peopleNeeded", "limit", "direction", "verdict",
    ]
    let hasUnits = !R.facts.namesIncludeUnits
    if hasUnits { header += ["unit", "rig"] }
    func ending(_ metric: String) -> [String] {
      hasUnits ? [CSV.text(plainUnit(metric)), CSV.text(self.rig)] : []
    }
    var rows = [header.joined(separator: ",")]
    func field(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    let about = [
      self.device, self.pipeline, self.scenario, self.source, self.preset ?? "", self.seed.map(String.init) ?? "",
      self.phone.map(String.init) ?? "", "\(participants)",
    ].map(CSV.text)
    for figure in figures + R.words(self).listed {
      let metricGates = gates.filter { $0.metric == figure.metric }
      for gate in metricGates.isEmpty ? [GateResult?.none] : metricGates.map(Optional.some) {
        let row =
          about + [
            CSV.text(figure.metric), field(figure.value), field(figure.ci95?.lower), field(figure.ci95?.upper),
            figure.peopleNeeded.map(String.init) ?? "", field(gate?.limit), gate?.direction.rawValue ?? "",
            gate?.verdict.rawValue ?? "",
          ]
        rows.append((row + ending(figure.metric)).joined(separator: ","))
      }
    }
    for row in baseline?.comparisons ?? [] {
      // The relative change from the baseline has its own row, with the margin as its limit.
      let limit = row.direction == .max ? row.margin : -row.margin
      let change = row.metric + ".change"
      let line =
        about + [
          CSV.text(change), field(row.change), field(row.ci95?.lower), field(row.ci95?.upper), "", field(limit),
          row.direction.rawValue, row.verdict.rawValue,
        ]
      rows.append((line + ending(change)).joined(separator: ","))
    }
    for check in correctness?.checks ?? [] {
      for (face, value) in [("physical", check.physical), ("arkit", check.arkit)] {
        let place = check.orientation.map { $0.rawValue + "." } ?? ""
        let name = "correctness.\(place)\(check.metric).\(face)"
        let line =
          about + [
            CSV.text(name), field(value), "", "", "", field(check.highest), AccuracyGate.Direction.max.rawValue,
            check.verdict.rawValue,
          ]
        rows.append((line + ending(name)).joined(separator: ","))
      }
    }
    return rows.joined(separator: "\r\n") + "\r\n"
  }
}

extension Report {
  /// Each person's own values as CSV (RFC 4180), a row per person.
  package var peopleCSV: String {
    let table = R.words(self).people
    return ([table.columns] + table.rows).map { $0.map(CSV.text).joined(separator: ",") }.joined(separator: "\r\n")
      + "\r\n"
  }
}

extension Report {
  /// The report as JUnit XML: one `testcase` per gate and per comparison with a baseline. A gate that fails is a
  /// `failure`. An inconclusive gate is an `error`, since neither pass nor fail was shown; the command's exit code
  /// makes the same distinction.
  ///
  /// Elements and attributes are those of the common schema (Apache Ant's), in the order of that schema. Time and host
  /// are constants, so that the same evaluation gives the same file.
  package var junit: String {
    let (judged, rigWords) = (self.judged, R.words(self))
    let (failures, errors) = (count(.fail), count(.inconclusive))
    // The suite's name contains the rig, since one build's report may contain suites of several rigs.
    let name = XML.text("gazesim.\(self.device)" + R.named(after: "."))
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites>",
      "  <testsuite package=\"gazesim\" id=\"0\" name=\"\(name)\" timestamp=\"1970-01-01T00:00:00\" "
        + "hostname=\"localhost\" tests=\"\(judged.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"0\">",
      "    <properties>",
    ]
    let properties: [(String, String)] =
      [
        ("device", self.device), ("pipeline", self.pipeline), ("scenario", self.scenario), ("source", self.source),
        ("preset", self.preset ?? ""), ("seed", self.seed.map(String.init) ?? ""),
        ("phone", self.phone.map(String.init) ?? ""), ("participants", "\(participants)"),
      ] + rigWords.properties
      + [("limitsLeftOut", limitsLeftOut.lines.joined(separator: "; ")), ("verdict", verdict?.rawValue ?? "")]
    for (key, value) in properties where !value.isEmpty {
      lines.append("      <property name=\"\(XML.text(key))\" value=\"\(XML.text(value))\"/>")
    }
    lines.append("    </properties>")
    for gate in judged {
      let open = "    <testcase name=\"\(XML.text(gate.rule))\" classname=\"\(name)\" time=\"0\""
      let said = XML.text(gate.outcome)
      switch gate.verdict {
      case .pass: lines.append(open + "/>")
      case .fail:
        lines += [open + ">", "      <failure message=\"\(said)\" type=\"gate\">\(said)</failure>", "    </testcase>"]
      case .inconclusive:
        lines += [
          open + ">", "      <error message=\"inconclusive: \(said)\" type=\"inconclusive\">\(said)</error>",
          "    </testcase>",
        ]
      }
    }
    lines += [
      "    <system-out>\(XML.text("\(about); \(rigWords.conditions)"))</system-out>",
      "    <system-err></system-err>",
      "  </testsuite>", "</testsuites>",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Output of an evaluation for GitHub Actions.
package enum GitHubActions {
  /// Largest number of annotations of a kind that a step may make.
  package static let mostAnnotations = 10
  /// Largest size of a step's summary, bytes.
  package static let summaryLimit = 1 << 20

  /// A workflow command for each gate that fails or is inconclusive: at most ten. If there are more gates, the last
  /// command states how many are not shown.
  package static func annotations(_ evaluation: Report<some Rig>) -> [String] {
    let notPassed = evaluation.judged.filter { $0.verdict != .pass }
    let open = notPassed.filter { $0.verdict == .fail } + notPassed.filter { $0.verdict != .fail }
    var lines = open.prefix(open.count > mostAnnotations ? mostAnnotations - 1 : mostAnnotations).map { gate in
      command(
        gate.verdict == .fail ? "error" : "warning", title: "gazesim gate: \(gate.verdict.rawValue)",
        "\(evaluation.device): \(gate.rule): \(gate.outcome)")
    }
    if open.count > lines.count {
      lines.append(
        command("error", title: "gazesim gate", "\(open.count - lines.count) more gates do not pass; see the summary"))
    }
    return lines
  }

  /// `::error title=…::message`, escaped so that no character of the title or the message ends it early or begins
  /// another command.
  static func command(_ kind: String, title: String, _ message: String) -> String {
    func escaped(_ text: String, _ others: [Character: String] = [:]) -> String {
      let codes: [Character: String] = ["%": "%25", "\r": "%0D", "\n": "%0A", "\r\n": "%0D%0A"].merging(others) { $1 }
      return text.map { codes[$0] ?? String($0) }.joined()
    }
    return "::\(kind) title=\(escaped(title, [":": "%3A", ",": "%2C"]))::\(escaped(message))"
  }
}
