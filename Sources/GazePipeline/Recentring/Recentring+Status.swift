extension Recentring {
  /// Knowledge of the pointer's offset at a moment, for an app to show or to act on.
  public struct Status: Sendable, Equatable {
    /// Offset that is subtracted from the raw pointer, points.
    public var offset: SIMD2<Double>
    /// Standard deviation of the offset per axis, points.
    public var uncertainty: SIMD2<Double>
    /// Probability that the line that reading is matched with is the line being read, 0…1; nil without text.
    public var confidence: Double?
    /// True if a dot would help: the offset is not known to one line, or to 40 points without text.
    public var wantsDot: Bool
    /// Number of observations that were used in this session.
    public var used: Int
    /// Number of observations that were refused in this session.
    public var refused: Int
  }

  /// The present knowledge of the offset.
  public var status: Status {
    Status(
      offset: offset, uncertainty: uncertainty, confidence: confidence, wantsDot: wantsDot, used: used,
      refused: refused)
  }
}
