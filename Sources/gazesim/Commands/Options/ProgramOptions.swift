import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import PortableFoundation

/// Option that names an external program as the pipeline. Only the command line can name one: a limits file, a profile
/// or a recording must not start programs.
struct ProgramOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A program in any language to judge as the pipeline, run by /bin/sh -c: it reads a frame a line as JSON and \
      answers with a pointer a line (docs/pipelines.md). Only gaze.
      """, valueName: "command"))
  var pipelineCommand: String?

  @Option(
    help: ArgumentHelp(
      """
      The longest time for one answer of the program, 0.1 to 600 s; more on a busy machine.
      """, valueName: "seconds"))
  var answerWithin = ExternalLimits.answer

  /// The program as a pipeline; nil without a program.
  func pipeline<R: Rig>(_: R.Type, on profile: DeviceProfile) throws -> Pipeline<R>? {
    let isQuiet = Invocation.current.has("--quiet")
    return try pipelineCommand.map { command in
      try R.pipeline(command: command, on: profile, within: answerWithin) { remark in
        if !isQuiet { Progress.note("--pipeline-command: " + remark) }
      }
    }
  }

  func validate() throws {
    try OptionError.check("--answer-within", answerWithin, in: 0.1...600, expected: "0.1 to 600 seconds")
    if let pipelineCommand, pipelineCommand.allSatisfy(\.isWhitespace) {
      throw OptionError("--pipeline-command", message: "is empty; expected a command for /bin/sh -c")
    }
    if pipelineCommand?.utf8.contains(0) == true {
      throw OptionError("--pipeline-command", message: "holds a zero byte; expected a command for /bin/sh -c")
    }
  }
}
