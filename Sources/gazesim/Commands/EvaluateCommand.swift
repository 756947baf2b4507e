import ArgumentParser
import Documents
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct EvaluateCommand: ShardableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Say how far off the pointer is and how well the page scrolls.",
    discussion: """
      Without recordings, simulated people do the scenarios; each person first does a 5-point calibration in an \
      earlier session. A figure of the pointer is the mean over people of each person's own value; F1, data loss and \
      rates are ratios of sums over people. Each has a 95 % interval. \
      \(IntervalWords.sentence) \
      People for whom tracking fails (about one in twenty) are reported separately.

      In an open loop the page follows the person's intent. With --loop closed the pipeline's scrolls move the page in \
      the scenarios that have one (reading, recipe): the eyes follow the text, and a reader who loses the line \
      searches for it and scrolls back. With --preset ideal this shows the best result that the task itself permits.

      --recentre lets standard learn the pointer's offset in the session, and --trigger chooses its rule for \
      scrolling; both need a scenario with a page. People then see a dot, tap, or make signs, as each choice asks; \
      'gazesim scenarios reading --provenance' lists the constants (task.tap, task.dot, sign), which --set changes.
      """)

  @OptionGroup var options: EvaluationOptions

  @OptionGroup var files: EvaluationFiles

  @OptionGroup var sharding: ShardOptions

  var inputs: [String] { options.inputs }
  var isQuiet: Bool { options.console.quiet }
  var force: Bool { files.force }
  var writtenFiles: [String] { files.fileOptions }

  func indivisible() -> String? {
    options.input.isEmpty ? nil : ShardOptions.ofRecordings
  }

  func run() async throws {
    try UnknownArguments.check(options.files, of: Self.self, program: options.program.pipelineCommand)
    try files.checkFiles()
    try await run(try options.device.chosenRig(options.input))
  }

  private func run<R: Rig>(_ rig: R.Type) async throws {
    try files.checkPictures(of: "evaluate", rig, isJudged: false)
    let report = try await options.report(rig, page: files.wantsPage)
    try files.write(report, of: self)
    try options.form.print(report, options.console, by: self) { _ in report.document() }
  }
}
