import ArgumentParser
import Documents
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

extension GateCommand {
  /// Runs the evaluation and writes a limits file from its figures. Limits that a pipeline without eye tracking would
  /// meet are not written.
  func writeLimits<R: Rig>(_ rig: R.Type, _ file: LimitsFile?, to path: String) async throws {
    if !options.input.isEmpty {
      try RecordingInput.checkRereadable(options.input, for: "limits for recordings read them twice")
    }
    // The output is opened before the computation, so that a path that cannot be written is refused at once.
    var output = try OutputFile(path: path, force: files.force)
    let report = try await options.report(rig, page: files.wantsPage, claims: file?.declared)
    let names = file?.limits.map(\.metric) ?? R.metricsToLimit(report)
    let room = limitOptions.room ?? WrittenLimits.usualRoom
    var made = try WrittenLimits(report, on: names, room: room)
    made.declared = file?.declared
    try await check(&made, report)
    guard !made.limits.isEmpty else {
      throw OptionError(
        "--write-limits \(path)",
        message: "no metric gives a limit, so nothing is written: \(made.metricsWithoutLimit.joined(separator: "; "))")
    }
    if options.input.isEmpty, let mapping = report.mapping, mapping.verdict == .fail {
      made.faults = [mapping.fault] + mapping.findings
    }
    try output.write(Console.file(made))
    try output.commit()
    try files.write(report, of: self)
    let document = made.document(.current, path: path)
    try options.console.say(made, document.text(width: OutputTerminal.current.width), writtenTo: path)
  }

  /// Leaves out limits on scrolling if nobody is asked to scroll or a pipeline without eye tracking would meet them,
  /// and refuses limits on the pointer that prove nothing.
  private func check<R: Rig>(_ made: inout WrittenLimits, _ report: Report<R>) async throws {
    while !made.limits.isEmpty {
      let gates = made.gates
      do {
        if options.input.isEmpty {
          let run: Run<R> = try options.run(R.self)
          var gate = Evaluation(run, limits: gates, mostParticipants: run.participants)
          (gate.earlierReport, gate.judgesMapping) = (report, false)
          _ = try await R.evaluate(gate, Work(jobs: options.jobs.count))
        } else {
          var quiet = options
          quiet.console.quiet = true
          _ = try await quiet.report(R.self, page: false) { _ in gates }
        }
        return
      } catch let fault as LimitsError {
        switch fault {
        case .notMeasured: made.leaveOut(prefix: "scroll.", because: "nobody is asked to scroll")
        case .keptBy(let dummy, _) where dummy.isOfScrolling:
          made.leaveOut(prefix: "scroll.", because: "\(dummy.words) would meet it")
        default:
          let withoutLimit =
            made.metricsWithoutLimit.isEmpty
            ? "" : "there is no limit on \(made.metricsWithoutLimit.joined(separator: "; ")). "
          throw OptionError("--write-limits", message: "\(withoutLimit)The limits of this run prove nothing: \(fault)")
        }
      }
    }
  }
}
