public import GazePipeline

/// Claims of a pipeline about its own mapping, as expected by `AccuracyCheck.correctness(_:)`.
///
/// By default a pipeline is expected to follow the gaze one to one, to the same place, within 120 ms, in all four
/// orientations of the interface. A pipeline that enlarges, shifts or delays the gaze's movement on purpose states by
/// how much, and a pipeline of an app that does not turn states the orientations that the app has:
///
///     var claims = PointerClaims()
///     claims.lag = 0.25  // The mean of 30 frames.
///     claims.orientations = [.portrait]
public struct PointerClaims: Sendable, Equatable {
  /// Points that the pointer moves when the gaze moves by one, (x, y).
  public var gain = SIMD2<Double>(1, 1)
  /// Mean offset of the pointer from the gaze, averaged over the screen, points; positive is to the right and below.
  public var offsetPoints = SIMD2<Double>.zero
  /// Largest delay of the pointer behind the gaze, seconds.
  public var lag = 0.12
  /// Orientations of the interface in which the pointer is right. The orientation of the simulation or recording is
  /// judged whether or not it is among them.
  public var orientations = Set(ScreenOrientation.allCases)

  /// Tolerance of the gain, as a share of it: 0.1.
  public static let gainTolerance = 0.1
  /// Tolerance of the offset along each axis: 30 points.
  public static let offsetTolerance = 30.0
  /// Largest movement of the pointer along one axis when the gaze moves along the other: 0.1 points per point.
  public static let crosstalkTolerance = 0.1
  /// Largest residual of the best linear map, root mean square: 30 points.
  public static let residualTolerance = 30.0
  /// Largest excess weight of one eye over the other: 0.25; 1 means that the pointer follows that eye alone.
  public static let eyeTolerance = 0.25

  /// The default claims: the pointer follows the gaze one to one, to the same place, within 120 ms, in all
  /// orientations.
  public init() {}

  /// The claimed orientations in the order of `ScreenOrientation`.
  private var listed: [ScreenOrientation] { ScreenOrientation.allCases.filter(orientations.contains) }

  /// Sentence on the gain, offset, lag and orientations that are declared and differ from the defaults.
  var words: String {
    let usual = PointerClaims()
    let parts = [
      gain == usual.gain ? nil : "gain \(NumberText.rounded(gain.x, 2)) and \(NumberText.rounded(gain.y, 2))",
      offsetPoints == usual.offsetPoints
        ? nil : "offset \(NumberText.whole(offsetPoints.x)) and \(NumberText.whole(offsetPoints.y)) pt",
      lag == usual.lag ? nil : "lag \(NumberText.whole(lag * 1000)) ms",
      orientations == usual.orientations
        ? nil : "orientation " + listed.map(\.rawValue).joined(separator: " and "),
    ]
    return "it declares " + parts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension PointerClaims: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case gain, offsetPoints, lagMilliseconds, orientations }

  /// Reads the claims; missing ones keep their default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func pair(_ key: CodingKeys, _ range: ClosedRange<Double>) throws -> Vector2? {
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
    if let names = try container.decodeIfPresent([String].self, forKey: .orientations) {
      let known = names.compactMap(ScreenOrientation.init)
      guard !known.isEmpty, known.count == names.count else {
        throw DecodingError.dataCorruptedError(
          forKey: .orientations, in: container,
          debugDescription: "expected at least one of "
            + ScreenOrientation.allCases.map(\.rawValue).joined(separator: ", "))
      }
      orientations = Set(known)
    }
  }

  /// Writes all claims.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode([gain.x, gain.y], forKey: .gain)
    try container.encode([offsetPoints.x, offsetPoints.y], forKey: .offsetPoints)
    try container.encode(lag * 1000, forKey: .lagMilliseconds)
    try container.encode(listed, forKey: .orientations)
  }
}
