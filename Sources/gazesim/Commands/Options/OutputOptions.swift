import ArgumentParser
import Foundation

/// What every command has.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: "Print no remarks and no progress.")
  var quiet = false
}

/// What commands with much to compute have.
struct JobsOptions: ParsableArguments {
  @Option(help: "How many cores to use; the result does not depend on it. Default: all.")
  var jobs: Int?

  var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    if let jobs, jobs < 1 || jobs > 1024 { throw OptionError("--jobs", is: jobs, expected: "1 to 1024") }
  }
}
