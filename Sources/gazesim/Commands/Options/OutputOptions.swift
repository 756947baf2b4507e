import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import PortableFoundation

/// Options of every command.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: "Print no remarks and no progress.")
  var quiet = false

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
    let given = names.filter { Invocation.current.has("--\($0)") }
    guard !quiet, !given.isEmpty else { return }
    Console.note("without effect: \(given.map { "--" + $0 }.joined(separator: ", ")), since \(reason)")
  }

  /// Prints a remark on each recording in which the doctor found faults.
  func remark(on faults: [RecordingFault]) {
    if !quiet { RecordingFault.remarks(faults).forEach(Console.note) }
  }

  /// Prints a remark if a scenario ended before the duration that was asked for.
  ///
  /// - Parameter seconds: the mean duration of a person's samples.
  func remark<R: SimulatedRig>(on simulation: RigSimulation<R>, filled seconds: Double) {
    remark(on: simulation, [simulation.scenario], filled: seconds)
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
        "\(path): its fixations do not determine \(open.map(\.name).joined(separator: ", ")), and no prior held them, "
          + "so the geometry may be far off; calibrate with more fixations, or without --no-priors")
    }
  }

  /// Prints a remark if a calibration does not know some of the recordings' people, or can match them only by number.
  ///
  /// - Parameter areDrawn: the people were simulated, so their numbers identify them.
  func remark(on file: CalibrationFile, _ path: String, for people: [RecordedPeople.Person], areDrawn: Bool) {
    guard !quiet else { return }
    let missing = people.count { person in
      file.participant(person.participant, person: person.person).flatMap { file.gaze?.person($0) } == nil
    }
    if missing > 0 {
      Console.note(
        "\(path): does not know \(missing == people.count ? "any" : "\(missing)") of the recordings' "
          + "\(NumberText.count(people.count, "person", "people")): they are judged uncalibrated")
    }
    let known = file.gaze?.people.count ?? 0
    if known > 1, file.identified.isEmpty, !areDrawn {
      Console.note(
        "\(path): does not identify its \(known) people, so they are matched to the recordings' people by order; "
          + "give each recording a person with 'gazesim convert --person', and calibrate again")
    }
  }
}

/// Options of commands with long computations.
struct JobsOptions: ParsableArguments {
  @Option(help: "How many cores to use; the result does not depend on it. Default: all.")
  var jobs: Int?

  var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    if let jobs, jobs < 1 || jobs > 1024 { throw OptionError("--jobs", is: jobs, expected: "1 to 1024") }
  }
}
