import Foundation
import GazeMetrics

extension Report {
  /// As JUnit XML: one `testcase` a gate, and a comparison with a baseline. A gate that fails is a `failure`; one that is inconclusive an `error`, since
  /// nothing was shown and the command's exit code says so, too.
  ///
  /// Elements and attributes are those of the common schema (Apache Ant's), in its order. Time and host are not those of
  /// the run: the same evaluation is the same file.
  package var junit: String {
    let (judged, presentation) = (self.judged, R.presentation(self))
    let (failures, errors) = (count(.fail), count(.inconclusive))
    // Suites of several rigs meet in one build's report.
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
      ] + presentation.properties + [("verdict", verdict?.rawValue ?? "")]
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
      "    <system-out>\(XML.text("\(about); \(presentation.conditions)"))</system-out>",
      "    <system-err></system-err>",
      "  </testsuite>", "</testsuites>",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Text that may hold anything, in XML.
enum XML {
  /// Escaped for elements and attributes; characters that XML 1.0 does not know become U+FFFD.
  static func text(_ text: String) -> String {
    MarkupText.escaped(text, longest: .max) { scalar, escaped in
      switch scalar {
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      case "\t", "\n", "\r": escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      default:
        let isKnown = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        escaped.append(isKnown ? scalar : "\u{FFFD}")
      }
    }
  }
}
