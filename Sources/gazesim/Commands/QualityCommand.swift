import ArgumentParser
import Documents
import Evaluate
import GazeImport
import GazePipeline
import GazeRecording
import Inspection
import PortableFoundation

/// `gazesim quality`. 68 % and 0.2 s here are defaults of `QualityRun`; nothing checks that they agree.
struct QualityCommand: ParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "quality", abstract: "Data quality of any table of gaze with targets.",
    usage: "gazesim quality [<options>] <file> --device <device> --distance-mm <mm>",
    discussion: """
      Reads a CSV or TSV whose first line names its columns: a time; the gaze of the left eye, the right eye or both \
      (left_x, left_y, right_x, right_y, gaze_x, gaze_y; also the names in exports of Tobii Pro Lab, Pupil Player, \
      EyeLink Data Viewer and WebGazer); the target's position (tar_x, tar_y) and its identifier (target_id; without \
      it, the position identifies the target). The screen is that of --device, in points, which has no default here; \
      or else --screen-mm with --screen-px or --screen-pt states it. An empty field or nan means that the gaze was \
      lost; a target_id of -1 means that no target was shown. Figures are those of ETDQualitizer 1.2.0: accuracy is \
      the angle between mean gaze and target, RMS-S2S and STD are precision, BCEA is the area of the ellipse that \
      holds 68 % of a Gaussian's samples.

      A table of segments that were cut out of a recording is treated as in ETDQualitizer: all rows of a target are \
      one segment. A log of every frame also contains the eyes' movement to each new target, since the gaze is still \
      at the old target when a new one appears. In such a log the first \(QualityRun.logSettling) s after \
      each onset are left out, as \
      'evaluate' does, and each visit of a target counts separately. The output states which kind was detected; \
      --settle and --visits override it.
      """)

  @Argument(help: "The table; - is stdin.", completion: .file())
  var file: String

  @OptionGroup var device: DeviceOptions

  @Option(help: "The screen's size, millimetres: WIDTHxHEIGHT. Default: that of --device or --profile.")
  var screenMm: String?

  @Option(help: "The screen's size in points, if the table is in points. Default: that of --device or --profile.")
  var screenPt: String?

  @OptionGroup var coordinates: TableOptions

  @Option(help: "Distance from eye to screen, millimetres.")
  var distanceMm: Double

  @Option(
    help: """
      Names of the columns, as ROLE=NAME separated by commas. Roles: \(GazeTable.Role.listing).
      """)
  var columns: String?

  @Option(help: "Unit of the times: s, ms or us. Default: detected from the interval between rows.")
  var timeUnit: String?

  @Option(help: "Expected samples per second. Default: from the median interval.")
  var rate: Double?

  @Option(help: "Share of a Gaussian's samples in the BCEA's ellipse.")
  var bceaProbability = 0.68

  @Option(help: "Length of the windows of the windowed RMS-S2S, seconds.")
  var window = 0.2

  @Option(
    help: """
      Seconds after a target's onset to leave out. Default: \(QualityRun.logSettling) in a log of every frame, else 0.
      """)
  var settle: Double?

  @Option(
    help: """
      How to count several visits of one target: apart, each with its own figures, or together, as ETDQualitizer does. \
      Default: apart in a log of every frame or with --settle, else together.
      """)
  var visits: String?

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [file] + device.inputs }

  private var isDeviceNamed: Bool { device.device != nil || device.profile != nil }

  func validate() throws {
    guard screenMm != nil || isDeviceNamed else {
      throw ValidationError("Name the table's device with --device, or give its screen's size with --screen-mm.")
    }
    guard coordinates.screenPx == nil || screenPt == nil else {
      throw ValidationError("Give the screen's size in the table's unit once: --screen-px or --screen-pt.")
    }
    guard coordinates.screenPx != nil || screenPt != nil || isDeviceNamed else {
      throw ValidationError("Give the screen's size in the table's unit: either --screen-px or --screen-pt.")
    }
  }

  func run() throws {
    try device.checkGaze()
    var run = QualityRun(path: file, screen: try screen())
    if let columns { run.columns = try Self.names(columns) }
    run.timeUnit = try TableOptions.choice(timeUnit, "--time-unit", among: QualityRun.timeUnits)
    try OptionError.check("--rate", rate, in: 1...100_000, expected: "1 to 100000")
    guard bceaProbability > 0, bceaProbability < 1 else {
      throw OptionError("--bcea-probability", is: bceaProbability, expected: "a share between 0 and 1")
    }
    try OptionError.check("--window", window, in: 0.001...3600, expected: "0.001 to 3600 seconds")
    try OptionError.check("--settle", settle, in: 0...60, expected: "0 to 60 seconds")
    run.visits = try TableOptions.choice(visits, "--visits")
    run.settling = settle
    (run.rate, run.bceaProbability, run.window) = (rate, bceaProbability, window)
    let report = try run.report()
    try console.print(report, report.document)
  }

  private func screen() throws -> QualityRun.Screen {
    try OptionError.check("--distance-mm", distanceMm, in: 1...100_000, expected: "1 to 100000 millimetres")
    let geometry = isDeviceNamed ? try device.chosen().geometry : nil
    let stated = try screenPt.map { try TableOptions.size($0, "--screen-pt", 1...1e6) } ?? coordinates.statedUnits()
    guard let units = stated ?? geometry?.points,
      var metres = try screenMm.map({ try TableOptions.size($0, "--screen-mm", 1...100_000) / 1000 })
        ?? geometry?.metres
    else { throw OptionError("--screen-mm", message: "is missing: give it with --screen-px or --screen-pt") }
    // A device's size is upright; a table of a turned device has the interface's.
    if screenMm == nil, units.x != units.y, (units.x > units.y) != (metres.x > metres.y) {
      metres = SIMD2(metres.y, metres.x)
    }
    let screen = QualityRun.Screen(
      metres: metres, units: units, distance: distanceMm / 1000, origin: try coordinates.statedOrigin(),
      growsUpwards: try coordinates.statedDirection())
    guard !screen.isStretched else { throw stretched(screen) }
    return screen
  }

  /// The error of two sizes that cannot be of one screen.
  private func stretched(_ screen: QualityRun.Screen) -> OptionError {
    let pitch = screen.metres * 1000 / screen.units
    let each = "\(NumberText.threeDigits(pitch.x)) mm wide and \(NumberText.threeDigits(pitch.y)) mm high"
    var turned = screen
    turned.metres = SIMD2(screen.metres.y, screen.metres.x)
    let remedy =
      turned.isStretched
      ? "expected both sizes of one screen" : "expected width and height in the same order in both sizes"
    return OptionError(
      screenMm == nil ? screenPt == nil ? "--screen-px" : "--screen-pt" : "--screen-mm",
      message: "does not fit the screen's other size: a unit of the table would be \(each); \(remedy)")
  }

  private static func names(_ text: String) throws -> [GazeTable.Role: String] {
    var names: [GazeTable.Role: String] = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let role = GazeTable.Role(rawValue: String(sides[0])) else {
        throw OptionError(
          "--columns", is: String(part),
          expected: "ROLE=NAME with one of \(GazeTable.Role.listing)")
      }
      names[role] = String(sides[1])
    }
    return names
  }
}
