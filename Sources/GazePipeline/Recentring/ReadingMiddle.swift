/// Observation of the horizontal offset from the ends of a line that was read: the leftmost and the rightmost fixation
/// between two return sweeps, compared with the text's edges.
///
/// A line counts only if both of its ends were visited as ends of a line: it begins and ends with a return sweep to the
/// next line, its fixations stay at one height, go from left to right without a long jump, and span most of the text's
/// width. Anything else, such as a fixation at a picture or at the screen's edge, ends the line without an observation.
/// A line is an observation only if its ends agree with those of a line shortly before it, and that one's with those of
/// a third. A reader of whole lines makes three of them in a quarter of a minute. A reader of one column makes one that
/// seems whole in a minute or two, by glances that are no reading, and three of them rarely agree. The vertical middle
/// is never used, because people read anywhere on a page.
struct ReadingMiddle: Sendable, Equatable {
  /// Share of the text's width that a return sweep covers at least.
  private static let sweep = 0.5
  /// Share of the text's width from which a saccade to the left may be the first part of a return sweep. Children often
  /// stop on the way. Assumed.
  private static let part = 0.2
  /// Range of the span of a line's fixations, as a share of the text's width. A column or a short line spans less.
  private static let span = 0.72...1.15
  /// Range of the vertical part of a return sweep, and range of the heights within a line, in heights of a line.
  /// Assumed: fixations scatter by three quarters of a line of body text, and the tracker drifts. With half of these
  /// ranges, two thirds of the lines count.
  private static let descent = -3.0...5.0, band = 4.0
  /// Length of a jump within a line that ends it, as a share of the text's width. Assumed: twice a long saccade.
  private static let jump = 0.45
  /// Longest time between two lines that have to agree, seconds. Assumed: as long as several lines take.
  private static let recent = 20.0
  /// Largest distance between the ends of two lines, left and right together, as a share of the text's width. Assumed:
  /// each end scatters by two thirds of a saccade.
  private static let agreement = 0.35
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

  private let left: Double, right: Double, pitch: Double
  private var width: Double { right - left }
  private var least = SIMD2<Double>(repeating: .infinity), most = SIMD2<Double>(repeating: -.infinity)
  /// Numbers of the fixations, counted from the line's beginning, that are leftmost and rightmost.
  private var leastAt = 0, mostAt = 0, count = 0
  /// True if the fixations since the last return sweep can be those of a line.
  private var isLine = false
  private var last: GazeFixations.Fixation?
  /// True if lines are measurements of the offset, false if they only say that the person reads.
  private let isMeasuring: Bool
  /// Place of the last fixation that belongs to the line. It differs from `last` while a saccade to the left may be the
  /// first part of a return sweep.
  private var lineEnd = SIMD2<Double>.zero
  /// Left and right end of a line that counted, and the time of its last fixation.
  private struct Ends: Equatable {
    var places: SIMD2<Double>
    var time: Double
  }
  /// The last line that counted, and the one before it.
  private var ends: Ends?, endsBefore: Ends?
  /// Number of lines that agreed with one shortly before them, the last of them not long ago, and its time.
  private var agreeing = 0, agreedAt = -Double.infinity

  /// For a page with these lines; nil if they have no width.
  ///
  /// - Parameter isMeasuring: false for lines that only say that the person reads. Then a return sweep may have a
  ///   fixation on the way, although two glances to the left can look the same, and one line that counted before, at
  ///   any time, has to agree.
  init?(_ lines: [TextLine], isMeasuring: Bool = true) {
    guard let left = lines.map(\.x).min(), let right = lines.map(\.right).max(), right > left,
      let pitch = Quantiles.upperMedian(lines.map(\.height))
    else { return nil }
    (self.left, self.right, self.pitch, self.isMeasuring) = (left, right, pitch, isMeasuring)
  }

  /// Takes in a fixation and returns the observation of the line that it ends, if there is one.
  mutating func step(_ fixation: GazeFixations.Fixation) -> OffsetObservation? {
    defer { last = fixation }
    let place = fixation.place
    guard let last, fixation.start - last.end <= Self.longestGap else {
      begin(place, isLine: false)
      return nil
    }
    let (way, total) = (place - last.place, place - lineEnd)
    if way.x < 0, -total.x > Self.sweep * width {
      let isNext = Self.descent.contains(total.y / pitch)
      let seen = isNext ? observation(at: last.end) : nil
      begin(place, isLine: isNext)
      return seen
    }
    if lineEnd != last.place { goOn(to: last.place) }
    if isMeasuring || -way.x < Self.part * width { goOn(to: place) }
    return nil
  }

  /// Takes in a fixation of the line.
  private mutating func goOn(to place: SIMD2<Double>) {
    defer { lineEnd = place }
    guard isLine, (place - lineEnd).x.magnitude < Self.jump * width else {
      isLine = false
      return
    }
    count += 1
    if place.x < least.x { leastAt = count }
    if place.x > most.x { mostAt = count }
    (least, most) = (pointwiseMin(least, place), pointwiseMax(most, place))
    if most.y - least.y > Self.band * pitch { isLine = false }
  }

  private mutating func begin(_ place: SIMD2<Double>, isLine: Bool) {
    (count, least, most, leastAt, mostAt, self.isLine) = (1, place, place, 1, 1, isLine)
    lineEnd = place
  }

  private mutating func observation(at time: Double) -> OffsetObservation? {
    guard isLine, count >= Self.fewest, mostAt > leastAt, Self.span.contains((most.x - least.x) / width) else {
      return nil
    }
    let now = Ends(places: SIMD2(least.x, most.x), time: time)
    defer { (endsBefore, ends) = (ends, now) }
    guard isMeasuring ? isThird(now) : agrees(now, ends) else { return nil }
    let start = least.x - left - Self.fromLeft * pitch, end = most.x - right + Self.fromRight * pitch
    return OffsetObservation(
      offset: SIMD2(Self.leftWeight * start + (1 - Self.leftWeight) * end, 0),
      noise: SIMD2(Self.noise * Self.noise, .infinity))
  }

  /// Counts a line that agrees with one of the two before it; true from the third line on.
  private mutating func isThird(_ now: Ends) -> Bool {
    if !isRecent(agreedAt, at: now.time) { agreeing = 0 }
    guard agreesRecently(now, ends) || agreesRecently(now, endsBefore) else { return false }
    (agreeing, agreedAt) = (agreeing + 1, now.time)
    return agreeing >= 2
  }

  private func agrees(_ now: Ends, _ before: Ends?) -> Bool {
    before.map { (now.places - $0.places).length < Self.agreement * width } ?? false
  }

  private func agreesRecently(_ now: Ends, _ before: Ends?) -> Bool {
    agrees(now, before) && isRecent(before?.time ?? -.infinity, at: now.time)
  }

  /// True for a time not long before `now`; a time that goes backwards is a new clock.
  private func isRecent(_ time: Double, at now: Double) -> Bool { (0...Self.recent).contains(now - time) }
}
