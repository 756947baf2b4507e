import GazeRecording

/// The device that a recording is of.
enum RecordingInput {
  /// The profile that the user names, else the header's. Naming another device than the header's is an error: its
  /// targets and its camera are not this screen's.
  static func profile(_ header: RecordingHeader, _ options: DeviceOptions, path: String) throws -> Profile {
    guard header.rig == "gaze" else {
      throw FileError(
        path: path, line: 1, field: "rig", message: "is \"\(header.rig)\"; this gazesim judges gaze recordings")
    }
    let library = try DeviceOptions.library(file: options.profile)
    if let asked = options.device, asked != header.device {
      _ = try library.profile(id: asked)
      throw FileError(
        path: path, line: 1, field: "device",
        message: "is a recording of \"\(header.device)\", not of \"\(asked)\"; leave --device out or record again")
    }
    return try library.profile(id: header.device)
  }
}
