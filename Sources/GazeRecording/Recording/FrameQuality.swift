/// Contents and quality of the frames of one person or of all people.
public struct FrameQuality: Sendable, Equatable, Codable {
  /// A gap: two frames more than one and a half usual steps apart.
  public struct Gap: Sendable, Equatable, Codable {
    /// Seconds between the two frames.
    public var seconds: Double
    /// Time of the first frame, seconds.
    public var after: Double
    /// The person's number.
    public var participant: Int
  }

  /// Counts of `RecordedFrame.AppState`.
  public struct App: Sendable, Equatable, Codable {
    /// Frames with a pointer.
    public var pointerFrames = 0
    /// Frames that state whether the app scrolled.
    public var scrollFrames = 0
    /// Frames in which the app scrolled.
    public var scrolls = 0
    /// Frames in which a finger came down.
    public var taps = 0
    /// Frames with a dot for recentring.
    public var dotFrames = 0
    /// Number of times that a dot for recentring appeared or moved.
    public var dots = 0
    /// Frames with the page's offset.
    public var pageFrames = 0
  }

  /// People with at least one frame.
  public var people = 0
  /// Number of frames.
  public var frames = 0
  /// Time from each person's first frame to the last, summed over people.
  public var seconds = 0.0
  /// Frame rate as the inverse of the median step, Hz; nil if there are too few frames.
  @ExplicitNull public var rate: Double?
  /// Number of steps longer than one and a half times the median.
  public var gaps = 0
  /// Number of frames that would fill the gaps.
  public var missingFrames = 0
  /// The longest step, seconds.
  public var longestGapSeconds = 0.0
  /// The longest gaps, at most ten, longest first.
  public var longestGaps: [Gap] = []
  /// Frames without a face.
  public var lostFrames = 0
  /// Number of runs of frames without a face.
  public var losses = 0
  /// 1 − frames with a face / frames expected; nil without frames.
  @ExplicitNull public var dataLoss: Double?
  /// Frames with the same time as the previous frame.
  public var sameTime = 0
  /// Frames with the same poses and lids as the previous frame, because the tracker repeated its result.
  public var repeatedFrames = 0
  /// Frames with an earlier time than the person's previous frame.
  public var runsBack = 0
  /// Number of blinks: closures of both lids beyond one half.
  public var blinks = 0
  /// Frames with a target.
  public var targetFrames = 0
  /// Number of times that a target appeared or moved.
  public var targets = 0
  /// Frames that hold the person's intent.
  public var intentFrames = 0
  /// Number of times that a person began to want a scroll.
  public var intents = 0
  /// Frames with a simulator's truth.
  public var truthFrames = 0
  /// Frames with facial coefficients.
  public var blendShapeFrames = 0
  /// True if no tracked frame holds a face but frames hold a pointer, as in a table of gaze; nil in every other
  /// recording. The counts of poses are then 0, and lost frames are those with a lost gaze.
  public var hasNoFaces: Bool?
  /// Counts of the parts of the app's state; nil if no frame holds a part.
  public var app: App?
  /// Frames with a face in which the pose of the face, or the poses of both eyes, are not rigid transforms.
  public var unusableFrames = 0
  /// Median distance from the camera to the face, metres; nil if no pose is known.
  @ExplicitNull public var distance: Double?
}
