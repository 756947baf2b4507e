/// Observation of the horizontal offset from the ends of a line that was read: the leftmost and the rightmost fixation
/// between two return sweeps, compared with the text's edges.
///
/// A line counts only if both of its ends were visited as ends of a line: its fixations span most of the text's width,
/// go from left to right, and are followed by a return sweep. The vertical middle is never used, because people read
/// anywhere on a page.
struct ReadingMiddle: Sendable, Equatable {
  /// Share of the text's width that a return sweep covers at least.
  private static let sweep = 0.5
  /// Range of the span of a line's fixations, as a share of the text's width. A column or a short line spans less.
  private static let span = 0.72...1.15
  /// Smallest number of fixations on a line.
  private static let fewest = 4
  /// Longest time between two fixations of a line, seconds.
  private static let longestGap = 2.0
  /// Usual distance of the first and last fixation of a line from its ends, in heights of a line. Assumed: readers
  /// begin within the first characters, but go on to the next line before they reach the end.
  private static let fromLeft = 0.4, fromRight = 1.3
  /// Weight of a line's beginning; its end, where readers are less regular, has the rest. Assumed.
  private static let leftWeight = 0.75
  /// Standard deviation of an observation, points. Assumed.
  private static let noise = 20.0

  private let left: Double, right: Double, height: Double
  private var width: Double { right - left }
  private var least = Double.infinity, most = -Double.infinity
  /// Numbers of the fixations, counted from the line's beginning, that are leftmost and rightmost.
  private var leastAt = 0, mostAt = 0, count = 0
  private var last: GazeFixations.Fixation?

  /// For a page with these lines; nil if they have no width.
  init?(_ lines: [TextLine]) {
    guard let left = lines.map(\.x).min(), let right = lines.map(\.right).max(), right > left,
      let height = Quantiles.upperMedian(lines.map(\.height))
    else { return nil }
    (self.left, self.right, self.height) = (left, right, height)
  }

  /// Takes in a fixation and returns the observation of the line that it ends, if there is one.
  mutating func step(_ fixation: GazeFixations.Fixation) -> OffsetObservation? {
    defer { last = fixation }
    let x = fixation.place.x
    let isSweep = last.map { $0.place.x - x > Self.sweep * width } ?? true
    let isLate = last.map { fixation.start - $0.end > Self.longestGap } ?? true
    guard isSweep || isLate else {
      count += 1
      if x < least { (least, leastAt) = (x, count) }
      if x > most { (most, mostAt) = (x, count) }
      return nil
    }
    let seen = isLate ? nil : observation
    (count, least, most, leastAt, mostAt) = (1, x, x, 1, 1)
    return seen
  }

  private var observation: OffsetObservation? {
    guard count >= Self.fewest, mostAt > leastAt, Self.span.contains((most - least) / width) else { return nil }
    let start = least - left - Self.fromLeft * height, end = most - right + Self.fromRight * height
    return OffsetObservation(
      offset: SIMD2(Self.leftWeight * start + (1 - Self.leftWeight) * end, 0),
      noise: SIMD2(Self.noise * Self.noise, .infinity))
  }
}
