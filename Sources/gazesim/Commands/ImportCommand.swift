import ArgumentParser
import Documents
import Evaluate
import GazeImport
import GazePipeline
import GazeRecording

/// `gazesim import`. The discussion and the help of `--from` repeat the cases of `ImportFormat`, and other helps
/// numbers of `ImportOptions`; nothing checks that they agree.
struct ImportCommand: ParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a recording from another app's file.",
    discussion: """
      livelink: a CSV of Epic's Live Link Face, with the take.json in the same folder if there is one. It holds eye \
      rotation and usually head rotation, but no position: the face is assumed on the camera's axis at --distance.
      lineofsight: JSON of units {timeStamp, faceEyeTransform, leftEyeTransform, rightEyeTransform}: a list, a list in \
      an object, or one unit per line. It holds no camera pose: the phone is assumed to be still.
      scanpath: JSON of ios-eye-tracking: points on the screen. It holds no poses: for each point a face is \
      constructed whose gaze ends on the point.
      table: any CSV or TSV with poses as matrices, quaternions or Euler angles. Usual column names are recognised \
      (time, face_qx, leftEye_yaw, rightEye_0 …); others are given with --columns or in a --map file. Without any \
      pose: a time, a gaze on the screen (gaze_x, gaze_y; or left_x, left_y, right_x, right_y) and its target \
      (target_x, target_y), as other eye trackers export them; 'evaluate --pipeline recorded' judges that pointer, in \
      degrees if --distance is given.

      headmotion: a CSV of headphone motion (AirPods): quaternion or roll, pitch and yaw, rotation rate, acceleration, \
      under their usual names. It becomes a recording of the rig head. Times in whole seconds are rebuilt from gyro \
      and quaternion.

      Every assumption is printed and written into the recording's header. Files in which time runs back, several \
      takes are mixed or units are impossible are refused with the evidence; --mend mends them. Gzip is read directly.
      """)

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Option(help: "Its format: livelink, lineofsight, scanpath, table or headmotion.")
  var from: String

  @OptionGroup var device: DeviceOptions

  @Option(
    help: """
      Distance from the camera (scanpath, gaze tables: from the screen) to the face, metres, if the file does not \
      state it. Default: 0.35; for a gaze table unknown.
      """)
  var distance: Double?

  @Option(help: "Distance between the eyeballs' centres, metres, if the file does not state it.")
  var interocular = 0.063

  @Option(
    help: """
      Side of the eye that is called left, if the file does not state it: screenLeft (the person's own left; \
      livelink's default) or screenRight (as in ARKit's poses; the default of the other formats).
      """)
  var leftEye: String?

  @Option(help: "livelink: the take.json to use. Default: the one in the file's folder.")
  var take: String?

  @Option(help: "scanpath: use the points as stored, or as drawn by the app (width - x, height - y): stored or drawn.")
  var points = "stored"

  @Option(
    help: """
      table: names of the columns, as ROLE=NAME separated by commas. Roles: \(PoseTableMap.Role.listing); \
      for camera, face, leftEye and rightEye NAME \
      is the beginning of their columns' names.
      """)
  var columns: String?

  @Option(help: "table: the same as a JSON file, column by column.")
  var map: String?

  @Option(help: "Unit of times: s, ms, us or ns. Default: from the column's name, or from the interval between rows.")
  var timeUnit: String?

  @Option(
    help: """
      table and headmotion: unit of angles, radians or degrees. Default: radians; for headmotion detected from the \
      data.
      """)
  var angles: String?

  @Option(help: "Unit of lengths: m (default), cm or mm.")
  var lengths: String?

  @Option(help: "Order of a matrix's 16 numbers: columns or rows. Default: detected from the translation's place.")
  var matrices: String?

  @Option(
    help: """
      table: order of Euler angles, such as YXZ (default; capitals: about turned axes) or yxz (small letters: about \
      fixed axes).
      """)
  var euler: String?

  @Option(help: "table: order of a quaternion's numbers if the columns' names do not state it: xyzw or wxyz.")
  var quaternion: String?

  @OptionGroup var coordinates: TableOptions

  @Flag(help: "Mend what would spoil the recording: sort, drop repeats, make each take a participant, convert units.")
  var mend = false

  @Option(name: .shortAndLong, help: "The recording to write; - is stdout.")
  var output: String

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var console: OutputOptions

  var inputs: [String] {
    let beside = ImportFormat(rawValue: from).map { RecordingImport.filesBeside(path: file, format: $0, take: take) }
    return [file] + [take, map].compactMap { $0 } + (beside ?? []) + device.inputs
  }

  func run() throws {
    let format = try ImportFormat.named(from)
    if let rig = device.rig, rig != format.rig {
      throw OptionError(
        "--rig", message: "is \(rig); \(from) becomes a recording of the rig \(format.rig): leave --rig out")
    }
    if format == .headmotion {
      console.remarkIgnored(
        [
          "distance", "interocular", "left-eye", "take", "points", "columns", "map", "lengths", "matrices",
          "euler", "quaternion", "mend",
        ], since: "headmotion finds its columns by itself")
    }
    let model = try RecordingImport.deviceModel(path: file, format: format, take: take)
    let profile = try profile(model, of: format)
    var options = try options(profile)
    options.deviceIsAssumed = device.device == nil && device.profile == nil
    if let model, profile.modelIdentifiers.contains(model) { options.deviceIsAssumed = false }
    let job = RecordingImport(path: file, format: format, options: options)
    let plan = try job.plan()
    let result = try job.write(plan, to: output, force: force)
    if let head = plan.head {
      let times = head.samples.map(\.time)
      let (samples, seconds) = (times.count, (times.last ?? 0) - (times.first ?? 0))
      let connected = head.samples.count { $0.observation.frame.isConnected }
      let summary: JSONFields = [
        "schema": "gazesim.import", "version": 1, "rig": RecordedHead.rig, "format": format.rawValue, "input": file,
        "path": output, "device": profile.id, "rate": head.rate, "samples": samples, "connected": connected,
        "seconds": seconds, "remarks": head.remarks,
      ]
      let line =
        """
        \(wrote(samples, "sample")), \(NumberText.fixed(seconds, 2)) s, \(NumberText.fixed(head.rate, 2)) Hz, \
        \(samples - connected) without an attitude
        """
      return try console.say(summary, [line] + head.remarks.map { "read: \($0)" }, writtenTo: output)
    }
    guard let quality = result.quality else { return }
    let remarks =
      plan.remarks
      + [
        model.map { Self.remark($0, profile, isNamed: !options.deviceIsAssumed) },
        result.unplaced > 0 ? "\(NumberText.count(result.unplaced, "frame")) that fit no take were left out" : nil,
        result.droppedDuplicates > 0 ? "\(NumberText.count(result.droppedDuplicates, "repeat")) left out" : nil,
      ].compactMap(\.self)
    let header = plan.header
    let summary: JSONFields = [
      "schema": "gazesim.import", "version": 1, "input": file, "path": output, "format": format.rawValue,
      "device": profile.id, "rate": header.rate, "participants": header.participants,
      "orientation": header.orientation.rawValue, "quality": quality, "findings": plan.findings, "remarks": remarks,
      "assumptions": header.assumptions,
    ]
    let isGaze = quality.hasNoFaces == true
    var lines = [isGaze ? gazeWritten(quality, header) : facesWritten(quality, header)]
    for finding in plan.findings {
      let line = finding.line.map { "line \($0): " } ?? ""
      lines.append(
        finding.mended.map { "mended: \(line)\(finding.sentence): \($0)" } ?? "found: \(line)\(finding.sentence)")
    }
    lines += remarks.map { "read: \($0)" }
    lines += header.assumptions.filter { !$0.hasPrefix("Mended: ") }.map { "assumed: \($0)" }
    if isGaze {
      lines = lines.flatMap { Wrapping.lines($0, indent: 0, hanging: 2, width: 80) }
      lines += afterGaze(profile, areShares: plan.areShares)
    }
    try console.say(summary, lines, writtenTo: output)
  }

  private func wrote(_ count: Int, _ row: String) -> String {
    "wrote \(output == "-" ? "stdout" : output): \(NumberText.count(count, row))"
  }

  private func people(_ header: RecordingHeader) -> String {
    header.participants > 1 ? ", \(header.participants) participants" : ""
  }

  /// The first line for a file with faces.
  private func facesWritten(_ q: FrameQuality, _ header: RecordingHeader) -> String {
    let turned = header.orientation == .portrait ? "" : ", \(header.orientation.rawValue)"
    return """
      \(wrote(q.frames, "frame")), \(NumberText.fixed(q.seconds, 2)) s, \(NumberText.fixed(q.rate, 2)) Hz, \
      \(header.device)\(turned)\(people(header)); face lost in \(q.lostFrames), \(NumberText.count(q.gaps, "gap")) \
      (\(NumberText.count(q.missingFrames, "frame")) missing, \
      longest step \(NumberText.fixed(q.longestGapSeconds * 1000, 0)) ms), \(NumberText.count(q.blinks, "blink"))
      """
  }

  /// The first line for a table of gaze.
  private func gazeWritten(_ q: FrameQuality, _ header: RecordingHeader) -> String {
    """
    \(wrote(q.frames, "frame")), \(NumberText.fixed(q.seconds, 1)) s, \(NumberText.fixed(q.rate, 1)) Hz, \
    \(header.device)\(people(header)); a pointer and targets, no faces; gaze lost in \(q.lostFrames)
    """
  }

  /// The commands that read what a table of gaze became: the pointer's judgement, and the table's data quality.
  private func afterGaze(_ profile: DeviceProfile, areShares: Bool) -> [String] {
    let named = device.device == nil ? device.profile.map { ["--profile", $0] } : nil
    let stated = [
      ("--origin", coordinates.origin), ("--y", coordinates.y),
      ("--screen-px", coordinates.screenPx ?? (areShares ? "1x1" : nil)),
    ]
    let quality =
      ["quality", file] + (named ?? ["--device", profile.id])
      + ["--distance-mm", distance.map { NumberText.shortest($0 * 1000, 1) } ?? "MM"]
      + stated.flatMap { name, value in value.map { [name, $0] } ?? [] }
    let judge = ["evaluate", "--pipeline", "recorded", "--input", output] + (named ?? [])
    let commands = (output == "-" ? [] : [judge]) + (map == nil && columns == nil ? [quality] : [])
    return zip(["Next    ", "        "], commands).map { $0 + Invocation($1).line }
  }

  /// Returns the device that the user named; without one, the device that the file names, or the default device.
  private func profile(_ model: String?, of format: ImportFormat) throws -> DeviceProfile {
    if device.device == nil, device.profile == nil, let model,
      let profile = try DeviceOptions.library(file: nil).profile(modelIdentifier: model)
    {
      return profile
    }
    return try device.chosen(default: "iphone12mini")
  }

  private static func remark(_ model: String, _ profile: DeviceProfile, isNamed: Bool) -> String {
    let model = TerminalText.line(model.prefix(40))
    if profile.modelIdentifiers.contains(model) { return "the file was made on a \(model), the \(profile.name)" }
    return isNamed
      ? "the file says that it was made on a \(model), which is not the \(profile.name)"
      : "the file was made on a \(model), which no profile lists: name the device with --device or --profile"
  }

  private func options(_ profile: DeviceProfile) throws -> ImportOptions {
    var options = ImportOptions(device: profile.id, screen: profile.geometry, interocular: interocular)
    if let distance {
      guard distance > 0, distance <= 10 else {
        throw OptionError("--distance", is: distance, expected: "0 to 10 metres")
      }
      (options.distance, options.distanceIsStated) = (distance, true)
    }
    options.origin = try coordinates.statedOrigin()
    options.growsUpwards = try coordinates.statedDirection()
    options.screenUnits = try coordinates.statedUnits()
    guard interocular > 0, interocular <= 0.2 else {
      throw OptionError("--interocular", is: interocular, expected: "0 to 0.2 metres")
    }
    options.leftEyeSide = try TableOptions.choice(leftEye, "--left-eye")
    options.points = try TableOptions.choice(points, "--points") ?? .stored
    if let map { options.table = try PoseTableMap(path: map) }
    if let columns { try options.table.add(columns: columns) }
    options.time = try TableOptions.choice(timeUnit, "--time-unit") ?? options.table.time
    options.angles = try TableOptions.choice(angles, "--angles") ?? options.table.angles
    options.lengths = try TableOptions.choice(lengths, "--lengths") ?? options.table.lengths
    options.matrices = try TableOptions.choice(matrices, "--matrices") ?? options.table.matrices
    if let euler {
      guard let order = EulerOrder(euler) else {
        throw OptionError("--euler", is: euler, expected: "three axes, such as YXZ (turned axes) or yxz (fixed ones)")
      }
      options.table.euler = order
    }
    if let quaternion {
      guard quaternion == "xyzw" || quaternion == "wxyz" else {
        throw OptionError("--quaternion", is: quaternion, expected: "xyzw or wxyz")
      }
      options.table.quaternionOrder = quaternion
    }
    options.take = take
    options.mends = mend
    return options
  }
}
