/// A point of the sphere that a finger holds, and the heading and pitch that keep the point under the finger.
///
/// With r the ray through the finger and a the held direction, both unit vectors, Ry(ψ)·Rx(θ)·r = a is solved for a
/// camera without roll:
///
///     r_y cos θ − r_z sin θ = a_y,  ρ = √(r_y² + r_z²),  ε = atan2(r_y, −r_z)
///     θ = asin(a_y/ρ) − ε  or  θ = π − asin(a_y/ρ) − ε,  whichever turns the camera less
///     ψ = azimuth(a) − azimuth(Rx(θ)·r),  azimuth(v) = atan2(−v_x, −v_z)
///
/// If |a_y| > ρ (a finger at the side pulls towards the pole), no pose without roll brings the direction a under the
/// finger; the nearest possible θ is then used. If θ exceeds the limit, θ is clamped, but the heading is still computed
/// from the unclamped θ, so that a finger that pulls past a pole and comes back finds its content again.
///
/// Close to a pole a small movement requires a large turn of the heading. So that the picture does not jump, a step
/// changes heading and pitch by at most `swing` times the angle by which the finger's ray moved. Up to 75° of elevation
/// this limit has no effect.
public struct GrabbedContent: Sendable, Equatable {
  /// Largest ratio of a step's turn in heading or pitch to the angle by which the finger's ray moved.
  public static let swing = 4.0

  /// The held direction, in the world.
  public let anchor: SIMD3<Double>
  /// The finger's ray at the last step.
  private var ray: SIMD3<Double>

  /// Grabs the content that is under the finger's ray in a camera pose.
  public init(under ray: SIMD3<Double>, of pose: CameraPose) {
    self.ray = ray
    anchor = pose.worldDirection(ray)
  }

  /// Heading and pitch (radians) after the finger's ray has moved.
  ///
  /// - Parameters:
  ///   - ray: the finger's new ray in the camera's frame.
  ///   - turn: heading and pitch before the movement.
  ///   - limit: largest |pitch|.
  public mutating func follow(_ ray: SIMD3<Double>, from turn: SIMD2<Double>, limit: Double) -> SIMD2<Double> {
    let most = Self.swing * angle(between: self.ray, and: ray)
    self.ray = ray
    let wanted = Self.turn(bringing: anchor, under: ray, from: turn, limit: limit)
    let step = SIMD2(wrappedAngle(wanted.x - turn.x), wanted.y - turn.y)
    let held = step.clamped(lowerBound: SIMD2(repeating: -most), upperBound: SIMD2(repeating: most))
    return SIMD2(wrappedAngle(turn.x + held.x), min(max(turn.y + held.y, -limit), limit))
  }

  /// Heading and pitch (radians) that bring `anchor` under `ray`, without a limit on the size of the step.
  static func turn(
    bringing anchor: SIMD3<Double>, under ray: SIMD3<Double>, from turn: SIMD2<Double>, limit: Double
  ) -> SIMD2<Double> {
    let rho = (ray.y * ray.y + ray.z * ray.z).squareRoot()
    guard rho > 1e-9 else { return turn }
    let lift = Elementary.atan2(ray.y, -ray.z)
    let height = Elementary.asin(min(max(anchor.y / rho, -1), 1))
    let near = place(wrappedAngle(height - lift), anchor, ray, turn)
    let far = place(wrappedAngle(.pi - height - lift), anchor, ray, turn)
    let best = near.distance <= far.distance ? near.turn : far.turn
    return SIMD2(best.x, min(max(best.y, -limit), limit))
  }

  /// The heading that belongs to a given pitch, and the sum of both angles' distances from the current heading and
  /// pitch.
  private static func place(
    _ pitch: Double, _ anchor: SIMD3<Double>, _ ray: SIMD3<Double>, _ turn: SIMD2<Double>
  ) -> (turn: SIMD2<Double>, distance: Double) {
    let back = ray.y * Elementary.sin(pitch) + ray.z * Elementary.cos(pitch)
    var step = 0.0
    // At a pole the azimuth is undefined.
    if abs(anchor.x) + abs(anchor.z) > 1e-9, abs(ray.x) + abs(back) > 1e-9 {
      let heading = Elementary.atan2(-anchor.x, -anchor.z) - Elementary.atan2(-ray.x, -back)
      step = wrappedAngle(heading - turn.x)
    }
    return (SIMD2(wrappedAngle(turn.x + step), pitch), abs(step) + abs(pitch - turn.y))
  }
}
