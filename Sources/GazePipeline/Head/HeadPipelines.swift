/// Input of a head pipeline: the headphones' sample and the app's own knowledge.
public struct HeadFrame: Sendable, Equatable {
  /// Time, attitude and rates; unknown rates are NaN.
  public var sample: HeadSample
  /// False while the headphones deliver nothing; then only the sample's time is used.
  public var isConnected: Bool
  /// True while the person looks straight ahead because the app has asked for it.
  public var isForward: Bool
  /// The head's attitude from another sensor, such as the phone's camera: the rotation from straight ahead, in the
  /// head's frame (x right, y forwards, z up); nil if unknown.
  public var reference: UnitQuaternion?

  /// A frame from its parts.
  public init(sample: HeadSample, isConnected: Bool = true, isForward: Bool = false, reference: UnitQuaternion? = nil) {
    self.sample = sample
    self.isConnected = isConnected
    self.isForward = isForward
    self.reference = reference
  }

  /// The attitude; nil if there is no sample or it is not a unit quaternion.
  public var attitude: UnitQuaternion? { isConnected ? sample.quaternion : nil }
}

/// Output of a head pipeline.
public struct HeadPose: Sendable, Equatable {
  /// Estimated rotation of the head.
  public var attitude: UnitQuaternion
  /// Map of the picture's points.
  public var picture: ProjectiveMap
  /// The picture's corners in points of the view; nil if one is not in front of the eye.
  public var corners: HeadPicture.Corners?
  /// False if no sample arrived, so that an older pose is held or fades to straight ahead.
  public var isLive: Bool

  /// A pose from its parts.
  public init(attitude: UnitQuaternion, picture: ProjectiveMap, corners: HeadPicture.Corners?, isLive: Bool) {
    self.attitude = attitude
    self.picture = picture
    self.corners = corners
    self.isLive = isLive
  }
}

/// A pipeline that turns a character by the head's motion: a value type. A step must not allocate and must return
/// finite numbers for any input.
public protocol HeadPipeline: Sendable {
  /// Processes a frame and returns the pose to show.
  mutating func step(_ frame: HeadFrame) -> HeadPose
  /// Defines the head's next steady direction as straight ahead.
  mutating func recentre()
}

/// The 2024 article's character: a square of 250 points that three chained `rotation3DEffect` calls turn by the
/// attitude's unprocessed angles: roll about z, pitch about x, −yaw about y.
///
/// The pipeline has no recentring, no smoothing and no prediction: straight ahead is the headphones' zero. While
/// samples are missing the last pose stays, because the article's callback does not run then.
public struct Article2024HeadPipeline: HeadPipeline {
  /// The square and its projection.
  public let picture: HeadPicture
  private var shown = UnitQuaternion.identity

  /// A pipeline that has not processed a frame yet.
  public init(picture: HeadPicture = HeadPicture()) { self.picture = picture }

  /// Processes a frame and returns the pose to show.
  public mutating func step(_ frame: HeadFrame) -> HeadPose {
    let attitude = frame.attitude
    if let attitude { shown = attitude }
    let map = picture.chained(HeadAngles(shown))
    return HeadPose(attitude: shown, picture: map, corners: picture.corners(map), isLive: attitude != nil)
  }

  /// Does nothing, because the article has no recentring.
  public mutating func recentre() {}
}
