/// What a head pipeline takes: the headphones' sample and what the app knows beside it.
public struct HeadFrame: Sendable, Equatable {
  /// Time, attitude, rates; rates that are not known are NaN.
  public var sample: HeadSample
  /// False while the headphones give nothing: then only the time counts.
  public var isConnected: Bool
  /// The person looks straight ahead because the app has asked for it.
  public var isForward: Bool
  /// The head's attitude from elsewhere, such as the phone's camera: the turn from straight ahead, in the head's frame
  /// (x right, y forwards, z up); nil where it is not known.
  public var reference: UnitQuaternion?

  /// A frame from its parts.
  public init(sample: HeadSample, isConnected: Bool = true, isForward: Bool = false, reference: UnitQuaternion? = nil) {
    self.sample = sample
    self.isConnected = isConnected
    self.isForward = isForward
    self.reference = reference
  }

  /// The attitude, nil where none came or it is no unit quaternion.
  public var attitude: UnitQuaternion? { isConnected ? sample.quaternion : nil }
}

/// What a head pipeline shows.
public struct HeadPose: Sendable, Equatable {
  /// The turn of the head that it takes the sample for.
  public var attitude: UnitQuaternion
  /// What becomes of the picture's points.
  public var picture: ProjectiveMap
  /// The picture's corners, points of the view; nil where one passes the eye.
  public var corners: HeadPicture.Corners?
  /// False where nothing came and an older turn is held or fades.
  public var isLive: Bool

  /// A pose from its parts.
  public init(attitude: UnitQuaternion, picture: ProjectiveMap, corners: HeadPicture.Corners?, isLive: Bool) {
    self.attitude = attitude
    self.picture = picture
    self.corners = corners
    self.isLive = isLive
  }
}

/// Turns a character by a head. A value; a step allocates nothing and gives finite numbers whatever comes.
public protocol HeadPipeline: Sendable {
  /// Takes a frame in and gives what is to be shown.
  mutating func step(_ frame: HeadFrame) -> HeadPose
  /// Straight ahead is where the head will be next, once it is steady.
  mutating func recentre()
}
