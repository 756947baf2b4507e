/// The 2024 article's character: the attitude's unprocessed roll, pitch and yaw in three chained `rotation3DEffect`
/// calls on a square of 250 points: roll about z, pitch about x, −yaw about y.
///
/// It has no recentring, no smoothing and no prediction: straight ahead is the headphones' zero. While samples are
/// missing the last pose stays, because the article's callback does not run either.
public struct Article2024HeadPipeline: HeadPipeline {
  /// The square and its projection.
  public let picture: HeadPicture
  private var shown = UnitQuaternion.identity

  /// The pipeline at its start.
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
