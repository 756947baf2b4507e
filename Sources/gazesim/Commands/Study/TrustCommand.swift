import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct TrustCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "What five points of an earlier session are worth in a later one.",
    discussion: """
      `standard` with the five points and without them, on the same people: the mean over people of each one's difference, \
      in points. The pipeline does not know how much of an offset stays with a person; beside it stand all of the stored \
      offset, and the one share of it that is best for these people, which nobody can know beforehand. People whom \
      tracking fails are left out.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var person: PersonOptions

  @Option(help: "How many people.")
  var participants = 200

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
    let profile = try device.chosen()
    let simulation: Simulation = try person.simulation(
      NominalPhone(profile), .validation, participants: participants)
    let run = Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [.validation])
    let progress = Progress("trust", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await TrustStudy(run).report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(Self.lines(report)) }
  }

  static func lines(_ r: TrustStudy.Report) -> [String] {
    var table = TextTable(["standard", "pointer error pt"])
    table.add(["without a calibration", NumberText.fixed(r.without, 1)])
    table.add(["five points", NumberText.fixed(r.with, 1)])
    table.add(["five points, all of the offset believed", NumberText.fixed(r.believed, 1)])
    table.add(["five points, the best share (\(NumberText.fixed(r.knownShare, 1)))", NumberText.fixed(r.known, 1)])
    return [
      "\(r.device): \(NumberText.count(r.people, "person", "people")), seed \(r.seed), phone \(r.phone); five points in an earlier session",
      "",
    ] + table.lines + [
      "",
      """
      with less without: \(NumberText.fixed(r.difference, 1)) pt, 95 % \(Format.interval(r.differenceCI95, 1)); kept of what \
      the best share would gain: \(r.kept.map { NumberText.fixed(100 * $0, 0) + " %" } ?? "it would gain less than 5 pt")
      """,
    ]
  }
}
