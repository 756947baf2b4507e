/// A command that writes a file and reads others: none of those may be the output.
protocol ReadsFiles {
  /// As the user named them.
  var inputs: [String] { get }
}
