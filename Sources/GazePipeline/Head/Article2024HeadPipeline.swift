/// The 2024 article's character: the attitude's pitch, roll and yaw, as they come, in three chained `rotation3DEffect`
/// calls: roll about z, pitch about x, −yaw about y, of a square of 250 points.
///
/// No recentring, no smoothing, no prediction: straight ahead is wherever the headphones' zero is. Where nothing comes
/// the last turn stays, for no callback comes either.
public struct Article2024HeadPipeline: HeadPipeline {
  /// The square and its projection.
  public let picture: HeadPicture
  private var shown = UnitQuaternion.identity

  /// The pipeline at its start.
  public init(picture: HeadPicture = HeadPicture()) { self.picture = picture }

  /// Takes a frame in and gives what is to be shown.
  public mutating func step(_ frame: HeadFrame) -> HeadPose {
    let attitude = frame.attitude
    if let attitude { shown = attitude }
    let map = picture.chained(HeadAngles(shown))
    return HeadPose(attitude: shown, picture: map, corners: picture.corners(map), isLive: attitude != nil)
  }

  /// Does nothing: the article has no such thing.
  public mutating func recentre() {}
}
