import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import PortableFoundation

/// The step of a GitHub workflow in which the command runs.
struct GitHubSummary {
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
