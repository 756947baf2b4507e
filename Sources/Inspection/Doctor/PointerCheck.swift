import GazePipeline
import GazeRecording

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

  private let size: Vector2
  /// Number of frames with a pointer.
  private(set) var frames = 0
  private var shown: [Int: (target: Vector2, since: Double)] = [:]
  private var places: [Vector2] = []
  private var (n, t, p) = (0.0, Vector2.zero, Vector2.zero)
  private var (tt, pp, tp) = (Vector2.zero, Vector2.zero, Vector2.zero)
  private var distance = 0.0

  /// A check before the first frame; `size` is the screen's, points.
  init(size: Vector2) { self.size = size }

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
