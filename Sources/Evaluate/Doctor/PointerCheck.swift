import GazePipeline
import GazeRecording

/// Faults of the profile or the calibration that maps hits to points, independent of the recording.
enum MappingCheck {
  /// The panel's size from its pixels, metres.
  static func panel(_ profile: DeviceProfile) -> SIMD2<Double> {
    SIMD2(profile.panel.width, profile.panel.height) / profile.panel.ppi * 0.0254
  }

  static func findings(_ profile: DeviceProfile, _ calibration: CalibrationFile?) -> [DoctorReport.Finding] {
    var findings = findings(profile.geometry.metres, profile.geometry.camera, of: "the profile", profile)
    guard let calibration = calibration?.gaze else { return findings }
    let g = calibration.geometry
    findings += Self.findings(
      SIMD2(g.screenWidth, g.screenHeight), SIMD2(g.cameraX, g.cameraY), of: "the calibration", profile)
    let gains = calibration.people.map(\.gain).filter { $0.count == 2 }
    // The gain of a tracker is between 0.5 and 1.5, so a factor outside this range is not a tracker's gain.
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
    _ metres: SIMD2<Double>, _ camera: SIMD2<Double>, of whose: String, _ profile: DeviceProfile
  ) -> [DoctorReport.Finding] {
    var findings: [DoctorReport.Finding] = []
    let panel = panel(profile)
    let off = metres / panel - 1
    // Sizes rounded in the data sheets are wrong by up to 1.2 %.
    if panel.min() > 0, max(abs(off.x), abs(off.y)) > 0.018 {
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
    if let known = cameraAbove[profile.id], abs(camera.y + known) < 0.3 * abs(known) {
      findings.append(
        .init(
          .cameraSide,
          "The camera of \(whose) lies \(NumberText.rounded(camera.y * 1000, 2)) mm below the screen's top edge; on this "
            + "device it is \(NumberText.rounded(known * 1000, 2)) mm.",
          ["camera's y [mm]": camera.y * 1000, "known y [mm]": known * 1000]))
    }
    return findings
  }

  /// The y coordinates of cameras above the screen, metres, as in the built-in profiles. If the sign is lost, the
  /// camera seems to be on the screen.
  private static let cameraAbove: [String: Double] = [
    "ipadpro11gen1": -0.005, "ipadpro11gen2": -0.005, "ipadpro11gen3": -0.005, "ipadpro11gen4": -0.005,
    "ipadpro129gen3": -0.0045, "ipadpro129gen4": -0.0045, "ipadpro129gen5": -0.0045, "ipadpro129gen6": -0.0045,
  ]
}

/// Check of the pointer that the recording's app drew: whether it follows the targets, each axis by itself.
///
/// The pointer is compared with targets that have been shown for 0.75 s. Its movement for one point of the target is
/// the slope of a line; only slopes that no person's eyes and no calibration explain are faults.
struct PointerCheck: Sendable {
  /// Slope below which the pointer counts as mirrored, and range outside of which its unit or its gain is wrong.
  static let mirrored = -0.3
  static let usual = 0.3...1.7
  /// Least correlation of pointer and target with which a slope is judged, and the one below which the pointer does not
  /// move with the target at all. Assumed.
  static let (correlation, unrelated) = (0.6, 0.2)
  private static let settling = 0.75
  /// Least number of places of targets, and their least spread as a share of the screen.
  private static let fewestPlaces = 5
  private static let spread = 0.1

  private let size: SIMD2<Double>
  /// Number of frames with a pointer.
  private(set) var frames = 0
  private var shown: [Int: (target: SIMD2<Double>, since: Double)] = [:]
  private var places: [SIMD2<Double>] = []
  private var (n, t, p) = (0.0, SIMD2<Double>.zero, SIMD2<Double>.zero)
  private var (tt, pp, tp) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
  private var distance = 0.0

  /// A check before the first frame; `size` is the screen's, points.
  init(size: SIMD2<Double>) { self.size = size }

  /// Adds a frame.
  mutating func add(_ observation: RecordedFrame.Observation) {
    let (frame, pointer) = (observation.frame, observation.app.pointer)
    if pointer != nil { frames += 1 }
    let last = shown[observation.participant]
    guard let target = observation.target, frame.time.isFinite else {
      if last != nil { shown[observation.participant] = nil }
      return
    }
    guard let last, last.target == target else { return shown[observation.participant] = (target, frame.time) }
    guard frame.time - last.since >= Self.settling, frame.isTracked, frame.blink.max() <= 0.5, let pointer,
      max(pointer.length, target.length) < 1e6
    else { return }
    if places.count < Self.fewestPlaces, !places.contains(target) { places.append(target) }
    n += 1
    t += target
    p += pointer
    tt += target * target
    pp += pointer * pointer
    tp += target * pointer
    distance += (pointer - target).length
  }

  /// The result; nil if no frame has a pointer.
  func result(frames all: Int) -> (finding: DoctorReport.Finding?, check: DoctorReport.Check)? {
    guard frames > 0 else { return nil }
    var numbers: DoctorReport.Numbers = ["frames with the app's pointer": frames]
    func check(_ verdict: String) -> DoctorReport.Check {
      .init("pointer", "The app's pointer is in \(frames) of \(all) frames\(verdict).", numbers)
    }
    guard places.count == Self.fewestPlaces else {
      return (nil, check("; with fewer than \(Self.fewestPlaces) targets it cannot be compared with them"))
    }
    let varianceT = tt / n - t / n * (t / n)
    let varianceP = pp / n - p / n * (p / n)
    let covariance = tp / n - t / n * (p / n)
    var faults: [String] = []
    var (isJudged, isLoose) = (false, false)
    numbers += ["mean distance from the target [pt]": distance / n]
    for (axis, name, mirror) in [(0, "x", "mirrored"), (1, "y", "upside down")] {
      guard varianceT[axis].squareRoot() > Self.spread * size[axis] else { continue }
      isJudged = true
      let slope = covariance[axis] / varianceT[axis]
      let correlation = varianceP[axis] > 0 ? covariance[axis] / (varianceT[axis] * varianceP[axis]).squareRoot() : 0
      numbers += ["points along \(name) for one of the target": slope]
      if abs(correlation) < Self.unrelated {
        faults.append("along \(name) it does not move with the target")
      } else if abs(correlation) < Self.correlation {
        isLoose = true
      } else if slope < Self.mirrored {
        faults.append("\(name) is \(mirror)")
      } else if !Self.usual.contains(slope) {
        faults.append("along \(name) it moves \(NumberText.rounded(slope, 3)) points for one of the target")
      }
    }
    let finding =
      faults.isEmpty
      ? nil
      : DoctorReport.Finding(
        .pointer,
        "The app's pointer does not follow the targets as points of the screen do: "
          + faults.joined(separator: ", and ") + ".", numbers)
    let verdict =
      !isJudged
      ? "; the targets are too close together to compare it with them"
      : isLoose ? ", and follows the targets only loosely" : ", and follows the targets"
    return (finding, check("\(verdict); how far off it is, 'gazesim evaluate --pipeline recorded' says"))
  }
}
