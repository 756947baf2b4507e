import GazeImport
import GazePipeline
import GazeRecording

extension ImportCommand {
  /// A CSV of headphone motion becomes a recording of the rig `head`.
  func importHeadMotion() throws {
    if let rig = device.rig, rig != RecordedHead.rig {
      throw OptionError("--rig", message: "is \(rig); headmotion becomes a recording of the rig head: leave --rig out")
    }
    console.remarkIgnored(
      [
        "distance", "interocular", "left-eye", "take", "points", "columns", "map", "lengths", "matrices",
        "euler", "quaternion", "mend",
      ], since: "headmotion finds its columns by itself")
    let profile = try device.chosen(default: "iphone12mini")
    let read = try HeadMotionImport(
      path: file, angles: try choice(angles, "--angles"), time: try choice(timeUnit, "--time-unit"))
    var header = RecordingHeader(
      device: profile.id, rate: read.rate, scenario: "recorded", participants: 1, source: .recorded)
    header.rig = RecordedHead.rig
    header.assumptions = read.remarks
    if device.device == nil, device.profile == nil {
      header.assumptions.append(
        "The file names no phone: \(profile.id) is assumed; the head's turns do not depend on it.")
    }
    var writer = try SampleWriter<RecordedHead>(path: output, force: force, header: header)
    for sample in read.samples {
      try writer.write(sample)
    }
    try writer.close()
    let summary = HeadImportSummary(
      input: file, path: output, device: profile.id, rate: read.rate, samples: read.samples.count,
      connected: read.samples.count { $0.observation.frame.isConnected },
      seconds: (read.samples.last?.time ?? 0) - (read.samples.first?.time ?? 0), remarks: read.remarks)
    try console.say(summary, summary.lines, writtenTo: output)
  }
}

/// What was imported.
private struct HeadImportSummary: Encodable {
  let schema = "gazesim.import"
  let version = 1
  let rig = RecordedHead.rig
  let format = "headmotion"
  let input: String
  let path: String
  let device: String
  let rate: Double
  let samples: Int
  let connected: Int
  let seconds: Double
  let remarks: [String]

  var lines: [String] {
    [
      "wrote \(path == "-" ? "stdout" : path): \(NumberText.count(samples, "sample")), \(NumberText.fixed(seconds, 2)) s, "
        + "\(NumberText.fixed(rate, 2)) Hz, \(samples - connected) without an attitude"
    ] + remarks.map { "read: \($0)" }
  }
}
