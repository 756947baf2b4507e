extension RecordedFrame {
  /// Facts about a frame that only a simulator knows. Calibration takes `RecordedFrame.Observation`s, so it cannot read
  /// the truth.
  public struct Truth: Sendable, Equatable {
    /// Behaviour of the eyes.
    public enum State: String, Sendable, Codable, CaseIterable {
      /// Looking at a target.
      case fixate
      /// Reading text.
      case read
      /// Following something that moves.
      case pursue
      /// Moving from one place to another.
      case saccade
      /// Lids closed.
      case blink
      /// Looking at the page's edge in order to scroll.
      case scroll
      /// Looking at something other than the screen.
      case away
    }

    /// Point at which the visual axes meet the screen's plane, points of the true screen; nil while the axes do not
    /// meet the plane.
    public var gaze: SIMD2<Double>?
    /// Behaviour of the eyes.
    public var state: State
    /// The page's `contentOffset.y`, points; nil without a page.
    public var page: Double?

    /// A truth from its parts.
    public init(gaze: SIMD2<Double>?, state: State, page: Double? = nil) {
      self.gaze = gaze
      self.state = state
      self.page = page
    }
  }
}
