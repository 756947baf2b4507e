/// How an equirectangular picture lies on the inside of a sphere.
///
///     u = ½ − heading/2π (to the right),  v = ½ − pitch/π (down),  both 0…1; v ← 1 − v where y is flipped
///
/// A video that SpriteKit draws into a SceneKit material stands on its head, since the one counts y upwards and the other
/// downwards: flipped once more it stands upright. `flipsY` is what the material does, not what is seen.
public struct SpherePicture: Sendable, Equatable {
  /// The material turns the picture over.
  public var flipsY: Bool

  /// A picture.
  public init(flipsY: Bool) { self.flipsY = flipsY }

  /// Where in the material's picture a direction of the world is; nil for one that is zero or not finite.
  public func place(of direction: SIMD3<Double>) -> SIMD2<Double>? {
    guard direction.isFinite, direction.length > 0 else { return nil }
    let level = (direction.x * direction.x + direction.z * direction.z).squareRoot()
    let heading = level > 0 ? Elementary.atan2(-direction.x, -direction.z) : 0
    let v = 0.5 - Elementary.atan2(direction.y, level) / .pi
    return SIMD2(0.5 - heading / (2 * .pi), flipsY ? 1 - v : v)
  }
}
