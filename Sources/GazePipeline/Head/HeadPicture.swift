/// The picture that the head's motion turns: the article's square, which moves like a mirror image of the person.
///
/// Coordinates map from the head's frame (x right, y forwards, z up) to the picture's (x right, y down, z towards the
/// viewer) by (x, y, z) ↦ (x, −z, y). The head's yaw about up becomes −yaw about the picture's y, its pitch about right
/// becomes pitch about x, and its roll about forwards becomes roll about z. These are the three signs that the article
/// uses.
public struct HeadPicture: Sendable, Equatable {
  /// Projection of the picture; by default of a square of 250 points.
  public var effect = Rotation3DEffect(size: SIMD2(repeating: HeadPicture.side))

  /// Side of the article's square, points.
  public static let side = 250.0

  /// The article's picture.
  public init() {}

  /// Map for a turn of the head as one rotation effect: a rigid square that turns as the head's mirror image does.
  public func map(_ head: UnitQuaternion) -> ProjectiveMap {
    effect.map(UnitQuaternion(unchecked: head.w, head.x, -head.z, head.y))
  }

  /// Map of three chained rotation effects, as in the article: roll about z, pitch about x, −yaw about y.
  public func chained(_ angles: HeadAngles) -> ProjectiveMap {
    effect.map(.aboutZ(angles.roll), .aboutX(angles.pitch), .aboutY(-angles.yaw))
  }

  /// Images of the four corners under a map.
  public func corners(_ map: ProjectiveMap) -> Corners? { Corners(map, size: effect.size) }

  /// Four corners in points of the view, top left, top right, bottom right, bottom left.
  public struct Corners: Sendable, Equatable {
    /// The corner points.
    public let topLeft: SIMD2<Double>, topRight: SIMD2<Double>, bottomRight: SIMD2<Double>, bottomLeft: SIMD2<Double>

    /// Corners of the mapped square; nil if a corner is not in front of the eye.
    init?(_ map: ProjectiveMap, size: SIMD2<Double>) {
      guard let a = map.apply(.zero), let b = map.apply(SIMD2(size.x, 0)), let c = map.apply(size),
        let d = map.apply(SIMD2(0, size.y))
      else { return nil }
      (topLeft, topRight, bottomRight, bottomLeft) = (a, b, c, d)
    }

    /// Mean distance between the corners of this and another picture, points.
    public func distance(to other: Corners) -> Double {
      ((topLeft - other.topLeft).length + (topRight - other.topRight).length
        + (bottomRight - other.bottomRight).length + (bottomLeft - other.bottomLeft).length) / 4
    }
  }
}
