/// The tool that makes the reports.
package enum Tool {
  /// Its version, which reports name.
  package static let version = "0.1.0"
  /// The commit of a release; in a checkout the text that `git archive` replaces by it (`.gitattributes`).
  private static let commit = "$Format:%H$"

  /// Version and, of a release, commit, as `gazesim --version` prints them. Reports do not name the commit: those of a
  /// release have the same bytes as those of a build of the same source.
  package static let name = commit.hasPrefix("$") ? version : "\(version), commit \(commit.prefix(12))"
}
