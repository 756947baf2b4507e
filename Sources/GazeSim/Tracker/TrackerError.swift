package import GazePipeline
private import PortableFoundation

/// The part of the tracker's error that belongs to a person: an affine and quadratic map of the reported angles, and a
/// dependence on the head's rotation.
///
///     θ̂ = θ0 + G(θ − θ0) + b + Q(u², uv, v²) + K·ψ_head        (yaw and pitch of the reported axis, face frame)
///
/// with (u, v) = (θ − θ0)/10°, where θ0 is the person's reference direction and b the bias that remains after kappa.
package struct TrackerError {
  var reference: Vector2
  /// Factor on the person's lasting bias and on the session's bias; its mean is 1 over people for whom tracking does
  /// not fail.
  package var spread: Double
  package var gain: (Vector2, Vector2)  // rows
  package var bias: Vector2
  var quadratic: (Vector3, Vector3)
  var headCoupling: (Vector2, Vector2)
  /// `outward`: difference between the horizontal slopes of the left and the right eye, because ARKit's eyes point
  /// outward; `noiseFactor`: factor on noise, drift and dropouts.
  package var outward, noiseFactor: Double

  /// Angle for which the quadratic terms are stated.
  private static let quadraticScale = 10.0.radians

  package init(
    _ t: SimulationParameters.Tracker, _ stream: RandomStream, isFailing: Bool, noiseFactor: Double
  ) {
    // Draws 0 to 6 are in use, and 20 to 23 by `normals3(10)` and `normals3(11)`, which take two draws each.
    spread =
      exp(t.biasSpread * stream.normal(0) - t.biasSpread * t.biasSpread / 2) * (isFailing ? t.failingFactor : 1)
    self.noiseFactor = noiseFactor
    bias = SIMD2(0, t.biasUp) + stream.normals(1) * (t.biasSD * spread)
    let (g, x) = (stream.normals(2), stream.normals(3))
    // The gain is at least 0.2, because a tracker with a smaller gain would not track the eyes.
    gain = (
      SIMD2(max(t.gainH + t.gainHSD * g.x, 0.2), t.crosstalkSD * x.x),
      SIMD2(t.crosstalkSD * x.y, max(t.gainV + t.gainVSD * g.y, 0.2))
    )
    quadratic = (stream.normals3(10) * t.quadraticSD, stream.normals3(11) * t.quadraticSD)
    headCoupling = (stream.normals(4) * t.headCouplingSD, stream.normals(5) * t.headCouplingSD)
    outward = t.outward + t.outwardSD * stream.normal(6)
    reference = SIMD2(0, t.referencePitch)
  }

  /// The reported angles of an optical axis, before drift and noise.
  func report(_ angles: Vector2, head: Vector2, sessionBias: Vector2) -> Vector2 {
    let d = angles - reference
    let u = d / Self.quadraticScale
    let squares = SIMD3(u.x * u.x, u.x * u.y, u.y * u.y)
    func row(_ a: Vector2, _ b: Vector2) -> Double { (a * b).sum() }
    return reference + bias + sessionBias
      + SIMD2(
        row(gain.0, d) + quadratic.0.dot(squares) + row(headCoupling.0, head),
        row(gain.1, d) + quadratic.1.dot(squares) + row(headCoupling.1, head))
  }
}
