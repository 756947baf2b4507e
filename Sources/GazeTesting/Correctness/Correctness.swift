public import GazeMetrics
import GazePipeline
public import GazeRecording

/// Whether a pipeline's mapping is right: axes, scale, offset, lag, eyes and frames of reference, on two faces without noise
/// and without any bias of a person's own.
///
/// One face has eyes that point at what is looked at, the other has ARKit's systematic traits: eyes that point outward by a
/// constant, and the mean gain of its angles. Which of the two a pipeline is made for is its own affair: a figure is blamed
/// only if it is out of its range on both faces, or if a difference between them names an eye.
public struct Correctness: Sendable, Equatable, Codable {
  /// A figure and its range.
  public struct Check: Sendable, Equatable, Codable {
    /// `pointer.gain.x`, `pointer.gain.y`, `pointer.offsetPoints.x`, `pointer.offsetPoints.y`, `pointer.crosstalk.x`,
    /// `pointer.crosstalk.y`, `pointer.residualPoints`, `pointer.lagMilliseconds`, `pointer.eyeShare`.
    public var metric: String
    /// The least that is right; null where nothing is too little.
    @ExplicitNull public var lowest: Double?
    /// The most that is right.
    public var highest: Double
    /// On the face whose eyes point at what is looked at; null where it cannot be told.
    @ExplicitNull public var physical: Double?
    /// On the face with ARKit's systematic traits; null where it cannot be told.
    @ExplicitNull public var arkit: Double?
    /// `pass`, or `fail` where it is blamed.
    public var verdict: GateVerdict
  }

  /// `pass` or `fail`.
  public var verdict: GateVerdict
  /// Figure by figure.
  public var checks: [Check]
  /// What is wrong and what to change, a sentence each; empty where nothing is.
  public var findings: [String]
  /// What the pipeline says of itself.
  public var declared: PointerClaims
  /// Draws the way of gaze, head and phone.
  public var seed: UInt64
}

extension Correctness: CustomStringConvertible {
  /// The verdict and its findings, a line each.
  public var description: String {
    (["correctness, on error-free simulated gaze: \(verdict.rawValue); \(summary)"] + findings).joined(separator: "\n")
  }

  /// The most important figures in a line.
  public var summary: String {
    guard verdict == .pass else {
      return "\(checks.count { $0.verdict == .fail }) of \(checks.count) figures are wrong"
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
