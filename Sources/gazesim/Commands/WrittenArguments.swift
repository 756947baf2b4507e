import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation
import PortableFoundation
import Profiles

/// The arguments as bytes. `CommandLine.arguments` replaces bytes that are not UTF-8, so a file with another name would
/// be read or overwritten.
enum RawArguments {
  /// An error message if the arguments are not known, or for the first argument that is not UTF-8; nil if all are.
  static func fault() -> String? {
    // A program has at least its own name. Otherwise a gate whose arguments are lost would print its help and pass.
    guard CommandLine.argc > 0, !CommandLine.arguments.isEmpty else {
      return "cannot read its arguments; on Linux they are in /proc: mount it"
    }
    for index in 1..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
      let shown = TerminalText.line(String(cString: argument).prefix(200))
      return "argument \(index), \"\(shown)\": is not UTF-8, so a file with another name would be used; rename the file"
    }
    return nil
  }

  /// The remedy for a negative number after an option, which the parser takes for another option; nil for other errors.
  static func hint(on message: String) -> String? {
    let arguments = Array(CommandLine.arguments.dropFirst())
    for (option, value) in zip(arguments, arguments.dropFirst()) where Double(value).map({ $0 < 0 }) ?? false {
      if message.hasPrefix("Missing value for '\(option) ") {
        return "Hint: a negative number needs '=': \(TerminalText.line("\(option)=\(value)"))"
      }
    }
    return nil
  }

  /// The parser's error with arguments in one short line each: its message quotes them, and an argument with a line
  /// feed could begin a line that looks like another message or is a command of a workflow.
  static func printable(_ error: any Error) -> any Error {
    let arguments = CommandLine.arguments.dropFirst()
    guard Root.exitCode(for: error) != .success, arguments.contains(where: { shown($0) != $0 }) else { return error }
    do { _ = try Root.parseAsRoot(arguments.map(shown)) } catch { return error }
    // The arguments are valid as they are shown only.
    return ValidationError(TerminalText.line(Root.message(for: error).prefix(1000)))
  }

  /// An argument as messages quote it.
  private static func shown(_ argument: String) -> String {
    TerminalText.line(argument.prefix(longest)) + (argument.count > longest ? "…" : "")
  }

  /// Longest argument that a message quotes whole. Assumed.
  private static let longest = 200
}
