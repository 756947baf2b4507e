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
  func place(of device: DeviceProfile) -> String { self.device == nil ? profile ?? device.id : device.id }

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
