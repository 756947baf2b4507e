import GazePipeline

/// What the steady looks of a calibration cover: whether a fit of them can tell its parameters apart.
public struct ViewingCoverage: Sendable, Equatable {
  /// Steady looks.
  public internal(set) var looks = 0
  /// Looks that were unsteady to the last.
  public internal(set) var unsteady = 0
  /// Stages that were left out.
  public internal(set) var skipped = 0
  /// Distances of the eyes from the screen, metres; nil without a look.
  public internal(set) var distances: ClosedRange<Double>?
  /// Head yaw, radians.
  public internal(set) var yaws: ClosedRange<Double>?
  /// Head pitch, radians.
  public internal(set) var pitches: ClosedRange<Double>?

  /// Distances must span this ratio for camera and gaze offset to come apart: the fit's own rule.
  static let distanceRatio = 1.5
  /// Head rotations must span this much for gain and size to come apart, radians: the fit's own rule.
  static let headSpan = 10 * Double.pi / 180

  mutating func add(_ look: LookWatch) {
    looks += 1
    func wider(_ range: ClosedRange<Double>?, _ value: Double) -> ClosedRange<Double> {
      min(range?.lowerBound ?? value, value)...max(range?.upperBound ?? value, value)
    }
    distances = wider(distances, look.distance)
    yaws = wider(yaws, look.head.x)
    pitches = wider(pitches, look.head.y)
  }

  /// Largest distance over the smallest; 1 without a look.
  public var distanceRatio: Double {
    guard let distances, distances.lowerBound > 0 else { return 1 }
    return distances.upperBound / distances.lowerBound
  }

  /// What a fit of these looks cannot tell apart, a sentence each; none where it can.
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
