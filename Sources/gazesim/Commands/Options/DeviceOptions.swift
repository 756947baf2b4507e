import ArgumentParser
import Foundation
import GazeRecording
import Profiles

/// Which device.
struct DeviceOptions: ParsableArguments {
  @Option(help: "The device; 'gazesim devices' lists them. Default: iphone12mini, or the one of --profile.")
  var device: String?

  @Option(help: "A profile of your own, over the built-in ones and those in ~/.config/gazesim/profiles.")
  var profile: String?

  @Option(help: "The system: gaze.")
  var rig = "gaze"

  /// The files that it reads.
  var inputs: [String] { profile.map { [$0] } ?? [] }

  /// The device that the command is about.
  func chosen() throws -> Profile {
    try checkRig()
    if device == nil, let profile { return try Profile(path: profile) }
    return try Self.library(file: profile).profile(id: device ?? "iphone12mini")
  }

  /// Refuses a system that there is not.
  func checkRig() throws {
    guard rig == "gaze" else { throw UnknownName(kind: "rig", name: rig, among: ["gaze"]) }
  }

  /// The device without any option given.
  static func standard() throws -> Profile { try library(file: nil).profile(id: "iphone12mini") }

  /// Built-in profiles, the user's folder over them, one file over both.
  static func library(file: String?) throws -> ProfileLibrary {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      environment["GAZESIM_PROFILES"] ?? environment["HOME"].map { $0 + "/.config/gazesim/profiles" }
    return try BuiltInProfiles.library(folder: folder, file: file)
  }
}
