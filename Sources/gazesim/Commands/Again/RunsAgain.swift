import ArgumentParser
import Evaluate
import GazeRecording

/// A command whose result states how it was made, so that 'gazesim merge' and 'gazesim reproduce' can run it again.
protocol RunsAgain: AsyncParsableCommand, ReadsFiles {
  /// True if no remarks are printed.
  var isQuiet: Bool { get }
}

extension RunsAgain {
  /// The record of this command; nil if an input is a pipe, which cannot be read again.
  func record() throws -> CommandRecord? {
    inputs.allSatisfy(CommandRecord.canBeReadAgain) ? try CommandRecord(.current, inputs: inputs) : nil
  }
}

extension CommandRecord {
  /// Runs the command again, with these further words, after its input files were found unchanged.
  ///
  /// - Parameter path: the file that holds this record, for errors. The file may be a stranger's, so it can neither
  ///   name a program to run nor a file to write.
  func run(adding words: [String], path: String) async throws {
    let invocation = Invocation(arguments)
    guard invocation.isCondition else {
      throw FileError(
        path: path, field: "command.arguments", message: "holds options that no record has; make it again")
    }
    // Words that choose the form of the output give way to those of the caller.
    let own = words.contains("--json") ? invocation.figures.words : arguments
    let command: any ParsableCommand
    do { command = try Root.parseAsRoot(own + words) } catch {
      throw FileError(
        path: path, field: "command.arguments",
        message: "is not a command of this version: \(Root.message(for: error)); make it again")
    }
    guard var again = command as? any RunsAgain else {
      throw FileError(
        path: path, field: "command.arguments", message: "'\(line)' gives no result that can be made again")
    }
    for option in ["--pipeline-command", "--accept", "--write-limits"] where invocation.has(option) {
      throw FileError(
        path: path, field: "command.arguments",
        message: "has \(option), and a file must neither start a program nor write one; run it yourself: \(line)")
    }
    try checkHash(path: path)
    try checkInputs(again.inputs, path: path)
    try await Invocation.$current.withValue(Invocation(own + words)) {
      try await InputFiles.$paths.withValue(again.inputs + [path]) { try await again.run() }
    }
  }
}
