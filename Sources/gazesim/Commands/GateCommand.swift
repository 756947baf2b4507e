import ArgumentParser
import Documents
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

struct GateCommand: ShardableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate", abstract: "Evaluate, and hold the figures against limits and against a baseline.",
    discussion: """
      The verdict comes from each figure's interval over people: pass if all of it is on the good side of the limit, \
      fail if all of it is on the bad side, else inconclusive. As long as a gate is inconclusive, more people are \
      simulated: \(analyses) by default. Each of these interim analyses uses a wider interval, so that a gate \
      is wrong in at most \(NumberText.whole(100 * GateAnalyses.error)) % of runs with other people on the \
      same phone, and many gates together raise no more false \
      alarms than one. \(IntervalWords.sentence) The same seed gives the same verdict.

      --baseline FILE compares with an earlier version on the same people: a figure fails if it got worse by more than \
      --margin, and passes if it did not. --accept writes the baseline; review it and keep it beside the code. A \
      baseline of another phone, scenario, seed or simulator is refused.

      People in recordings (--input) are not drawn by the simulator, and the tracker may fail for one in ten of them. \
      A verdict on recordings therefore takes \(Population.recorded.fewestPeople) people, for some figures more; with \
      fewer it is inconclusive and says how many are missing.

      Every gate of the gaze rig also judges the pipeline's mapping on two simulated faces without any error: axes, \
      scale, offset, lag, eyes and the camera's pose, each by name. The gate passes only if the mapping does; \
      --correctness judges the mapping alone. A limits file may declare an intended gain, offset or lag: \
      "declared":{"gain":[1,1],"offsetPoints":[0,0],"lagMilliseconds":250}. Limits that a pipeline without eye \
      tracking would meet are refused, and so are your own limits on scrolling in scenarios in which nobody is asked \
      to scroll. Built-in limits that cannot be measured are left out, each with its reason; those on scrolling also \
      if a program claims "scrolls":false or never answers the key scroll. The verdict then says so.

      Exit code: 0 pass, 1 fail, 2 an error, 3 inconclusive. Under GitHub Actions the Markdown is also appended to the \
      step's summary, and gates that do not pass are annotated.
      """)

  /// The numbers of people of the default interim analyses, for help.
  private static var analyses: String {
    GateAnalyses(first: SimulationOptions.usualPeople, most: GateAnalyses.defaultMost).people.map(String.init)
      .joined(separator: ", ")
  }

  @OptionGroup var options: EvaluationOptions

  @Option(
    help: """
      A JSON file of limits: {"schema": "gazesim.limits", "version": 1, "limits": [{"metric": …, "limit": …, \
      "direction": "max", "margin": 0.05}]}; margin is optional. Default: the profile's, else the rig's.
      """, completion: Completions.json)
  var limits: String?

  @OptionGroup var limitOptions: LimitOptions

  @Option(
    help: """
      Largest number of people to simulate while the verdict is inconclusive. Default: \(GateAnalyses.defaultMost).
      """)
  var mostParticipants: Int?

  @Option(help: "The baseline file to compare with, person by person.", completion: Completions.json)
  var baseline: String?

  // 0.05 is `defaultMargin` of `BaselineComparison.Row`; nothing checks that the help agrees.
  @Option(
    help: "Share by which a figure may be worse than in the baseline. Default: the limits file's margin, else 0.05.")
  var margin: Double?

  @Flag(help: "Write the figures to the --baseline file instead of comparing with it, and say what changed.")
  var accept = false

  @Flag(help: "Judge the mapping alone, on error-free simulated faces; no limits are needed.")
  var correctness = false

  @OptionGroup var files: EvaluationFiles
  @OptionGroup var sharding: ShardOptions

  var isQuiet: Bool { options.console.quiet }
  var force: Bool { files.force }
  var writtenFiles: [String] {
    files.fileOptions + (accept ? ["--accept"] : [])
      + (limitOptions.writeLimits.map { ["--write-limits \($0)"] } ?? [])
  }

  func indivisible() -> String? {
    if correctness { return "two error-free faces judge the mapping; leave the share out" }
    if !options.input.isEmpty { return ShardOptions.ofRecordings }
    guard let first = options.simulation.participants, first == mostParticipants else {
      return """
        a gate adds people as long as its verdict is inconclusive, so they cannot be divided beforehand; for a \
        fixed number give --participants and --most-participants the same value
        """
    }
    return nil
  }

  var inputs: [String] {
    options.inputs + (limits.map { [$0] } ?? []) + (accept ? [] : baseline.map { [$0] } ?? [])
  }

  func run() async throws {
    try UnknownArguments.check(options.files, of: Self.self, program: options.program.pipelineCommand)
    try check()
    let rig = try options.device.chosenRig(options.input)
    if correctness { try judgeCorrectness(rig) } else { try await judge(rig) }
  }

  /// Runs only the correctness stage.
  private func judgeCorrectness(_ rig: any Rig.Type) throws {
    guard rig.hasMappingStage else {
      throw OptionError(
        "--correctness", message: "the \(rig.name) rig has no correctness stage yet; only gaze has one")
    }
    let file = try limits.map { try LimitsFile(path: $0) }
    let run = try options.run(GazeRig.self)
    let stage = run.correctness(claims: file?.declared)
    try run.pipeline.checkFailure()
    try options.form.print(stage, options.console) { _ in
      stage.document(subject: "\(run.profile.id), \(run.pipeline.name)")
    }
    if stage.verdict != .pass { throw ExitCode(1) }
  }

  private func judge<R: Rig>(_ rig: R.Type) async throws {
    try files.checkPictures(of: "gate", rig, isJudged: true)
    let written = try limits.map { try LimitsFile(path: $0) }
    let file = try limitOptions.added(to: written, path: limits, rig)
    if let path = limitOptions.writeLimits { return try await writeLimits(rig, file, to: path) }
    let report: Report<R>
    do {
      if options.input.isEmpty {
        report = try await simulated(rig, file)
      } else {
        report = try await options.report(rig, page: files.wantsPage, claims: file?.declared) {
          file?.limits ?? R.limits(of: $0)
        } areWritten: {
          file != nil || R.writesLimits($0)
        }
        options.console.remarkIgnored(["most-participants"], since: "the people are those of the recordings")
      }
    } catch let unknown as UnknownNameError where unknown.kind == "metric" {
      throw placed("\(unknown)", "metric", file?.limits.firstIndex { $0.metric == unknown.name }, written, rig)
    } catch let outdated as OutdatedMetricError {
      let index = file?.limits.firstIndex { $0.metric == outdated.metric && $0.version == outdated.found }
      throw placed("\(outdated)", "version", index, written, rig)
    } catch let fault as LimitsError {
      throw placed("\(fault)", "metric", fault.limit, written, rig)
    }
    try files.write(report, of: self)
    try options.form.print(report, options.console, by: self) { _ in
      report.document(accepted: accept ? baseline : nil)
    }
    if accept {
      if !options.console.quiet, let baseline { Console.note("wrote \(baseline); review it before you keep it") }
      return
    }
    GitHubSummary()?.report(report)
    switch report.verdict {
    case .pass: return
    case .fail: throw ExitCode(1)
    case .inconclusive, nil: throw ExitCode(3)
    }
  }

  /// An error about the limits or one limit, with the option or the file that contains the limits: `--limit`, the file
  /// of `--limits`, or without these options the device's profile or the rig's default limits.
  private func placed<R: Rig>(
    _ message: String, _ key: String, _ index: Int?, _ file: LimitsFile?, _: R.Type
  ) -> any Error {
    if let index, let option = limitOptions.option(of: index, after: file?.limits.count ?? 0) {
      return OptionError(option, message: message)
    }
    if limits == nil, !limitOptions.limits.isEmpty { return OptionError("--limit", message: message) }
    if let limits {
      return FileError(path: limits, field: index.map { "limits.\($0).\(key)" } ?? "limits", message: message)
    }
    let message = "\(message). Or give limits of your own: --limit 'METRIC<=NUMBER' ('gazesim metrics' lists them)"
    let device = options.device
    if let profile = try? device.chosen(default: R.facts.device), R.statedLimits(of: profile) == nil {
      let name = DefaultLimits.of(R.name, .init(profile)).map { " \($0.name)" } ?? ""
      return FileError(path: "the default limits" + name, field: "limits", message: message)
    }
    return FileError(
      path: device.profile ?? device.device ?? R.facts.device, field: R.limitsField, message: message)
  }

  /// Refuses invalid options before the computation.
  private func check() throws {
    try files.checkFiles()
    if correctness {
      guard files.output.isEmpty, !files.opening.open, baseline == nil, !accept else {
        throw OptionError(
          "--correctness",
          message: "judges no people: leave -o, --open, --baseline and --accept out; --json prints the result")
      }
      options.console.remarkIgnored(
        [
          "scenario", "preset", "participants", "duration", "most-participants", "person-calibration", "loop", "input",
          "recentre", "trigger",
        ],
        since: "--correctness judges error-free faces")
    }
    if let path = limitOptions.writeLimits {
      guard baseline == nil, !accept, !correctness else {
        throw OptionError(
          "--write-limits", message: "judges nothing: leave --baseline, --accept and --correctness out")
      }
      if files.output.contains(where: { InputFiles.areSame($0, path) }) {
        throw OptionError("--write-limits \(path)", message: "is also an -o; name another file")
      }
    }
    if correctness, !limitOptions.limits.isEmpty {
      throw OptionError("--limit", message: "needs people; leave --correctness or --limit out")
    }
    try OptionError.check("--margin", margin, in: 0...10, expected: "a share from 0 to 10, 0.05 for 5 %")
    try OptionError.check("--most-participants", mostParticipants, in: 1...100_000, expected: "1 to 100000")
    if let baseline {
      if !options.input.isEmpty {
        throw OptionError("--baseline", message: "compares simulated people; leave --input out")
      }
      if baseline == "-" || files.output.contains(where: { InputFiles.areSame($0, baseline) }) {
        throw OptionError("--baseline \(baseline)", message: "expected a file that is neither stdout nor an -o")
      }
    } else {
      if accept { throw OptionError("--accept", message: "needs --baseline FILE, the file to write") }
      if margin != nil { throw OptionError("--margin", message: "needs --baseline FILE to compare with") }
    }
  }

  /// The report on simulated people, judged by the limits and the baseline.
  private func simulated<R: Rig>(_ rig: R.Type, _ file: LimitsFile?) async throws -> Report<R> {
    let run = try options.run(rig, page: files.wantsPage)
    // With a baseline no limits are needed.
    let gates =
      file?.limits
      ?? (baseline == nil ? R.limits(of: run.profile) : R.statedLimits(of: run.profile) ?? [])
    let first = run.participants
    if let most = mostParticipants, most < first {
      throw OptionError("--most-participants", is: most, expected: "at least the \(first) of --participants")
    }
    if file == nil, !gates.isEmpty, !options.console.quiet, let older = try DefaultLimits.remark(R.self, run.profile) {
      Console.note(older)
    }
    var notes: [String] = []
    let usual = R.facts.scenarios.map(\.rawValue)
    if file == nil, !gates.isEmpty, Set(run.scenarios.map(\.rawValue)) != Set(usual) {
      notes.append(
        """
        these limits were set for \(usual.joined(separator: ", ")) together, so they may be too loose or too strict \
        here; 'gazesim gate --write-limits FILE' with the same options makes limits for this run
        """)
    }
    var gate = Evaluation(
      run, limits: gates, mostParticipants: mostParticipants ?? max(GateAnalyses.defaultMost, first))
    gate.limitsAreWritten = file != nil || R.writesLimits(run.profile)
    (gate.margins, gate.claims, gate.isAccepting) = (file?.margins ?? [:], file?.declared, accept)
    if let margin { (gate.margin, gate.margins) = (margin, [:]) }
    let isThere = baseline.map(FileManager.default.fileExists) ?? false
    if let baseline {
      gate.baselinePath = baseline
      // An existing file is replaced only if it is a baseline: a typing error must not destroy another file.
      if !accept || isThere && !files.force { gate.baseline = try Baseline(path: baseline) }
    }
    let quiet = options.console.quiet
    let progress = Progress("gate", quiet: quiet)
    defer { progress.finish() }
    // The share is that of the last interim analysis, which a clear verdict makes unnecessary. A refused command must
    // print only one line, so the remarks are printed only after all checks have passed.
    var report = try await R.evaluate(
      gate,
      Work(
        jobs: options.jobs.count, progress: { [accept] in progress.show($0, isBound: !accept) },
        begin: { [notes, accept] in for sentence in notes + $0 where !quiet && !accept { Console.note(sentence) } }))
    progress.finish()
    guard accept, let baseline else {
      report.hasDefaultLimits = file == nil
      options.console.remark(on: run.simulation, run.scenarios, filled: report.seconds / Double(report.participants))
      return report
    }
    var output = try OutputFile(path: baseline, force: isThere)
    if let accepted = try gate.accepted(report) { try output.write([UInt8](accepted.encoded())) }
    try output.commit()
    return report
  }
}
