import GazeRecording

/// The arguments as bytes. `CommandLine.arguments` replaces bytes that are not UTF-8, so a file with another name would
/// be read or overwritten.
enum WrittenArguments {
  /// An error message for the first argument that is not UTF-8; nil if all arguments are.
  static func fault() -> String? {
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
      let shown = TerminalText.line(String(cString: argument).prefix(200))
      return "argument \(index), \"\(shown)\": is not UTF-8, so a file with another name would be used; rename the file"
    }
    return nil
  }
}
