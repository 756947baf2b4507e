/// The tool that makes the reports.
package enum Tool {
  /// Its version, as `gazesim --version` says it.
  package static let version = "0.1.0"
}
