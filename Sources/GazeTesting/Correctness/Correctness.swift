public import GazeMetrics
public import GazePipeline
public import GazeRecording

/// Judgement of a pipeline's mapping: axes, scale, offset, lag, eyes and frames of reference, on two faces without
/// noise and without personal bias.
///
/// One face has eyes that point at the target of the gaze. The other has ARKit's systematic traits: eyes that point
/// outward by a constant, and the mean gain of its angles. A pipeline may be made for either face. A number therefore
/// counts as wrong only if it is out of range on both faces, or if the difference between the faces shows that one eye
/// outweighs the other.
///
/// The mapping is judged with the interface in the orientation of the run and, if it is right there, in each other
/// orientation that the pipeline claims (`PointerClaims.orientations`).
public struct Correctness: Sendable, Equatable, Codable {
  /// A number that describes the mapping, and its allowed range.
  public struct Check: Sendable, Equatable, Codable {
    /// `pointer.gain.x`, `pointer.gain.y`, `pointer.offsetPoints.x`, `pointer.offsetPoints.y`, `pointer.crosstalk.x`,
    /// `pointer.crosstalk.y`, `pointer.residualPoints`, `pointer.lagMilliseconds`, `pointer.eyeShare`.
    public var metric: String
    /// The lowest right value; null if there is no lower bound.
    @ExplicitNull public var lowest: Double?
    /// The highest right value.
    public var highest: Double
    /// The value on the face whose eyes point at the target of the gaze; null if it cannot be measured.
    @ExplicitNull public var physical: Double?
    /// The value on the face with ARKit's systematic traits; null if it cannot be measured.
    @ExplicitNull public var arkit: Double?
    /// `pass`, or `fail` if the number counts as wrong.
    public var verdict: GateVerdict
    /// Orientation of the interface in which the number was measured; nil for the orientation of the run.
    public var orientation: ScreenOrientation?

    /// The metric, with the orientation if it is not that of the run.
    package var name: String { metric + (orientation.map { " in \($0.rawValue)" } ?? "") }
  }

  /// `pass` or `fail`.
  public var verdict: GateVerdict
  /// The checks, one for each number that describes the mapping in the orientation of the run, then those that fail in
  /// another orientation.
  public var checks: [Check]
  /// The errors and what to change, a sentence each; empty if nothing is wrong.
  public var findings: [String]
  /// Claims of the pipeline about its own mapping.
  public var declared: PointerClaims
  /// Seed of the paths of gaze, head and phone.
  public var seed: UInt64
  /// Orientations of the interface in which the mapping was judged, the orientation of the run first.
  public var orientations: [ScreenOrientation]
}

extension Correctness {
  /// True if the pointer is late, and nothing else is wrong.
  package var isOnlyLate: Bool {
    verdict == .fail && wrongOrientations.isEmpty && own.allSatisfy { ($0.verdict == .fail) == ($0.metric == Self.lag) }
  }

  /// Orientations in which the mapping is wrong, although it is right in the orientation of the run.
  package var wrongOrientations: [ScreenOrientation] {
    orientations.filter { orientation in checks.contains { $0.orientation == orientation } }
  }

  // Names of the checks that more than one place asks for. `CorrectnessTests` names each check, as does the comment at
  // `Check.metric`; `Report+Verdict` in Evaluate repeats the lag's name, and nothing compares the two.
  static let lag = "pointer.lagMilliseconds", residual = "pointer.residualPoints", eyeShare = "pointer.eyeShare"
  static let gainX = "pointer.gain.x", gainY = "pointer.gain.y"
  static let offsetX = "pointer.offsetPoints.x", offsetY = "pointer.offsetPoints.y"

  /// The checks in the orientation of the run.
  private var own: [Check] { checks.filter { $0.orientation == nil } }

  /// Adds the judgements in other orientations than that of the run. A sentence that holds in several of them is said
  /// once.
  mutating func add(_ turned: [(orientation: ScreenOrientation, correctness: Correctness)]) {
    var sentences: [(text: String, orientations: [ScreenOrientation])] = []
    for (orientation, other) in turned {
      orientations.append(orientation)
      for var check in other.checks where check.verdict == .fail {
        check.orientation = orientation
        checks.append(check)
      }
      for text in other.findings {
        if let index = sentences.firstIndex(where: { $0.text == text }) {
          sentences[index].orientations.append(orientation)
        } else {
          sentences.append((text, [orientation]))
        }
      }
      if other.verdict == .fail { verdict = .fail }
    }
    findings += sentences.map { "in \(Self.list($0.orientations)): \($0.text)" }
  }

  private static func list(_ orientations: [ScreenOrientation]) -> String {
    let names = orientations.map(\.rawValue)
    return names.count > 1
      ? names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] : names.joined()
  }
}

extension Correctness: CustomStringConvertible {
  /// The verdict and its findings, one line each.
  public var description: String {
    (["correctness, on error-free simulated gaze: \(verdict.rawValue); \(summary)"] + findings).joined(separator: "\n")
  }

  /// The most important numbers on one line.
  public var summary: String {
    guard verdict == .pass else {
      let wrong = own.filter { $0.verdict == .fail }.map(\.metric)
      let turned = wrongOrientations
      let place = turned.isEmpty ? nil : "wrong in \(Self.list(turned))"
      guard !wrong.isEmpty else { return "right in \(orientations[0].rawValue), " + (place ?? "") }
      return "\(wrong.count) of \(own.count) figures are wrong: \(wrong.joined(separator: ", "))"
        + (place.map { "; " + $0 } ?? "")
    }
    func value(_ metric: String, _ text: (Double) -> String) -> String {
      checks.first { $0.metric == metric }?.physical.map(text) ?? "-"
    }
    func whole(_ value: Double) -> String { NumberText.whole(value) }
    func hundredths(_ value: Double) -> String { NumberText.rounded(value, 2) }
    return
      "gain \(value(Self.gainX, hundredths)) along x and \(value(Self.gainY, hundredths)) along y, offset "
      + "\(value(Self.offsetX, whole)) and \(value(Self.offsetY, whole)) pt, lag "
      + "\(value(Self.lag, whole)) ms\(declared == PointerClaims() ? "" : "; \(declared.words)")"
  }
}
