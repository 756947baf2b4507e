import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct CoverageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage", abstract: "Does the calibration reach its bound, and do its intervals hold the truth?",
    discussion: """
      Looks at the device's protocol (9 targets, 3 distances, 5 head rotations, 30 frames a look) are drawn from the fit's \
      own model, fitted, and compared with the truth, many times over. With priors every repeat draws phone and people \
      from them, and the bound is the Bayesian one; without, phone and people stay, and it is Cramer and Rao's. Each figure \
      stands with half of its 99.9 % interval, Bonferroni over the rows of a table.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "Repeats of each table.")
  var repeats = 400

  @Option(help: "People a repeat.")
  var participants = 20

  @Option(help: "Noise of a frame's angles in degrees an axis, separated by commas: a table each.")
  var noise = "0.5,1,3"

  @Option(help: "Priors: on, off or both.")
  var priors = "both"

  @Option(help: "How far from the dot people look, degrees a look and axis.")
  var fixationBias = 0.0

  @Option(help: "Draws phones, people and noise.")
  var seed: UInt64 = 1

  @Option(
    help: """
      Simulated people instead, with what the fit does not contain: a preset, or a preset's file. The later session is \
      theirs.
      """)
  var preset: String?

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
    if let preset { return try await runSimulated(preset) }
    var study = CoverageStudy(profile: try device.chosen(), repeats: repeats)
    study.participants = participants
    study.noise = try noises()
    study.priors = try arms()
    study.fixationBias = fixationBias
    study.seed = seed
    try check(study)
    let progress = Progress("coverage", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await study.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(CoverageText.lines(report)) }
  }

  private func runSimulated(_ preset: String) async throws {
    console.remarkIgnored(["noise", "priors", "fixation-bias"], since: "--preset says how people and tracker err")
    let profile = try device.chosen()
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .calibration, preset: try GazePreset.load(preset), seed: seed, phone: 1,
      participants: participants)
    let study = SimulatedCoverage(profile: profile, simulation: simulation, repeats: repeats)
    try check(CoverageStudy(profile: profile, repeats: repeats))
    let progress = Progress("coverage", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await study.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(CoverageText.lines(report)) }
  }

  private func noises() throws -> [Double] {
    try noise.split(separator: ",").map { text in
      guard let value = Double(text), value > 0, value <= 30 else {
        throw OptionError("--noise", is: text, expected: "degrees up to 30, separated by commas")
      }
      return value
    }
  }

  private func arms() throws -> [Bool] {
    switch priors {
    case "on": [true]
    case "off": [false]
    case "both": [true, false]
    default: throw OptionError("--priors", is: priors, expected: "on, off or both")
    }
  }

  private func check(_ study: CoverageStudy) throws {
    guard (2...1_000_000).contains(repeats) else {
      throw OptionError("--repeats", is: repeats, expected: "2 to 1000000")
    }
    guard (1...200).contains(participants) else {
      throw OptionError("--participants", is: participants, expected: "1 to 200")
    }
    guard (0...10).contains(fixationBias) else {
      throw OptionError("--fixation-bias", is: fixationBias, expected: "0 to 10 degrees")
    }
    guard !study.noise.isEmpty else { throw OptionError("--noise", is: noise, expected: "for instance 0.5,1,3") }
  }
}

/// The study as a person reads it in a terminal.
enum CoverageText {
  static func lines(_ r: CoverageStudy.Report) -> [String] {
    var lines = [
      """
      \(r.device): \(r.repeats) repeats of \(NumberText.count(r.participants, "person", "people")), looks drawn from the fit's \
      own model, seed \(r.seed)\(r.fixationBias > 0 ? ", people look \(NumberText.fixed(r.fixationBias, 2)) deg beside the dot" : "")
      """,
      """
      bias in the bound's SDs (curvature: of it, what the model's nonlinearity adds); each beside half of its 99.9 % \
      interval; plain: as if every frame were a witness of its own; furthest: of each person's own bias, bound/variance and \
      coverage the one furthest from 0, 1 or 0.95, in half widths of its own interval over all parameters
      """,
    ]
    for priors in [true, false] {
      for noise in r.parameters.filter({ $0.priors == priors }).map(\.noise).uniqued {
        var table = TextTable([
          "parameter", "bias", "+-", "curvature", "bound/variance", "+-", "coverage", "+-", "plain", "+-", "furthest",
          "says",
        ])
        for row in r.parameters where row.priors == priors && row.noise == noise {
          table.add([
            row.name, NumberText.fixed(row.biasOverSE, 3), NumberText.fixed(row.biasHalfWidth, 3),
            NumberText.fixed(row.curvature, 3),
            NumberText.fixed(row.efficiency, 4), NumberText.fixed(row.efficiencyHalfWidth, 4),
            NumberText.fixed(row.coverage, 4), NumberText.fixed(row.coverageHalfWidth, 4),
            NumberText.fixed(row.plainCoverage, 3), NumberText.fixed(row.plainHalfWidth, 3),
            NumberText.fixed(row.furthest, 2),
            r.fixationBias > 0
              ? ((0.9...0.98).contains(row.coverage) ? "covers" : "does not cover")
              : !row.isEachSound ? "does not hold" : row.isSound ? "holds" : "each holds, their mean does not",
          ])
        }
        lines += [
          "",
          "noise \(NumberText.fixed(noise, 2)) deg a frame, \(priors ? "priors on, phone and people redrawn" : "priors off, one phone and its people")",
        ]
        lines += table.lines
      }
    }
    if r.failed > 0 { lines += ["", "\(NumberText.count(r.failed, "repeat")) could not be fitted"] }
    return lines
  }
}

extension CoverageText {
  static func lines(_ r: SimulatedCoverage.Report) -> [String] {
    var table = TextTable([
      "parameter", "unit", "given", "coverage", "95 %", "plain", "bias", "RMS error", "data sheet's",
      "half width", "says",
    ])
    for row in r.parameters {
      table.add([
        row.name, row.unit == "1" ? "" : row.unit, "\(row.given)", NumberText.fixed(row.coverage, 3),
        Format.interval(row.coverageCI95, 3), row.name == "laterError" ? "" : NumberText.fixed(row.plainCoverage, 3),
        NumberText.fixed(row.bias, 3), NumberText.fixed(row.rmsError, 3), NumberText.fixed(row.dataSheetError, 3),
        NumberText.fixed(row.halfWidth, 3),
        row.isUndecided
          ? "too few repeats to say" : row.isReliable ? "covers" : row.isTooWide ? "too wide" : "unreliable",
      ])
    }
    return [
      """
      \(r.device): \(r.repeats) phones with \(NumberText.count(r.participants, "person", "people")) each, simulated, preset \
      \(r.preset), seeds from \(r.seed) on
      """, "",
    ] + table.lines + [
      "",
      """
      pointer error in a later session: \(NumberText.fixed(r.laterError, 2)) deg on average over people, predicted in the \
      middle \(NumberText.fixed(r.predictedError, 2)) deg
      """,
      """
      a panel 5 % larger than its profile: found \(r.panel.found) of \(r.panel.repeats) times, cannot tell \
      \(r.panel.cannotTell); false alarms of a right profile \(r.panel.falseAlarms) of \(r.panel.repeats)
      """,
    ] + (r.failed > 0 ? ["\(NumberText.count(r.failed, "repeat")) could not be fitted"] : [])
  }
}

extension [Double] {
  fileprivate var uniqued: [Double] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
