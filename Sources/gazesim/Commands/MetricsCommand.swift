import ArgumentParser
import Evaluate

struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics", abstract: "The metrics that a gate can limit: unit, better values, people needed.",
    discussion: """
      Each metric has two lines: its name, its unit, whether small or large values are good, and how many people an \
      interval, and so a verdict, needs (simulated people/people in recordings); then its definition. Limits are in \
      the metric's unit: 'gazesim gate --limit METRIC<=N', or a limits file.
      """)

  @Argument(help: "Text that the names contain. Default: all metrics.", completion: Completions.metrics)
  var name: String?

  @Option(help: "The system: \(Rigs.names).", completion: Completions.rigs)
  var rig = "gaze"

  @OptionGroup var console: OutputOptions

  func run() throws { try list(try Rigs.named(rig)) }

  private func list<R: Rig>(_: R.Type) throws {
    let listing = try MetricsListing(R.self, containing: name)
    try console.print(listing, listing.document)
  }
}
