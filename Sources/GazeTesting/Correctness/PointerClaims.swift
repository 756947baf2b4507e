import GazePipeline

/// What a pipeline says of its own mapping: what `AccuracyCheck.correctness(_:)` expects of it.
///
/// A pipeline that says nothing is expected to follow the gaze one to one, onto the very place, within 120 ms. One that
/// enlarges, shifts or delays on purpose says by how much:
///
///     var claims = PointerClaims()
///     claims.lag = 0.25  // The mean of 30 frames.
public struct PointerClaims: Sendable, Equatable {
  /// Points that the pointer moves where the gaze moves by one, (x, y).
  public var gain = SIMD2<Double>(1, 1)
  /// By how much the pointer lies right of and below the gaze, mean over the screen, points.
  public var offsetPoints = SIMD2<Double>.zero
  /// The most by which the pointer follows the gaze later, seconds.
  public var lag = 0.12

  /// By which share of itself the gain may be another one.
  public static let gainTolerance = 0.1
  /// By how many points the offset may be another one, along each axis.
  public static let offsetTolerance = 30.0
  /// How much one axis may follow the other, points a point.
  public static let crosstalkTolerance = 0.1
  /// What the best linear map may leave, root mean square, points.
  public static let residualTolerance = 30.0
  /// By which share one eye may outweigh the other: 1 is that eye alone.
  public static let eyeTolerance = 0.25

  /// One to one, in place, within 120 ms.
  public init() {}

  /// Sentence on the gain, offset and lag that are declared and differ from the usual ones.
  var words: String {
    let usual = PointerClaims()
    let parts = [
      gain == usual.gain ? nil : "gain \(NumberText.rounded(gain.x, 2)) and \(NumberText.rounded(gain.y, 2))",
      offsetPoints == usual.offsetPoints
        ? nil : "offset \(NumberText.whole(offsetPoints.x)) and \(NumberText.whole(offsetPoints.y)) pt",
      lag == usual.lag ? nil : "lag \(NumberText.whole(lag * 1000)) ms",
    ]
    return "it declares " + parts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension PointerClaims: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case gain, offsetPoints, lagMilliseconds }

  /// Reads what is claimed; what is left out is as it is by default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func pair(_ key: CodingKeys, _ range: ClosedRange<Double>) throws -> SIMD2<Double>? {
      guard let numbers = try container.decodeIfPresent([Double].self, forKey: key) else { return nil }
      guard numbers.count == 2, numbers.allSatisfy(range.contains) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: "expected two numbers, x and y, from \(range.lowerBound) to \(range.upperBound)")
      }
      return SIMD2(numbers[0], numbers[1])
    }
    gain = try pair(.gain, 0.01...100) ?? gain
    offsetPoints = try pair(.offsetPoints, -10_000...10_000) ?? offsetPoints
    if let milliseconds = try container.decodeIfPresent(Double.self, forKey: .lagMilliseconds) {
      guard (0...1500).contains(milliseconds) else {
        throw DecodingError.dataCorruptedError(
          forKey: .lagMilliseconds, in: container, debugDescription: "expected 0 to 1500 milliseconds")
      }
      lag = milliseconds / 1000
    }
  }

  /// Writes all of them.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode([gain.x, gain.y], forKey: .gain)
    try container.encode([offsetPoints.x, offsetPoints.y], forKey: .offsetPoints)
    try container.encode(lag * 1000, forKey: .lagMilliseconds)
  }
}
