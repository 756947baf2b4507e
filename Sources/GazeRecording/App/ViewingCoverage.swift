import GazePipeline

/// Poses that the steady fixations of a calibration cover, which decide whether a fit can distinguish its parameters.
public struct ViewingCoverage: Sendable, Equatable {
  /// Number of steady fixations.
  public internal(set) var looks = 0
  /// Number of fixations that stayed unsteady after all retries.
  public internal(set) var unsteady = 0
  /// Number of stages that were left out.
  public internal(set) var skipped = 0
  /// Range of the distances of the eyes from the screen, metres; nil without a fixation.
  public internal(set) var distances: ClosedRange<Double>?
  /// Range of the head yaw, radians.
  public internal(set) var yaws: ClosedRange<Double>?
  /// Range of the head pitch, radians.
  public internal(set) var pitches: ClosedRange<Double>?

  /// Least ratio of the largest distance to the smallest distance at which a fit can separate camera and gaze offset;
  /// equal to the value that the fit uses.
  static let distanceRatio = 1.5
  /// Least span of the head rotations with which a fit can separate gain and screen size, radians; equal to the value
  /// that the fit uses.
  static let headSpan = 10 * Double.pi / 180

  mutating func add(_ look: DotWatch) {
    looks += 1
    func wider(_ range: ClosedRange<Double>?, _ value: Double) -> ClosedRange<Double> {
      min(range?.lowerBound ?? value, value)...max(range?.upperBound ?? value, value)
    }
    distances = wider(distances, look.distance)
    yaws = wider(yaws, look.head.x)
    pitches = wider(pitches, look.head.y)
  }

  /// Ratio of the largest distance to the smallest; 1 without a fixation.
  public var distanceRatio: Double {
    guard let distances, distances.lowerBound > 0 else { return 1 }
    return distances.upperBound / distances.lowerBound
  }

  /// Sentences on the parameters that a fit of these fixations cannot distinguish; empty if it can distinguish all.
  public var shortfalls: [String] {
    func span(_ range: ClosedRange<Double>?) -> Double { range.map { $0.upperBound - $0.lowerBound } ?? 0 }
    var all: [String] = []
    if distanceRatio < Self.distanceRatio {
      all.append(
        "The distances span a ratio of \(NumberText.rounded(distanceRatio, 1)); "
          + "a fit needs 1.5 to separate camera and gaze offset.")
    }
    for (name, direction, range) in [("yaw", "horizontal", yaws), ("pitch", "vertical", pitches)]
    where span(range) < Self.headSpan {
      let degrees = NumberText.rounded(span(range) * 180 / .pi, 1)
      all.append("Head \(name) spans \(degrees)°; a fit needs 10° to separate \(direction) gain and screen size.")
    }
    return all
  }
}
