import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct ProtocolCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "protocol", abstract: "Three numbers: calibration points, a grid, the observer moved.",
    discussion: """
      The experiment of PyEtSimul, whose own noise-free numbers for 9 points are 0.27, 0.39 and 1.47 deg. Each person \
      calibrates offset and gain on 3 x 3 points at the own distance, and is then asked in the same session: at those \
      points again, on a 16 x 16 grid over the screen, and on that grid 50 mm to the right, left, up, down, nearer and \
      further. The phone's geometry is known exactly, nothing else is; `standard`, not smoothed.

      `mean of looks` is the angle between the mean pointer of a look and the mean true gaze, which noise hardly \
      touches; `samples` is the mean angle of single samples. Means over people; those whom tracking fails are apart.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "How good the tracker is; may be repeated. Default: ideal, optimistic, typical and pessimistic.")
  var preset: [String] = []

  @Option(help: "How many people.")
  var participants = 20

  @Option(help: "Points along each side of the grid, 2 to 16.")
  var grid = 16

  @Option(help: "How far the observer moves, millimetres.")
  var shift = 50.0

  @Option(help: "What the pointer is held to: truth (where the person looks) or target (what is shown).")
  var against = "truth"

  @Option(help: "Draws people, behaviour and noise.")
  var seed: UInt64 = 1

  @Option(help: "Draws the phone's true geometry. Default: 1, and 0 for ideal.")
  var phone: UInt64?

  @Option(
    name: .customLong("set"),
    help: "Change a constant: KEY=VALUE, in the unit that 'gazesim scenarios NAME --provenance' shows.")
  var settings: [String] = []

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func validate() throws {
    if !(2...16).contains(grid) { throw OptionError("--grid", is: grid, expected: "2 to 16") }
    if !(shift > 0 && shift <= 100) {
      throw OptionError("--shift", is: shift, expected: "more than 0 and at most 100 millimetres")
    }
  }

  func run() async throws {
    let profile = try device.chosen()
    guard let reference = ErrorReference(rawValue: against) else {
      throw UnknownNameError(
        kind: "reference", name: against, among: ["truth", "target"], listing: "gazesim study protocol --help")
    }
    let names = preset.isEmpty ? GazePreset.all.map(\.name) : preset
    let studies = try names.map { name in
      var simulation = Simulation(
        device: NominalPhone(profile), scenario: .validation, preset: try GazePreset.load(name), seed: seed,
        phone: phone,
        participants: participants)
      for setting in settings { try simulation.apply(setting: setting) }
      try simulation.validate()
      var study = ProtocolStudy(profile: profile, simulation: simulation)
      (study.gridSide, study.shift, study.reference) = (grid, shift / 1000, reference)
      return study
    }
    let progress = Progress("protocol", quiet: console.quiet)
    defer { progress.finish() }
    var reports: [ProtocolStudy.Report] = []
    for (index, study) in studies.enumerated() {
      let total = Double(studies.count)
      reports.append(try await study.report(jobs: jobs.count) { progress.show((Double(index) + $0) / total) })
    }
    progress.finish()
    if console.json { try Console.print(json: reports) } else { try Console.print(lines(reports)) }
  }

  private func lines(_ reports: [ProtocolStudy.Report]) -> [String] {
    guard let first = reports.first else { return [] }
    var table = TextTable(
      ["preset", "at", "people", "mean of looks", "95 %", "samples", "95 %", "apart: failing"])
    for r in reports {
      let worst = r.directions.filter { $0.name == r.worst }
      for row in r.rows + worst {
        let name =
          switch row.name {
          case "grid": "\(r.gridSide) x \(r.gridSide) grid"
          case "observer moved": "moved \(NumberText.fixed(r.shiftMillimetres, 0)) mm, mean of six"
          case r.worst: "worst: \(row.name)"
          default: row.name
          }
        table.add(
          [
            r.preset, name, "\(row.accuracy.people)", NumberText.fixed(row.accuracy.mean, 2),
            Format.interval(row.accuracy.meanCI95, 2), NumberText.fixed(row.sampleError.mean, 2),
            Format.interval(row.sampleError.meanCI95, 2),
            row.failing.people > 0 ? "\(NumberText.fixed(row.failing.mean, 2)) (\(row.failing.people))" : "-",
          ])
      }
    }
    var lines =
      [
        """
        \(first.device): \(NumberText.count(first.participants, "person", "people")), simulated, seed \(first.seed); \
        degrees at the eye against \(first.against == .truth ? "the true gaze" : "the target"), means over people
        """,
        "9 points at the own distance, true geometry known, same session, no smoothing", "",
      ] + table.lines + ["", "PyEtSimul, without noise, 9 points: 0.27 / 0.39 / 1.47 deg"]
    for r in reports where r.uncalibrated > 0 {
      lines.append(
        "\(r.preset): \(NumberText.count(r.uncalibrated, "person", "people")) could not be calibrated and went on without"
      )
    }
    return lines
  }
}
