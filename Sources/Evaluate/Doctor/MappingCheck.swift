import GazePipeline
import GazeRecording

/// Faults of the profile or the calibration that maps hits to points, independent of the recording.
enum MappingCheck {
  /// The panel's size from its pixels, metres.
  static func panel(_ profile: DeviceProfile) -> SIMD2<Double> {
    SIMD2(profile.panel.width, profile.panel.height) / profile.panel.ppi * 0.0254
  }

  static func findings(_ profile: DeviceProfile, _ calibration: CalibrationFile?) -> [DoctorReport.Finding] {
    var findings = size(profile.geometry.metres, of: "the profile", profile)
    if let side = side(profile.geometry.camera, of: "the profile", profile) { findings.append(side) }
    guard let calibration = calibration?.gaze else { return findings }
    let g = calibration.geometry
    findings += size(SIMD2(g.screenWidth, g.screenHeight), of: "the calibration", profile)
    if let side = side(SIMD2(g.cameraX, g.cameraY), of: "the calibration", profile) { findings.append(side) }
    let gains = calibration.people.map(\.gain).filter { $0.count == 2 }
    // The gain of a tracker is between 0.5 and 1.5, so a factor outside this range is not a tracker's gain.
    let wrong = gains.filter { ($0[0] > 1.5 && $0[1] > 1.5) || ($0[0] < 0.55 && $0[1] < 0.55) }
    if let first = wrong.first, 2 * wrong.count > gains.count {
      findings.append(
        .init(
          .doubledGain,
          "The calibration's people have gains of about \(NumberText.rounded(first[0], 2)) and "
            + "\(NumberText.rounded(first[1], 2)), where a tracker's own lies between 0.6 and 1.3: they contain a "
            + "factor of 2.",
          [
            .init("people", Double(gains.count)), .init("of them with such a gain", Double(wrong.count)),
            .init("first gain, sideways", first[0]), .init("first gain, up and down", first[1]),
          ]))
    }
    return findings
  }

  private static func size(_ metres: SIMD2<Double>, of whose: String, _ profile: DeviceProfile) -> [DoctorReport
    .Finding]
  {
    let panel = panel(profile)
    let off = metres / panel - 1
    // Sizes rounded in the data sheets are wrong by up to 1.2 %.
    guard panel.min() > 0, max(abs(off.x), abs(off.y)) > 0.018 else { return [] }
    let (size, lit) = (metres * 1000, panel * 1000)
    let known = BodySize.millimetres(profile.id)
    let isKnown = known.map { max(abs($0.x - size.x), abs($0.y - size.y)) < 1 } ?? false
    let isBody = isKnown || BodySize.isBody(size, around: lit)
    let figures: [DoctorReport.Figure] = [
      .init("width", size.x, "mm"), .init("height", size.y, "mm"), .init("panel's width", lit.x, "mm"),
      .init("panel's height", lit.y, "mm"),
    ]
    let sizes = "\(NumberText.rounded(size.x, 2)) x \(NumberText.rounded(size.y, 2)) mm"
    let what = "the lit panel, pixels / ppi, is \(NumberText.rounded(lit.x, 2)) x \(NumberText.rounded(lit.y, 2)) mm"
    return [
      isBody
        ? .init(
          .bodySize,
          "The screen of \(whose), \(sizes), is the body's size\(isKnown ? " by the data sheet" : ""); \(what).",
          figures)
        : .init(.screenSize, "The screen of \(whose) is \(sizes); \(what).", figures)
    ]
  }

  private static func side(_ camera: SIMD2<Double>, of whose: String, _ profile: DeviceProfile) -> DoctorReport.Finding?
  {
    guard let nominal = panelCamera[profile.id], abs(camera.y + nominal) < 0.3 * abs(nominal), abs(nominal) > 0.003
    else { return nil }
    return .init(
      .cameraSide,
      "The camera of \(whose) lies \(NumberText.rounded(camera.y * 1000, 2)) mm below the screen's top edge; on this "
        + "device it is \(NumberText.rounded(nominal * 1000, 2)) mm.",
      [.init("camera's y", camera.y * 1000, "mm"), .init("known y", nominal * 1000, "mm")])
  }

  /// The y coordinates of cameras above the screen, metres, as in the built-in profiles. If the sign is lost, the
  /// camera seems to be on the screen.
  private static let panelCamera: [String: Double] = [
    "ipadpro11gen1": -0.005, "ipadpro11gen2": -0.005, "ipadpro11gen3": -0.005, "ipadpro11gen4": -0.005,
    "ipadpro129gen3": -0.0045, "ipadpro129gen4": -0.0045, "ipadpro129gen5": -0.0045, "ipadpro129gen6": -0.0045,
  ]
}
