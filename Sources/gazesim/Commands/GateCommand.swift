import ArgumentParser
import Evaluate
import Foundation
import GazeMetrics
import GazeRecording
import GazeTesting

struct GateCommand: AsyncParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "gate", abstract: "Evaluate and hold the figures against limits.",
    discussion: """
      The verdict comes from each figure's 95 % interval over people: pass if all of it is on the good side, fail if \
      all of it is on the bad side, else inconclusive: ask for more --participants. Exit code 0, 1 and 3.

      Under GitHub Actions the Markdown is also appended to the step's summary, and gates that do not pass are annotated.
      """)

  @OptionGroup var options: EvaluationOptions

  @Option(
    help:
      "A JSON file of limits: {\"schema\":\"gazesim.limits\",\"version\":1,\"limits\":[{\"metric\":…,\"limit\":…,\"direction\":\"max\"}]}. Default: the profile's."
  )
  var limits: String?

  @OptionGroup var files: EvaluationFiles

  var inputs: [String] { options.inputs + (limits.map { [$0] } ?? []) }

  func run() async throws {
    try files.check()
    let file = try limits.map { try LimitsFile(path: $0).limits }
    let evaluation = try await options.evaluate(page: files.wantsPage) { profile in
      guard let gates = file ?? profile.gates?.limits.map(Gate.init) else { throw noLimits(profile) }
      return gates
    }
    try files.write(evaluation)
    if options.console.json {
      try Console.print(json: evaluation)
    } else {
      try Console.print(EvaluationText.lines(evaluation))
    }
    try GitHubStep()?.report(evaluation)
    switch evaluation.verdict {
    case .pass: return
    case .fail: throw ExitCode(1)
    case .inconclusive, nil: throw ExitCode(3)
    }
  }

  private func noLimits(_ profile: Profile) -> FileError {
    FileError(
      path: profile.id, field: "gates", message: "the profile has no limits; give some with --limits FILE")
  }
}
