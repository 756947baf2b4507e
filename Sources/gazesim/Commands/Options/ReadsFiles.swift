/// A command that writes a file and reads others; none of the files that it reads may be its output.
protocol ReadsFiles {
  /// Paths of the files that it reads, as the user wrote them.
  var inputs: [String] { get }
}
