import Documents
import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ReportFormatTests {
  /// A small evaluation, with a gate of each verdict.
  private func evaluation() async throws -> Report<GazeRig> {
    let run = try Run.mini(seed: 1, participants: 16, duration: 10)
    // A limit that equals the figure is inside its interval.
    let middle = try #require(try await run.evaluation().value("pointer.errorDegrees.median"))
    return try await run.evaluation(
      limits: [
        .most(medianError, 5000), .most("pointer.errorPoints.mean", 1),
        .most("pointer.errorDegrees.median", middle),
      ])
  }

  private static let names = [
    "<script>alert(1)</script>", "]]>", "a%0A::error::b", "a\"b'c&d", "=1+2", "a|b\n# c", "\u{1}\u{7}",
  ]

  @Test("every format contains the gates' verdicts and the figures of the JSON")
  func content() async throws {
    let e = try await evaluation()
    #expect(e.gates.map(\.verdict) == [.pass, .fail, .inconclusive])
    let figure = try #require(e.figure(medianError))
    #expect(e.figures.map(\.metric) == e.intervals.keys.sorted())
    let table = e.csv.components(separatedBy: "\r\n").map { $0.components(separatedBy: ",") }
    #expect(table[0].count == 16 && table.dropFirst().dropLast().allSatisfy { $0.count == 16 })
    let row = try #require(table.first { $0[8] == medianError })
    #expect(Double(row[9]) == figure.value && row[15] == "pass" && Double(row[13]) == 5000)
  }

  @Test("JUnit is well-formed, counts its elements, and says why a gate does not pass")
  func junit() async throws {
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(try await evaluation().junit.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(reader.elements["testcase"]?.count == 3 && reader.elements["failure"]?.count == 1)
    let suite = try #require(reader.elements["testsuite"]?.first)
    #expect(suite["tests"] == "3" && suite["failures"] == "1" && suite["errors"] == "1")
    for name in ["name", "timestamp", "hostname", "time", "package", "id"] { #expect(suite[name] != nil, "\(name)") }
    let failure = try #require(reader.elements["failure"]?.first?["message"])
    #expect(failure.hasPrefix("pointer.errorPoints.mean is ") && failure.contains("limit at most 1, 95 % ["))
    #expect(reader.elements["error"]?.first?["type"] == "inconclusive")
    let order = reader.order.filter { ["properties", "testcase", "system-out", "system-err"].contains($0) }
    #expect(order == ["properties", "testcase", "testcase", "testcase", "system-out", "system-err"])
  }

  @Test("characters that control a terminal, end a line or reverse the text reach no report")
  func steering() async throws {
    let unsafe = (0..<0x2070).compactMap(Unicode.Scalar.init).filter(TerminalText.isUnsafe)
    #expect(unsafe.count > 70)
    var e = try await evaluation()
    e.subject.rename(unsafe.map { "a\($0)" }.joined() + "z")
    for i in e.gates.indices { e.gates[i].metric = "g\u{202E}\u{2028}\u{85}\u{2066}" }
    for text in [e.junit, e.markdown, e.html, HTML.json(unsafe.map(String.init))] {
      #expect(text.contains("g\u{FFFD}\u{FFFD}") || text.hasPrefix("["))
      #expect(!text.unicodeScalars.contains { $0 != "\n" && TerminalText.isUnsafe($0) })
    }
    #expect(!e.csv.unicodeScalars.contains { !"\r\n".unicodeScalars.contains($0) && TerminalText.isUnsafe($0) })
  }

  @Test("hostile names do not break any format", arguments: names)
  func hostile(_ name: String) async throws {
    var e = try await evaluation()
    e.subject.rename(name)
    for i in e.gates.indices { e.gates[i].metric = name }
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(e.junit.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(
      reader.elements.keys.sorted() == [
        "error", "failure", "properties", "property", "system-err", "system-out", "testcase", "testsuite", "testsuites",
      ])
    #expect(!e.markdown.contains("<script") && e.markdown.utf8.count < 1 << 20)
    #expect(e.markdown.split(separator: "\n").allSatisfy { !$0.hasPrefix("# ") })
    let annotations = GitHubActions.annotations(e)
    #expect(annotations.count == 2)
    for line in annotations {
      #expect(!line.contains("\n") && line.hasPrefix("::") && !line.contains("%0A::error"))
    }
    #expect(!e.csv.contains(",=1+2") && !e.csv.hasPrefix("=1"))
  }

  @Test("at most ten annotations, the worst first")
  func annotations() async throws {
    var e = try await evaluation()
    let (fail, open) = (e.gates[1], e.gates[2])
    e.gates = [GateResult](repeating: open, count: 8) + [GateResult](repeating: fail, count: 7)
    let lines = GitHubActions.annotations(e)
    #expect(lines.count == 10 && lines.prefix(7).allSatisfy { $0.hasPrefix("::error title=gazesim gate%3A fail::") })
    #expect(lines[9].contains("6 more gates do not pass"))
    #expect(GitHubActions.command("error", title: "a:b,c", "50 %\r\nx") == "::error title=a%3Ab%2Cc::50 %25%0D%0Ax")
  }

  @Test("a file's ending decides its format")
  func endings() throws {
    #expect(try ReportFormat(path: "a/b.c/r.MD") == .md && ReportFormat(path: "x.xml") == .xml)
    for path in ["x", "a.b/x", "x.html5", "x.", ""] {
      #expect(throws: FileError.self) { try ReportFormat(path: path) }
    }
  }
}

private final class JUnitReader: NSObject, XMLParserDelegate {
  var elements: [String: [[String: String]]] = [:]
  var order: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    elements[name, default: []].append(attributes)
    order.append(name)
  }
}
