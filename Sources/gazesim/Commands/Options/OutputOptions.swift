import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import Inspection
import PortableFoundation

/// Options of every command.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: "Print no remarks and no progress.")
  var quiet = false

  /// Prints a result: as JSON, or all of it in words.
  func print<Result: Encodable>(
    _ result: @autoclosure () -> Result, _ document: @autoclosure () -> Document
  ) throws {
    if json { try Console.print(json: result()) } else { try Console.print(document()) }
  }

  /// Prints a summary of a written file on stdout, as JSON or in lines; if the file is stdout, as remarks.
  func say(_ summary: some Encodable, _ lines: [String], writtenTo path: String) throws {
    if path == "-" {
      if !quiet { lines.forEach(Console.note) }
    } else if json {
      try Console.print(json: summary)
    } else if !quiet {
      try Console.print(lines)
    }
  }

  /// Prints a remark on each of the named options that was given and has no effect.
  func remarkIgnored(_ names: [String], since reason: String) {
    let used = names.filter { Invocation.current.has("--\($0)") }
    guard !quiet, !used.isEmpty else { return }
    Console.note("without effect: \(used.map { "--" + $0 }.joined(separator: ", ")), since \(reason)")
  }

  /// Prints a remark on each recording in which the doctor found faults.
  func remark(on faults: [RecordingFault]) {
    if !quiet { RecordingFault.remarks(faults).forEach(Console.note) }
  }
  /// Prints a remark if scenarios ended before the requested duration.
  ///
  /// - Parameter seconds: the mean duration of a person's samples, over all scenarios together.
  func remark<R: SimulatedRig>(on simulation: RigSimulation<R>, _ scenarios: [R.Task], filled seconds: Double) {
    // A last frame that the tracker dropped does not shorten a scenario by a second.
    let count = Double(scenarios.count)
    guard !quiet, let duration = simulation.duration, seconds < (duration - 1) * count else { return }
    let mean = simulation.participants > 1 ? " on average" : ""
    let names = scenarios.map(\.rawValue).joined(separator: ", ")
    Console.note(
      "--duration \(NumberText.general(duration, 6)): "
        + (scenarios.count == 1
          ? "the scenario \(names) ended by itself after \(NumberText.fixed(seconds, 1)) s\(mean)"
          : "not all of \(names) last that long: they took \(NumberText.fixed(seconds, 1)) s together\(mean)"))
  }

  /// Prints a remark on doubtful parameters of a calibration that is about to be applied.
  func remark(on file: CalibrationFile, _ path: String) {
    guard !quiet else { return }
    let open = file.fit.parameters.filter { $0.participant == nil && !$0.identified && $0.priorSigma == nil }
    if !open.isEmpty {
      Console.note(
        """
        \(path): its fixations do not determine \(open.map(\.name).joined(separator: ", ")), and no prior held them, \
        so the geometry may be far off; calibrate with more fixations, or without --no-priors
        """)
    }
  }

  /// Prints a remark if a calibration does not know some of the recordings' people, or can match them only by number.
  ///
  /// - Parameter areSimulated: the people were simulated, so their numbers identify them.
  func remark(on file: CalibrationFile, _ path: String, for people: [RecordedPeople.Person], areSimulated: Bool) {
    guard !quiet else { return }
    let missing = people.count { person in
      file.participant(person.participant, person: person.person).flatMap { file.gaze?.person($0) } == nil
    }
    if missing > 0 {
      Console.note(
        """
        \(path): does not know \(missing == people.count ? "any" : "\(missing)") of the recordings' \
        \(NumberText.count(people.count, "person", "people")): they are judged uncalibrated
        """)
    }
    let calibrated = file.gaze?.people.count ?? 0
    if calibrated > 1, file.identified.isEmpty, !areSimulated {
      Console.note(
        """
        \(path): does not identify its \(calibrated) people, so they are matched to the recordings' people by order; \
        give each recording a person with 'gazesim convert --person', and calibrate again
        """)
    }
  }
}

/// Options of commands with long computations.
struct JobsOptions: ParsableArguments {
  @Option(help: "How many cores to use; the result does not depend on it. Default: all.")
  var jobs: Int?

  var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    try OptionError.check("--jobs", jobs, in: 1...1024, expected: "1 to 1024")
  }
}

/// The choice between the short form of a result and everything.
struct DetailsOption: ParsableArguments {
  @Flag(help: "Print everything: all tables, intervals and remarks.")
  var details = false

  /// Prints a result as JSON, or its document: the short form, or all of it with `--details`. JSON and details have the
  /// record of a command that can be run again.
  ///
  /// - Parameter document: the short form of this command's result; all of it for nil.
  func print(
    _ result: some Encodable, _ console: OutputOptions, by command: (any ReproducibleCommand)? = nil,
    _ document: (Invocation?) -> Document
  ) throws {
    if console.json {
      try Console.print(report: result, command?.record())
    } else if details {
      let lines = document(nil).details()
      try Console.print(command?.record()?.signed(lines) ?? lines)
    } else {
      try OutputTerminal.current.print(document(.current))
    }
  }
}

/// Error of an option that can be parsed but has a value out of range: exit code 2, not 64 as for wrong usage.
struct OptionError: Error, CustomStringConvertible {
  /// Name of the option, with its dashes.
  var option: String
  /// Description of the fault.
  var message: String

  init(_ option: String, message: String) {
    self.option = Self.short(option, 1024)
    self.message = message
  }

  /// Creates the error of a value that is not an expected one.
  init(_ option: String, is value: some CustomStringConvertible, expected: String) {
    self.init(option, message: "is \(Self.short(value.description, 80)); expected \(expected)")
  }

  /// Refuses a value that is out of range.
  static func check<Value: CustomStringConvertible>(
    _ option: String, _ value: Value?, in range: ClosedRange<Value>, expected: String
  ) throws(OptionError) {
    if let value, !range.contains(value) { throw OptionError(option, is: value, expected: expected) }
  }

  private static func short(_ text: String, _ longest: Int) -> String {
    text.count > longest ? text.prefix(longest) + "…" : text
  }

  /// The error as one line.
  var description: String { "\(option): \(message)" }
}

/// A command that writes a file and reads others; none of the files that it reads may be its output.
protocol InputReadingCommand {
  /// Paths of the files that it reads: those that options name, and those that it finds by itself, such as a file
  /// beside another one or a folder of the user's. Of a folder, all files count.
  var inputs: [String] { get }
}
