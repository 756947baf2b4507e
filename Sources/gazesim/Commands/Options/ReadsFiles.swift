/// A command that writes a file and reads others; none of the files that it reads may be its output.
protocol ReadsFiles {
  /// Paths of the files that it reads: those that options name, and those that it finds by itself, such as a file
  /// beside another one or a folder of the user's. Of a folder, all files count.
  var inputs: [String] { get }
}
