/// What SwiftUI's `rotation3DEffect(_:axis:anchor:perspective:)` does to a picture of a given size.
///
/// A point of the view (x right, y down, origin at the view's top-left corner) is turned about the anchor in space, z
/// towards the viewer, seen with a perspective, and flattened to the plane again:
///
///     (x, y) − anchor → R(angle, axis)·(x, y, 0) = (x′, y′, z′) → (x′, y′)/(1 − z′·perspective/side) + anchor
///
/// which is a projective 3 × 3 map of the plane. Calls that follow each other are a product of such maps, not a product of
/// rotations: each begins with a flat picture.
///
/// **Assumptions**, none of them seen on a phone, so each is a parameter: that a call flattens (`isFlattened`), and that
/// the perspective counts by the view's larger side (`depth`).
public struct Rotation3DEffect: Sendable, Equatable {
  /// Of the view, points.
  public var size: SIMD2<Double>
  /// SwiftUI's `perspective`, 1 by default; 0 is a parallel projection.
  public var perspective = 1.0
  /// Points before the picture at which the eye is when `perspective` is 1; nil is the view's larger side.
  public var depth: Double?
  /// Whether each call's result is flat before the next; else several calls are one turn in space with one perspective.
  public var isFlattened = true

  /// The effect on a view of this size, about its centre.
  public init(size: SIMD2<Double>) { self.size = size }

  /// One call's angle, radians, and axis, of any length but zero.
  public typealias Turn = (angle: Double, axis: SIMD3<Double>)

  /// The map of one call; the identity where the axis is zero or a number is not finite, as SwiftUI ignores such an axis.
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

  /// The map of calls in the order in which they are written: the first one is nearest to the picture.
  public func map(_ first: UnitQuaternion, _ second: UnitQuaternion, _ third: UnitQuaternion) -> ProjectiveMap {
    isFlattened ? map(third) * map(second) * map(first) : map(third * second * first)
  }
}
