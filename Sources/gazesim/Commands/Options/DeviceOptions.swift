import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation
import PortableFoundation
import Profiles

/// Options that choose the device.
struct DeviceOptions: ParsableArguments {
  @Option(
    help: """
      The device; 'gazesim devices' lists them. Default: the device of --profile, else \
      \(Rigs.defaults { $0.usualDevice }).
      """, completion: Completions.devices)
  var device: String?

  @Option(
    help: """
      A profile file of your own; it takes precedence over the built-in ones and those in ~/.config/gazesim/profiles.
      """, completion: Completions.json)
  var profile: String?

  @Option(
    help: """
      The system: \(Rigs.names). Default: the recording's, else gaze. doctor, explain and characterize support gaze \
      only.
      """, completion: Completions.rigs)
  var rig: String?

  /// The files that these options read: a profile, and the user's folder of profiles if it holds any.
  var inputs: [String] { [profile].compactMap(\.self) + Self.ownFolders }

  /// The user's folder of profiles, if it holds any.
  static var ownFolders: [String] { [ownFolder].compactMap(\.self).filter(ProfileLibrary.holdsProfiles) }

  /// The user's folder of profiles, which need not exist.
  private static var ownFolder: String? {
    let environment = ProcessInfo.processInfo.environment
    return environment["GAZESIM_PROFILES"] ?? environment["HOME"].map { $0 + "/.config/gazesim/profiles" }
  }

  /// The device of a command that supports only the gaze rig.
  func chosen() throws -> DeviceProfile {
    try checkGaze()
    return try chosen(default: GazeRig.facts.device)
  }

  /// The device of the command; `name` by default.
  func chosen(default name: String) throws -> DeviceProfile {
    if device == nil, let profile { return try DeviceProfile(path: profile) }
    return try Self.library(file: profile).profile(id: device ?? name)
  }

  /// The place of a device's profile in error messages: the file of `--profile` if it describes the device; if not, the
  /// device's name.
  func profileSource(of device: DeviceProfile) -> String { self.device == nil ? profile ?? device.id : device.id }

  /// Refuses other rigs than gaze, for commands that support only gaze.
  func checkGaze() throws {
    guard let rig, rig != "gaze" else { return }
    throw OptionError("--rig", message: "is \(rig); this command supports the gaze rig only")
  }

  /// The default device.
  static func standard() throws -> DeviceProfile { try library(file: nil).profile(id: GazeRig.facts.device) }

  /// The library of profiles: a profile in the user's folder takes precedence over a built-in one, and the given file
  /// takes precedence over both.
  static func library(file: String?) throws -> ProfileLibrary {
    try BuiltInProfiles.library(folder: ownFolder, file: file)
  }
}

extension Rigs {
  /// Names of the rigs, for help: `gaze, head, body, drag`.
  static var names: String { all.map { $0.name }.joined(separator: ", ") }

  /// Defaults of all rigs, for help: the gaze rig's, then those that differ from it: `60; head 25`.
  static func defaults(_ text: (any Rig.Type) -> String) -> String {
    let usual = text(GazeRig.self)
    let others = all.map { (name: $0.name, text: text($0)) }.filter { $0.text != usual }
    return ([usual] + others.map { "\($0.name) \($0.text)" }).joined(separator: "; ")
  }

  /// The rig that a recording's header names.
  static func of(_ name: String, path: String) throws(FileError) -> any Rig.Type {
    if let rig = all.first(where: { $0.name == name }) { return rig }
    throw FileError(
      path: path, field: "rig",
      message: "is \"\(name.prefix(60))\"; this gazesim knows "
        + all.map { "\"\($0.name)\"" }.joined(separator: ", "))
  }
}

extension Rig {
  /// True if the rig has this option, of those that only some rigs have.
  static func accepts(_ option: String) -> Bool { facts.options.contains(option) }

  /// True if the rig has a stage that judges the mapping.
  static var hasMappingStage: Bool { facts.hasMappingStage }

