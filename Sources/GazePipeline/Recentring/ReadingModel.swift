/// Assumed habits of readers, by which the reading filter recognises reading. The numbers are the filter's own and no
/// simulator's constant, but they were chosen by hand: on simulated readers of one seed and one phone (77, 81), and on
/// some recorded trials of people who read.
public struct ReadingModel: Sendable, Equatable {
  /// Scatter of fixations about the middle of their line, points (SD). Assumed: 0.4° at 35 cm.
  public var scatter = 17.0
  /// Length of a forward saccade before the reader's own is known, in heights of a line; then the reader's mean counts.
  /// Assumed.
  public var step = 2.6
  /// Standard deviation of a forward saccade as a share of its mean length. Assumed.
  public var stepSpread = 0.6
  /// Share of saccades that go backwards within the line. Published: 10 to 15 % in adults (Rayner 1998).
  public var backwards = 0.15
  /// Share of fixations after which the reader goes to any other visible line. Assumed.
  public var jumps = 0.03
  /// The same share if the page has moved since the last fixation. Assumed.
  public var jumpsAfterScroll = 0.35
  /// Chance per fixation that a reader stops reading. Assumed.
  public var stops = 0.03
  /// Chance per fixation that reading begins again. Assumed.
  public var starts = 0.12
  /// Share of fixations whose height says nothing about the line. Assumed.
  public var outliers = 0.03
  /// Distance from the line's end, in saccades, within which the reader goes on to the next line. Derived from `step`:
  /// the reader goes on if the next saccade would end beyond the line.
  public var sweepsWithin = 1.15
  /// Share of return sweeps with a fixation on the way. Assumed; higher in children.
  public var brokenSweeps = 0.2
  /// Chance that a reader goes on to the next line from the middle of a line. Assumed.
  public var earlySweeps = 0.003
  /// Landing of a return sweep right of the line's beginning, in saccades: mean and standard deviation. Assumed:
  /// return sweeps fall short.
  public var landing = 0.3, landingSpread = 0.55
  /// Factor by which the first fixation counts less than it would if a person who does not read looked anywhere on the
  /// screen with the same probability. Assumed.
  static let doubt = 30.0
  /// Chance that a take begins with the first visible line. Assumed.
  public var beginsAtTop = 0.1

  /// The default model.
  public init() {}
}
