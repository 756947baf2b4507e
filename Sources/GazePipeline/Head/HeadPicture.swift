/// The picture that a head turns: the article's square, which behaves like a mirror image of the person.
///
/// Head (x right, y forwards, z up) and picture (x right, y down, z towards the viewer) are the same numbers in another
/// order, (x, y, z) ↦ (x, −z, y), so that a head's yaw about up is −yaw about the picture's y, its pitch about right is
/// pitch about x and its roll about forwards is roll about z: the article's three signs.
public struct HeadPicture: Sendable, Equatable {
  /// Its projection; a square of 250 points by default.
  public var effect = Rotation3DEffect(size: SIMD2(repeating: HeadPicture.side))

  /// Points of the article's square.
  public static let side = 250.0

  /// The article's picture.
  public init() {}

  /// A turn of the head as the turn of its mirror image, by one call: a rigid square that turns as the head does.
  public func map(_ head: UnitQuaternion) -> ProjectiveMap {
    effect.map(UnitQuaternion(unchecked: head.w, head.x, -head.z, head.y))
  }

  /// Three calls, one after the other: roll about z, pitch about x, −yaw about y.
  public func chained(_ angles: HeadAngles) -> ProjectiveMap {
    effect.map(.aboutZ(angles.roll), .aboutX(angles.pitch), .aboutY(-angles.yaw))
  }

  /// Where a map takes the four corners.
  public func corners(_ map: ProjectiveMap) -> Corners? { Corners(map, size: effect.size) }

  /// Four corners in points of the view, top left, top right, bottom right, bottom left.
  public struct Corners: Sendable, Equatable {
    /// The four.
    public let topLeft: SIMD2<Double>, topRight: SIMD2<Double>, bottomRight: SIMD2<Double>, bottomLeft: SIMD2<Double>

    /// nil where a corner passes the eye.
    init?(_ map: ProjectiveMap, size: SIMD2<Double>) {
      guard let a = map.apply(.zero), let b = map.apply(SIMD2(size.x, 0)), let c = map.apply(size),
        let d = map.apply(SIMD2(0, size.y))
      else { return nil }
      (topLeft, topRight, bottomRight, bottomLeft) = (a, b, c, d)
    }

    /// Mean distance of the corners from another picture's, points.
    public func distance(to other: Corners) -> Double {
      ((topLeft - other.topLeft).length + (topRight - other.topRight).length
        + (bottomRight - other.bottomRight).length + (bottomLeft - other.bottomLeft).length) / 4
    }
  }
}
