public import GazePipeline

/// What only a simulator knows of a frame. Calibration takes `RecordedFrame.Observation`s, so it cannot read this.
public struct Truth: Sendable, Equatable {
  /// What the eyes do.
  public enum State: String, Sendable, Codable, CaseIterable {
    /// Looking at a target.
    case fixate
    /// Reading text.
    case read
    /// Following something that moves.
    case pursue
    /// Between two places.
    case saccade
    /// Lids closed.
    case blink
    /// Looking at the page's edge in order to scroll.
    case scroll
    /// Looking at something that is not the screen.
    case away
  }

  /// Where the visual axes meet the screen's plane, points of the true screen; nil while they do not.
  public var gaze: SIMD2<Double>?
  /// What the eyes do.
  public var state: State
  /// The page's `contentOffset.y`, points; nil where there is no page.
  public var page: Double?

  /// A truth from its parts.
  public init(gaze: SIMD2<Double>?, state: State, page: Double? = nil) {
    self.gaze = gaze
    self.state = state
    self.page = page
  }
}

/// One line of a recording.
public struct RecordedFrame: Sendable, Equatable {
  /// A frame and what the app knew when it came: all that a calibration may see.
  public struct Observation: Sendable, Equatable {
    /// Whose face, 0-based within the recording.
    public var participant: Int
    /// The frame as ARKit gave it.
    public var frame: FaceFrame
    /// What the app showed to look at, screen points; nil where it showed nothing in particular.
    public var target: SIMD2<Double>?
    /// What the person wanted the page to do, where the app knows it.
    public var intent: ScrollDirection?

    /// An observation from its parts.
    public init(
      participant: Int = 0, frame: FaceFrame, target: SIMD2<Double>? = nil, intent: ScrollDirection? = nil
    ) {
      self.participant = participant
      self.frame = frame
      self.target = target
      self.intent = intent
    }
  }

  /// What anybody may see.
  public var observation: Observation
  /// What a simulator adds.
  public var truth: Truth?

  /// A line from its parts.
  public init(observation: Observation, truth: Truth? = nil) {
    self.observation = observation
    self.truth = truth
  }
}
