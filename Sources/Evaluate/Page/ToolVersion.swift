/// The tool that makes the reports.
package enum Tool {
  /// Its version, as `gazesim --version` prints it.
  package static let version = "0.1.0"
}