  /// The scenario that an option names.
  static func scenario(_ name: String) throws -> Task {
    do throws(UnknownNameError) { return try Task.named(name) } catch {
      var unknown = error
      unknown.listing = "gazesim scenarios" + named(after: " --rig ")
      throw unknown
    }
  }
  /// Names of an evaluation's scenarios, for help.
  static var scenarioNames: String { facts.scenarios.map(\.rawValue).joined(separator: ", ") }
  /// Name of a calibration's scenario, for help.
  static var calibrationScenarioName: String { facts.calibrationScenario.rawValue }
  /// The default device, for help.
  static var usualDevice: String { facts.device }
  /// The type of the samples in its recordings.
  static var sample: any RigSample.Type { Sample.self }
}

extension OutputOptions {
  /// Prints a remark on each of the named options that the rig does not have.
  func remarkUseless<R: Rig>(_ names: [String], _: R.Type) {
    let names = names.filter { !R.accepts($0) }
    let rigs = Rigs.all.filter { rig in names.contains { rig.accepts($0) } }.map { $0.name }.joined(separator: ", ")
    remarkIgnored(names, since: "only the \(rigs) rig has these options")
  }
}

extension DeviceOptions {
  /// The rig of `--rig`; without the option, the rig of the first recording, and without a recording, gaze. A pipe can
  /// be read only once, so its rig is not determined here: a pipe with a recording of another rig than gaze needs
  /// `--rig`, as the reader's error says.
  ///
  /// - Throws: `UnknownNameError` for an unknown rig, `FileError` if the recording is of another rig.
  func chosenRig(_ recordings: [String] = []) throws -> any Rig.Type {
    let asked = try rig.map { try Rigs.named($0) }
    let usual: any Rig.Type = asked ?? GazeRig.self
    guard let path = recordings.first, RecordingInput.isRereadable(path) else { return usual }
    let own: String
    // A file that cannot be opened is reported by the command, after other faults.
    do { own = try RecordingFile(path: path).header.rig } catch { return usual }
    if let asked {
      guard asked.name == own else {
        throw FileError(
          path: path, field: "rig",
          message: """
            is "\(own.prefix(40))", not "\(asked.name)"; leave --rig out, or give the \
            recording's rig
            """)
      }
      return asked
    }
    return try Rigs.of(own, path: path)
  }
}

extension DeviceOptions {
  /// The device of a simulation.
  func profile<R: Rig>(_: R.Type) throws -> DeviceProfile {
    let profile = try chosen(default: R.facts.device)
    try R.checkSettings(of: profile, path: profileSource(of: profile))
    return profile
  }

  /// The device of a recording.
  func profile<R: Rig>(_: R.Type, of header: RecordingHeader, path: String) throws -> DeviceProfile {
    let profile = try RecordingInput.profile(header, self, path: path, rig: R.name)
    try R.checkSettings(of: profile, path: profileSource(of: profile))
    return profile
  }
}

/// Reader of calibration files that a command applies.
enum CalibrationInput {
  /// Reads the file of an option, if there is one. Refuses a file of another rig or device, and a simulated fit for a
  /// recorded take. `console` prints a remark on a doubtful fit.
  static func read<R: Rig>(
    _: R.Type, _ path: String?, for header: RecordingHeader?, _ profile: DeviceProfile, allowSimulated: Bool,
    _ console: OutputOptions? = nil
  ) throws -> CalibrationFile? {
    guard let path else { return nil }
    let file = try CalibrationFile(path: path, rig: R.name)
    guard file.device == profile.id else {
      throw FileError(
        path: path, field: "device",
        message: "is a calibration of \"\(file.device.prefix(60))\", not of \"\(profile.id)\"")
    }
    if header?.source == .recorded, file.provenance == .simulated, !allowSimulated {
      throw FileError(
        path: path, field: "provenance",
        message: """
          was fitted to simulated data and says nothing about a phone; use one fitted to a recording, \
          or --allow-simulated to see what it would do
          """)
    }
    if R.accepts("free") { console?.remark(on: file, path) } else { try R.check(file, path: path) }
    return file
  }
}
