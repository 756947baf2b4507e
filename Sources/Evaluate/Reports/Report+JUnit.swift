import GazeMetrics

extension Report {
  /// The report as JUnit XML: one `testcase` per gate and per comparison with a baseline. A gate that fails is a
  /// `failure`. An inconclusive gate is an `error`, since neither pass nor fail was shown; the command's exit code
  /// makes the same distinction.
  ///
  /// Elements and attributes are those of the common schema (Apache Ant's), in the order of that schema. Time and host
  /// are constants, so that the same evaluation gives the same file.
  package var junit: String {
    let (judged, own) = (self.judged, R.words(self))
    let (failures, errors) = (count(.fail), count(.inconclusive))
    // The suite's name contains the rig, since one build's report may contain suites of several rigs.
    let name = XML.text("gazesim.\(self.device)" + (R.isUsual ? "" : ".\(self.rig)"))
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
      ] + own.properties
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
      "    <system-out>\(XML.text("\(about); \(own.conditions)"))</system-out>",
      "    <system-err></system-err>",
      "  </testsuite>", "</testsuites>",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
