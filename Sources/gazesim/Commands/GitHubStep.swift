import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import PortableFoundation

/// The step of a GitHub workflow in which the command runs.
struct GitHubStep {
  private let summary: String?

  /// The step from the environment; nil outside of GitHub Actions.
  init?(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard environment["GITHUB_ACTIONS"] == "true" else { return nil }
    summary = environment["GITHUB_STEP_SUMMARY"].flatMap(\.nonEmpty)
  }

  /// Annotates gates that do not pass (on stderr, which the runner also reads), and appends the report to the step's
  /// summary if it fits.
  ///
  /// A summary that cannot be written causes only a remark; the verdict does not change.
  func report(_ evaluation: Report<some Rig>) {
    for line in GitHubActions.annotations(evaluation) { Console.workflowCommand(line) }
    guard let summary else { return }
    let text = Array(MarkdownRenderer().text(evaluation.document()).utf8)
    func fail() { Console.note("\(summary): cannot append to it: \(String(cString: strerror(errno)))") }
    guard let file = fopen(summary, "a") else { return fail() }
    defer { fclose(file) }
    let before = ftell(file)
    guard before >= 0, before + text.count <= GitHubActions.summaryLimit else {
      return Console.note("\(summary): is full, so the gates are not in it")
    }
    if fwrite(text, 1, text.count, file) != text.count || fflush(file) != 0 { fail() }
  }
}

/// The files to which an evaluation is written, each in the format of its ending.
struct EvaluationFiles: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: """
      Also write the result to FILE.json, FILE.md (Markdown), FILE.xml (JUnit), FILE.csv, people.csv (a row per \
      person), FILE.html (a page), map.svg (a picture) or, after a gate, verdict.svg; may be repeated.
      """, completion: .file(extensions: ReportFormat.allCases.map(\.rawValue)))
  var output: [String] = []

  @Flag(help: "Replace existing files.")
  var force = false

  @OptionGroup var opening: OpenOption

  /// True if an HTML page is written, which needs more data than the other formats.
  var wantsPage: Bool { isPageMissing || output.contains(where: Self.isPage) }

  /// True if the page to open has no name of its own.
  private var isPageMissing: Bool {
    opening.open && !output.contains { Self.isPage($0) || PictureKind.isPicture($0) }
  }

  private static func isPage(_ path: String) -> Bool { (try? ReportFormat(path: path)) == .html }

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

  /// Refuses pictures that the command does not draw, before the computation.
  func checkPictures<R: Rig>(of command: String, _: R.Type, isJudged: Bool) throws(FileError) {
    let pictures: [PictureKind] = (R.facts.hasMap ? [.map] : []) + (isJudged ? [.verdict] : [])
    for path in output where PictureKind.isPicture(path) {
      _ = try PictureKind(path: path, among: pictures, of: "\(command) of the rig \(R.name)")
    }
  }

  /// Writes all files, each with a remark unless `quiet`, and opens the page or the picture if that was asked for.
  func write<R: Rig>(_ report: Report<R>, of command: some RunsAgain) throws {
    let (quiet, record) = (command.isQuiet, output.isEmpty && !isPageMissing ? nil : try command.record())
    let paths = output + (isPageMissing ? [try OpenOption.temporaryPath("report.html")] : [])
    for path in paths {
      var file = try OutputFile(path: path, force: force)
      switch try ReportFormat(path: path) {
      case .json: try file.write([UInt8](Console.encoded(report: report, record)) + Array("\n".utf8))
      case .md:
        let text = MarkdownRenderer().text(report.document())
        try file.write(text + (record?.markdown ?? []).map { $0 + "\n" }.joined())
      case .xml: try file.write(report.junit)
      case .csv: try file.write(ReportFormat.namesPeople(path) ? report.peopleCSV : report.csv)
      case .html: try file.write(CommandRecord.$current.withValue(record) { report.html })
      case .svg:
        let kind = try PictureKind(path: path, among: [.map, .verdict], of: "evaluate or gate")
        try file.write(kind == .map ? R.page(report).map() : report.verdictPicture)
      }
      try file.commit()
      if !quiet { Console.note("wrote \(path)") }
    }
    opening.show(paths, quiet: quiet)
  }
}
