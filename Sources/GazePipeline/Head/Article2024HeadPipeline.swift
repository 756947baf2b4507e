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
