extension Recentring {
  /// Index of the line that is most probably being read, among the lines of the page as the reading filter keeps them:
  /// only those whose box is sound, from top to bottom. nil without text, and without `Reading.lines`.
  ///
  /// It is a guess from the first fixation on; `confidence` says how far it may be trusted.
  public var line: Int? { reading?.line }

  /// Knowledge of the line being read, whether or not the filter is trusted yet.
  package struct Guess: Sendable, Equatable {
    /// Index of the line, as in `Recentring.line`.
    package var line: Int
    /// The filter's probability that the line is right, 0…1, also before it is trusted.
    package var confidence: Double
    /// True once the person reads whole lines, so that the filter's offset is used.
    package var isTrusted: Bool
    /// Time of the first and the last sample of the fixation that was taken in last, seconds.
    package var start: Double, end: Double
  }

  /// The filter's guess after the last fixation; nil without text, and before the first fixation.
  package var guess: Guess? {
    guard let reading, let last = reading.last else { return nil }
    return Guess(
      line: reading.line, confidence: reading.confidence, isTrusted: (confidence ?? 0) > 0, start: last.start,
      end: last.end)
  }
}
