import ArgumentParser
import Evaluate
import Foundation
import GazeRecording

/// The files to which an evaluation is written, each in the format of its ending.
struct EvaluationFiles: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: """
      Also write the result to FILE.json, FILE.md (Markdown), FILE.xml (JUnit), FILE.csv or FILE.html (a page); may be \
      repeated.
      """)
  var output: [String] = []

  @Flag(help: "Replace existing files.")
  var force = false

  /// True if an HTML page is written, which needs more data than the other formats.
  var wantsPage: Bool { output.contains { (try? ReportFormat(path: $0)) == .html } }

  /// Refuses paths that cannot be written, before the computation.
  func check() throws(FileError) {
    for (index, path) in output.enumerated() {
      _ = try ReportFormat(path: path)
      guard !output[..<index].contains(where: { InputFiles.areSame($0, path) }) else {
        throw FileError(path: path, message: "is named twice")
      }
      _ = try OutputFile(path: path, force: force)
    }
  }

  /// Writes all files.
  func write(_ report: Report<some Rig>) throws {
    for path in output {
      var file = try OutputFile(path: path, force: force)
      switch try ReportFormat(path: path) {
      case .json: try file.write([UInt8](Console.encoded(report)) + Array("\n".utf8))
      case .md: try file.write(report.markdown)
      case .xml: try file.write(report.junit)
      case .csv: try file.write(report.csv)
      case .html: try file.write(report.html)
      }
      try file.commit()
    }
  }
}
