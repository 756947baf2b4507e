extension Recentring {
  /// Why a dot would help.
  public enum DotReason: String, Sendable, Equatable, CaseIterable {
    /// The part of the offset that stays is not known: nothing has measured it, or that was long ago.
    case unknown
    /// The app shows text, but no line has fitted what the eyes did for a minute: the person does not read, or reads in
    /// another way than line by line.
    case noLine
    /// Lines are read, but for a minute it was not certain which ones.
    case unsure

    /// The reason in a sentence.
    public var sentence: String {
      switch self {
      case .unknown: "The pointer's offset is not known, or was measured long ago."
      case .noLine: "No line of the text has fitted for a minute."
      case .unsure: "Lines are read, but for a minute it was not certain which ones."
      }
    }
  }

  /// Knowledge of the pointer's offset at a moment, for an app to show or to act on.
  public struct Status: Sendable, Equatable {
    /// Offset that is subtracted from the raw pointer, points.
    public var offset: SIMD2<Double>
    /// Standard deviation of the offset per axis, points.
    public var uncertainty: SIMD2<Double>
    /// Probability that the line that reading is matched with is the line being read, 0…1; nil without text.
    public var confidence: Double?
    /// True if a dot would help.
    public var wantsDot: Bool { dotReason != nil }
    /// Why a dot would help; nil if it would not.
    public var dotReason: DotReason?
    /// Number of observations that were used in this session.
    public var used: Int
    /// Number of observations that were refused in this session.
    public var refused: Int
  }

  /// The present knowledge of the offset.
  public var status: Status {
    Status(
      offset: offset, uncertainty: uncertainty, confidence: confidence, dotReason: dotReason, used: used,
      refused: refused)
  }
}
