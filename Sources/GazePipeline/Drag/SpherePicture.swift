/// Mapping of an equirectangular picture onto the inside of a sphere.
///
///     u = ½ − heading/2π (to the right),  v = ½ − pitch/π (down),  both 0…1; v ← 1 − v if y is flipped
///
/// A video that SpriteKit draws into a SceneKit material is upside down, because the two frameworks count y in opposite
/// directions; a second flip makes the video upright. `flipsY` states whether the material flips the picture, not
/// whether the visible picture is flipped.
public struct SpherePicture: Sendable, Equatable {
  /// True if the material flips the picture vertically.
  public var flipsY: Bool

  /// A mapping with or without a vertical flip.
  public init(flipsY: Bool) { self.flipsY = flipsY }

  /// Place of a world direction in the material's picture; nil if the direction is zero or not finite.
  public func place(of direction: SIMD3<Double>) -> SIMD2<Double>? {
    guard direction.isFinite, direction.length > 0 else { return nil }
    let level = (direction.x * direction.x + direction.z * direction.z).squareRoot()
    let heading = level > 0 ? Elementary.atan2(-direction.x, -direction.z) : 0
    let v = 0.5 - Elementary.atan2(direction.y, level) / .pi
    return SIMD2(0.5 - heading / (2 * .pi), flipsY ? 1 - v : v)
  }
}
