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

/// The map that SwiftUI's `rotation3DEffect(_:axis:anchor:perspective:)` applies to a picture of a given size.
///
/// A point of the view (x right, y down, origin at the view's top-left corner) is turned about the anchor in space, z
/// towards the viewer, seen with a perspective, and flattened to the plane again:
///
///     (x, y) − anchor → R(angle, axis)·(x, y, 0) = (x′, y′, z′) → (x′, y′)/(1 − z′·perspective/side) + anchor
///
/// This is a projective 3 × 3 map of the plane. Chained calls are a product of such maps, not a product of rotations,
/// because each call starts from a flat picture.
///
/// **Assumptions**, not verified on a phone, so each is a parameter: a call flattens its result (`isFlattened`), and
/// the perspective is relative to the view's larger side (`depth`).
public struct Rotation3DEffect: Sendable, Equatable {
  /// Size of the view, points.
  public var size: SIMD2<Double>
  /// SwiftUI's `perspective`, 1 by default; 0 is a parallel projection.
  public var perspective = 1.0
  /// Distance of the eye in front of the picture when `perspective` is 1, points; nil means the view's larger side.
  public var depth: Double?
  /// True if each call's result is flattened before the next call. If it is false, chained calls are one turn in space
  /// with one perspective.
  public var isFlattened = true

  /// The effect on a view of this size, about its centre.
  public init(size: SIMD2<Double>) { self.size = size }

  /// Angle (radians) and axis (of any non-zero length) of one call.
  public typealias Turn = (angle: Double, axis: SIMD3<Double>)

  /// The map of one call; the identity if the axis is zero or a number is not finite, because SwiftUI ignores such an
  /// axis.
  public func map(angle: Double, axis: SIMD3<Double>) -> ProjectiveMap {
    guard let turn = UnitQuaternion(angle: angle, axis: axis) else { return .identity }
    return map(turn)
  }

  /// The map of one turn in the picture's space (x right, y down, z towards the viewer).
  public func map(_ turn: UnitQuaternion) -> ProjectiveMap {
    let (r, centre) = (turn.rotation, size / 2)
    let eye = depth ?? max(size.x, size.y)
    let k = eye > 0 ? perspective / eye : 0
    let turned = ProjectiveMap(SIMD3(r.x.x, r.y.x, 0), SIMD3(r.x.y, r.y.y, 0), SIMD3(-k * r.x.z, -k * r.y.z, 1))
    return .shift(centre) * turned * .shift(-centre)
  }

  /// The map of chained calls in source order: the first one is applied to the picture first.
  public func map(_ first: UnitQuaternion, _ second: UnitQuaternion, _ third: UnitQuaternion) -> ProjectiveMap {
    isFlattened ? map(third) * map(second) * map(first) : map(third * second * first)
  }
}
