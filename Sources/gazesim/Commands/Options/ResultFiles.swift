import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import PortableFoundation

/// The files to which an evaluation is written, each in the format of its ending.
struct EvaluationFiles: ParsableArguments, ResultFiles {
  typealias Format = ReportFormat

  @Option(
    name: .shortAndLong,
    help: """
      Also write the result to FILE.json, FILE.md (Markdown), FILE.xml (JUnit), FILE.csv, people.csv (a row per \
      person), FILE.html (a page), map.svg (a picture) or, after a gate, verdict.svg; may be repeated.
      """, completion: .file(extensions: ReportFormat.names))
  var output: [String] = []

  @Flag(help: "Replace existing files.")
  var force = false

  @OptionGroup var opening: OpenOption

  /// Refuses pictures that the command does not draw, before the computation.
  func checkPictures<R: Rig>(of command: String, _: R.Type, isJudged: Bool) throws(FileError) {
    let pictures: [PictureKind] = (R.facts.hasMap ? [.map] : []) + (isJudged ? [.verdict] : [])
    for path in output where PictureKind.isPicture(path) {
      _ = try PictureKind(path: path, among: pictures, of: "\(command) of the rig \(R.name)")
    }
  }

  /// Writes a report to all files.
  func write<R: Rig>(_ report: Report<R>, of command: some ReproducibleCommand) throws {
    try write(report, of: command, unnamed: "report.html") { format, path in
      switch format {
      case .json: nil
      case .md: MarkdownRenderer().text(report.document())
      case .xml: report.junit
      case .csv: ReportFormat.namesPeople(path) ? report.peopleCSV : report.csv
      case .html: report.html
      case .svg:
        try PictureKind(path: path, among: [.map, .verdict], of: "evaluate or gate") == .map
          ? R.page(report).map() : report.verdictPicture
      }
    }
  }
}

/// The files to which a command writes its result beside printing it, each in the format of its ending.
protocol ResultFiles {
  associatedtype Format: CaseIterable & RawRepresentable<String>
  var output: [String] { get }
  var force: Bool { get }
  var opening: OpenOption { get }
}

extension ResultFiles {
  /// True if an HTML page is written, which needs more data than the other formats.
  var wantsPage: Bool { isPageMissing || output.contains(where: Self.isPage) }

  /// True if the page to open has no name of its own.
  private var isPageMissing: Bool {
    opening.open && !output.contains { Self.isPage($0) || PictureKind.isPicture($0) }
  }

  private static func isPage(_ path: String) -> Bool { (try? Format(ending: path))?.rawValue == "html" }

  /// The options that name these files.
  var fileOptions: [String] { output.map { "-o \($0)" } + (opening.open ? ["--open"] : []) }

  /// Refuses paths that cannot be written, before the computation.
  func checkFiles(_ check: (Format, _ path: String) throws -> Void = { _, _ in }) throws {
    try OutputFile.check(output, force: force) { try check(try Format(ending: $0), $0) }
  }

  /// Writes all files, each with a remark unless the command is quiet, and opens the page or the picture if that was
  /// asked for.
  ///
  /// - Parameters:
  ///   - page: name of a page that has none.
  ///   - text: the result in a format; nil for JSON.
  func write(
    _ result: some Encodable, of command: some ReproducibleCommand, unnamed page: String,
    _ text: (Format, _ path: String) throws -> String?
  ) throws {
    let paths = output + (isPageMissing ? [try OpenOption.temporaryPath(page)] : [])
    let record = paths.isEmpty ? nil : try command.record()
    for path in paths {
      var file = try OutputFile(path: path, force: force)
      let format = try Format(ending: path)
      if let text = try CommandRecord.$current.withValue(record, operation: { try text(format, path) }) {
        try file.write(text)
        if format.rawValue == "md", let record { try file.write(record.markdown) }
      } else {
        try file.write(Console.encoded(report: result, record) + [UInt8(ascii: "\n")])
      }
      try file.commit()
      if !command.isQuiet { Console.note("wrote \(path)") }
    }
    opening.show(paths, quiet: command.isQuiet)
  }
}

extension OutputFile {
  /// Refuses paths that cannot be written, before the computation.
  static func check(_ paths: [String], force: Bool, _ check: (_ path: String) throws -> Void) throws {
    for (index, path) in paths.enumerated() {
      try check(path)
      guard !paths[..<index].contains(where: { InputFiles.areSame($0, path) }) else {
        throw FileError(path: path, message: "is named twice")
      }
      _ = try OutputFile(path: path, force: force)
    }
  }
}
