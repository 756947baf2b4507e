import GazePipeline
import GazeRecording

/// Faults of the profile or the calibration that maps hits to points, independent of the recording.
enum MappingCheck {
  /// The panel's size from its pixels, metres.
  static func panel(_ profile: DeviceProfile) -> Vector2 {
    SIMD2(profile.panel.width, profile.panel.height) / profile.panel.ppi * 0.0254
  }

  /// True if a screen's size is not the panel's. Sizes rounded in the data sheets are wrong by up to 1.2 %.
  static func isOff(_ metres: Vector2, _ panel: Vector2) -> Bool {
    let off = metres / panel - 1
    return max(abs(off.x), abs(off.y)) > 0.018
  }

  static func findings(_ profile: DeviceProfile, _ calibration: CalibrationFile?) -> [DoctorReport.Finding] {
    var findings = findings(profile.geometry.metres, profile.geometry.camera, of: "the profile", profile)
    guard let calibration = calibration?.gaze else { return findings }
    let g = calibration.geometry
    findings += Self.findings(
      SIMD2(g.screenWidth, g.screenHeight), SIMD2(g.cameraX, g.cameraY), of: "the calibration", profile)
    let gains = calibration.people.map(\.gain).filter { $0.count == 2 }
    // The gain of a tracker is between 0.5 and 1.5, so a factor outside this range is not a tracker's gain. The
    // sentence below states the usual range, which is narrower.
    let wrong = gains.filter { ($0[0] > 1.5 && $0[1] > 1.5) || ($0[0] < 0.55 && $0[1] < 0.55) }
    if let first = wrong.first, 2 * wrong.count > gains.count {
      findings.append(
        .init(
          .doubledGain,
          "The calibration's people have gains of about \(SIMD2(first[0], first[1]).text(" and ", 2)), where a "
            + "tracker's own lies between 0.6 and 1.3: they contain a factor of 2.",
          [
            "people": gains.count, "of them with such a gain": wrong.count, "first gain, sideways": first[0],
            "first gain, up and down": first[1],
          ]))
    }
    return findings
  }

  /// Faults of a screen's size and its camera's place, metres.
  private static func findings(
    _ metres: Vector2, _ camera: Vector2, of whose: String, _ profile: DeviceProfile
  ) -> [DoctorReport.Finding] {
    var findings: [DoctorReport.Finding] = []
    let panel = panel(profile)
    if panel.min() > 0, isOff(metres, panel) {
      let (size, lit) = (metres * 1000, panel * 1000)
      let isKnown = BodySize.millimetres[profile.id].map { max(abs($0.x - size.x), abs($0.y - size.y)) < 1 } ?? false
      let isBody = isKnown || BodySize.isBody(size, around: lit)
      let what =
        isBody
        ? ", \(size.text(" x ", 2)) mm, is the body's size\(isKnown ? " by the data sheet" : "")"
        : " is \(size.text(" x ", 2)) mm"
      findings.append(
        .init(
          isBody ? .bodySize : .screenSize,
          "The screen of \(whose)\(what); the lit panel, pixels / ppi, is \(lit.text(" x ", 2)) mm.",
          ["width [mm]": size.x, "height [mm]": size.y, "panel's width [mm]": lit.x, "panel's height [mm]": lit.y]))
    }
    if let known = cameraAbove.first(where: { profile.id.hasPrefix($0.key) })?.value,
      abs(camera.y + known) < 0.3 * abs(known)
    {
      findings.append(
        .init(
          .cameraSide,
          "The camera of \(whose) lies \(NumberText.rounded(camera.y * 1000, 2)) mm below the screen's top edge; on "
            + "this device it is \(NumberText.rounded(known * 1000, 2)) mm.",
          ["camera's y [mm]": camera.y * 1000, "known y [mm]": known * 1000]))
    }
    return findings
  }

  /// The y coordinates of cameras above the screen, metres, as in the built-in profiles whose names begin so. If the
  /// sign is lost, the camera seems to be on the screen.
  private static let cameraAbove = ["ipadpro11gen": -0.005, "ipadpro129gen": -0.0045]
}

/// Heights and widths of devices' bodies, which apps mistake for the screen's. The numbers are those of Apple's data
/// sheets as remembered: check them before citing them. They only decide whether a factor between two sizes is *like*
/// the factor of a body to its screen.
enum BodySize {
  /// Width and height, millimetres, by device.
  static let millimetres: [String: Vector2] = table.split(separator: "\n").reduce(into: [:]) { sizes, row in
    let words = row.split(separator: " ")
    for device in words.dropFirst(2) { sizes[String(device)] = SIMD2(Double(words[0]) ?? 0, Double(words[1]) ?? 0) }
  }

  /// Width, height, and the devices with this size.
  private static let table = """
    70.9 143.6 iphonex iphonexs
    77.4 157.5 iphonexsmax
    75.7 150.9 iphonexr iphone11
    71.4 144.0 iphone11pro
    77.8 158.0 iphone11promax
    64.2 131.5 iphone12mini iphone13mini
    71.5 146.7 iphone12 iphone12pro iphone13 iphone13pro iphone14 iphone16e iphone17e
    78.1 160.8 iphone12promax iphone13promax iphone14plus
    71.5 147.5 iphone14pro
    77.6 160.7 iphone14promax
    71.6 147.6 iphone15 iphone16
    77.8 160.9 iphone15plus iphone16plus
    70.6 146.6 iphone15pro
    76.7 159.9 iphone15promax
    71.5 149.6 iphone16pro iphone17
    77.6 163.0 iphone16promax
    71.9 150.0 iphone17pro
    78.0 163.4 iphone17promax
    74.7 156.2 iphoneair
    178.5 247.6 ipadpro11gen1 ipadpro11gen2 ipadpro11gen3 ipadpro11gen4
    177.5 249.7 ipadpro11m4 ipadpro11m5
    214.9 280.6 ipadpro129gen3 ipadpro129gen4 ipadpro129gen5 ipadpro129gen6
    215.5 281.6 ipadpro13m4 ipadpro13m5
    """

  /// Range over the table of the difference between a body's size and its screen's, millimetres: bezels and frame of
  /// both sides together.
  static let margin = 3.0...22.0

  /// True if a size in millimetres could be that of a body around a panel: larger than the panel by a similar number of
  /// millimetres in width and height.
  static func isBody(_ size: Vector2, around panel: Vector2) -> Bool {
    let more = size - panel
    return margin.contains(more.x) && margin.contains(more.y) && abs(more.x - more.y) < 5
  }
}
