import ArgumentParser
import GazePipeline
import GazeRecording
import PortableFoundation

/// Recordings that have the option `--input`; they follow those without one.
struct NamedRecordings: ParsableArguments {
  @Option(
    name: .customLong("input"), help: "A recording, like a bare file; may be repeated.",
    completion: Completions.recordings)
  var inputFiles: [String] = []

  /// Sentence on the people of several files.
  static let people =
    "Files are of different people unless their headers have the same person ('gazesim convert --person')."
}

/// Checks of the recordings that a command reads, and of their device.
enum RecordingInput {
  /// True for a file, which can be read twice; false for a pipe, a FIFO or standard input (`-`).
  static func isRereadable(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && !path.utf8.contains(0) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Refuses recordings that can be read only once, for commands that read them twice. The reader refuses missing files
  /// and folders.
  static func checkRereadable(
    _ paths: [String], for reason: String = "a calibration reads its recordings twice"
  ) throws(FileError) {
    for path in paths where !isRereadable(path) {
      var status = stat()
      if path != "-", stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR { continue }
      throw FileError(
        path: path == "-" ? "standard input" : path,
        message: "\(reason); name a file")
    }
  }

  /// Refuses a recording that is given twice, since its people would count twice.
  static func checkUnique(_ paths: [String]) throws {
    for (index, path) in paths.enumerated() {
      guard let other = paths[..<index].first(where: { InputFiles.areSame($0, path) }) else { continue }
      throw OptionError("--input \(path)", message: "is the same recording as \(other); give it once")
    }
  }

  /// Refuses a recording whose device is not that of the first recording.
  static func checkSame(_ profile: DeviceProfile, _ first: DeviceProfile, path: String) throws(FileError) {
    guard first.id != profile.id else { return }
    throw FileError(
      path: path, line: 1, field: "device",
      message: "is a recording of \"\(profile.id)\", but the first one is of \"\(first.id)\"; judge them separately")
  }

  /// The profile that the user chose; without a choice, the profile of the header's device. A chosen device that is not
  /// the header's is an error, since targets and camera belong to the recorded device's screen.
  static func profile(
    _ header: RecordingHeader, _ options: DeviceOptions, path: String, rig: String = "gaze"
  ) throws -> DeviceProfile {
    func fault(_ field: String, _ message: String) -> FileError {
      FileError(path: path, line: 1, field: field, message: message)
    }
    guard header.rig == rig else {
      throw fault("rig", "is \"\(header.rig.prefix(40))\", but expected \(rig); give recordings of one rig")
    }
    let library = try DeviceOptions.library(file: options.profile)
    guard let profile = try? library.profile(id: header.device) else {
      throw fault(
        "device",
        """
        no profile has the id "\(header.device.prefix(60))" or lists it in modelIdentifiers; \
        'gazesim devices' prints the known devices, --profile FILE gives one of your own (docs/profiles.md)
        """)
    }
    if let asked = options.device, try !library.profile(id: asked).isNamed(header.device) {
      throw fault(
        "device", "is a recording of \"\(header.device)\", not of \"\(asked)\"; leave --device out or record again")
    }
    if let file = options.profile, options.device == nil, try !DeviceProfile(path: file).isNamed(header.device) {
      throw fault(
        "device",
        """
        is a recording of "\(header.device)", but --profile \(file) is of another device; leave it out, or give \
        it that id if it is the same device
        """)
    }
    if let points = header.points {
      // Points may differ from the profile's by a fifth, since Display Zoom changes them.
      let ratio =
        SIMD2(points.min(), points.max()) / SIMD2(profile.geometry.points.min(), profile.geometry.points.max())
      guard ratio.min() > 0.6, ratio.max() < 1.5 else {
        throw fault(
          "points",
          """
          is \(points.x) × \(points.y); the \(profile.name) has \(profile.geometry.points.x) × \
          \(profile.geometry.points.y): give points, not pixels
          """)
      }
      guard abs(ratio.x / ratio.y - 1) < DeviceProfile.shapeTolerance else {
        throw fault(
          "points",
          """
          is \(points.x) × \(points.y), which has another shape than the \(profile.name)'s screen \
          (\(profile.geometry.points.x) × \(profile.geometry.points.y)): a window is not the screen; give the \
          points of the whole screen, and targets from its corner
          """)
      }
    }
    return profile
  }
}
