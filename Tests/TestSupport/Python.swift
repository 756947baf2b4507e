import Testing

/// First Python that has a package: the one in `PATH`, or the system's.
package struct Python: Sendable {
  private let name: String

  /// Finds the Python; nil if no Python has the package.
  package init?(with package: String) {
    let found = ["python3", "/usr/bin/python3"].first { name in
      (try? Program.run([name, "-c", "import \(package)"]))?.status == 0
    }
    guard let found else { return nil }
    name = found
  }

  /// Runs a script, which must succeed, and returns its output.
  package func callAsFunction(_ script: String, _ arguments: [String]) throws -> String {
    let outcome = try Program.run([name, "-W", "ignore", "-c", script] + arguments)
    try #require(outcome.status == 0, "\(outcome.text)")
    return outcome.text
  }
}
