import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import GazeSimulation

struct ExplainCommand: AsyncParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Say what the pointer's error is made of, and what would mend it.",
    discussion: """
      The mean squared error of eyes at rest, in degrees, is divided by cause: the person's offset and gain, the \
      session's offset, lag, the place on the screen, drift, jitter, and a residual. The parts add up to the whole; \
      lost frames are stated apart. Every person has the same weight. Causes whose difference has a 95 % interval over \
      people that holds 0 are called about equal.

      Simulated people do the scenario with targets in three sessions of two takes each, which separates person, \
      session and drift, and then again with each change that an app could make: five points, another smoothing, and, \
      on a page, a dot at the start or recentring by the lines read. With --recentre they read, and the causes are \
      those of the error that remains. In a \
      recording a change that cannot be computed is "not known", and one session of a person joins person and session.
      """)

  @OptionGroup var options: EvaluationOptions

  var inputs: [String] { options.inputs }

  func run() async throws {
    try UnknownArguments.check(options.files, of: Self.self)
    let rig = try options.device.chosenRig(options.input)
    guard rig == GazeRig.self else {
      throw OptionError("--rig", message: "is \(rig.name); this command supports the gaze rig only")
    }
    let explanation = try await explanation()
    try options.form.print(explanation, options.console) { _ in explanation.document() }
  }

  private func explanation() async throws -> Explanation {
    guard options.input.isEmpty else {
      let judged = try options.recordedRun(GazeRig.self) { $0.addSmoothings() }
      let explanation = try judged.explanation(path: options.input[0])
      options.remark(on: judged)
      return explanation
    }
    let run = try options.run(GazeRig.self)
    let progress = Progress("explain", quiet: options.console.quiet)
    defer { progress.finish() }
    return try await run.explanation(jobs: options.jobs.count) { progress.show($0) }
  }
}
