public import GazeMetrics
import GazePipeline
public import GazeRecording

/// Judgement of a pipeline's mapping: axes, scale, offset, lag, eyes and frames of reference, on two faces without
/// noise and without personal bias.
///
/// One face has eyes that point at the target of the gaze. The other has ARKit's systematic traits: eyes that point
/// outward by a constant, and the mean gain of its angles. A pipeline may be made for either face. A number therefore
/// counts as wrong only if it is out of range on both faces, or if the difference between the faces shows that one eye
/// outweighs the other.
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
  }

  /// `pass` or `fail`.
  public var verdict: GateVerdict
  /// The checks, one for each number that describes the mapping.
  public var checks: [Check]
  /// The errors and what to change, a sentence each; empty if nothing is wrong.
  public var findings: [String]
  /// Claims of the pipeline about its own mapping.
  public var declared: PointerClaims
  /// Seed of the paths of gaze, head and phone.
  public var seed: UInt64
}

extension Correctness: CustomStringConvertible {
  /// The verdict and its findings, one line each.
  public var description: String {
    (["correctness, on error-free simulated gaze: \(verdict.rawValue); \(summary)"] + findings).joined(separator: "\n")
  }

  /// The most important numbers on one line.
  public var summary: String {
    guard verdict == .pass else {
      let wrong = checks.filter { $0.verdict == .fail }.map(\.metric)
      return "\(wrong.count) of \(checks.count) figures are wrong: \(wrong.joined(separator: ", "))"
    }
    func value(_ metric: String, _ text: (Double) -> String) -> String {
      checks.first { $0.metric == metric }?.physical.map(text) ?? "-"
    }
    func whole(_ value: Double) -> String { NumberText.whole(value) }
    func hundredths(_ value: Double) -> String { NumberText.rounded(value, 2) }
    return
      "gain \(value("pointer.gain.x", hundredths)) along x and \(value("pointer.gain.y", hundredths)) along y, offset "
      + "\(value("pointer.offsetPoints.x", whole)) and \(value("pointer.offsetPoints.y", whole)) pt, lag "
      + "\(value("pointer.lagMilliseconds", whole)) ms\(declared == PointerClaims() ? "" : "; \(declared.words)")"
  }
}
