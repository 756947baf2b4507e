/// What frames hold and how good they are, of one person or of all.
public struct FrameQuality: Sendable, Equatable, Codable {
  /// Two frames with more than one and a half usual steps between them.
  public struct Gap: Sendable, Equatable, Codable {
    /// Seconds from one to the other.
    public var seconds: Double
    /// Time of the one before, seconds.
    public var after: Double
    /// Whose.
    public var participant: Int
  }

  /// Counts of `RecordedFrame.AppState`.
  public struct App: Sendable, Equatable, Codable {
    /// Frames with a pointer.
    public var pointerFrames = 0
    /// Frames that tell whether the app scrolled.
    public var scrollFrames = 0
    /// Frames in which it did.
    public var scrolls = 0
    /// Frames in which a finger came down.
    public var taps = 0
    /// Frames with a dot to recentre by.
    public var dotFrames = 0
    /// Times such a dot appeared or moved.
    public var dots = 0
    /// Frames with the page's offset.
    public var pageFrames = 0
  }

  /// People with at least one frame.
  public var people = 0
  /// Frames.
  public var frames = 0
  /// From each person's first frame to the last, added up.
  public var seconds = 0.0
  /// One over the median step, Hz; nil where there are too few frames.
  @ExplicitNull public var rate: Double?
  /// Steps of more than one and a half of the median.
  public var gaps = 0
  /// Frames that would fill them.
  public var missingFrames = 0
  /// The longest step, seconds.
  public var longestGapSeconds = 0.0
  /// The longest gaps, at most ten, longest first.
  public var longestGaps: [Gap] = []
  /// Frames without a face.
  public var lostFrames = 0
  /// Stretches of such frames.
  public var losses = 0
  /// 1 − frames with a face / frames expected; nil without frames.
  @ExplicitNull public var dataLoss: Double?
  /// Frames at the very time of the one before.
  public var sameTime = 0
  /// Frames with the very poses and lids of the one before: a tracker that repeats itself.
  public var repeatedFrames = 0
  /// Frames before the person's last one.
  public var runsBack = 0
  /// Closures of both lids beyond one half.
  public var blinks = 0
  /// Frames with a target.
  public var targetFrames = 0
  /// Times a target appeared or moved.
  public var targets = 0
  /// Frames that know the person's wish.
  public var intentFrames = 0
  /// Times somebody began to wish a scroll.
  public var intents = 0
  /// Frames with what only a simulator knows.
  public var truthFrames = 0
  /// Frames with facial coefficients.
  public var blendShapeFrames = 0
  /// Counts of what the app drew and did; nil where no frame tells.
  public var app: App?
  /// Frames with a face whose pose, or both of whose eyes, are no rigid transform.
  public var unusableFrames = 0
  /// From the camera to the face, median, metres; nil where no pose is known.
  @ExplicitNull public var distance: Double?
}
