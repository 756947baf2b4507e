import GazePipeline
private import PortableFoundation

/// Derivatives of the exponential map (Solà, Deray & Atchuthan 2018, arXiv 1812.01537, equations 143 to 146).
enum RotationJacobians {
  /// exp(v + δ) = exp(v) · exp(J·δ) to first order: J = 1 − (1 − cos θ)/θ² [v]× + (θ − sin θ)/θ³ [v]×².
  static func right(_ v: Vector3) -> Columns3 {
    let angle = v.length
    guard angle > 1e-4 else { return Columns3(v, 1, -0.5, 1.0 / 6) }
    let square = angle * angle
    return Columns3(
      v, 1, -(1 - cos(angle)) / square, (angle - sin(angle)) / (square * angle))
  }

  /// log(exp(−δ) · exp(v)) = v − J·δ to first order: J = 1 − ½[v]× + (1/θ² − (1 + cos θ)/(2θ sin θ)) [v]×².
  static func leftInverse(_ v: Vector3) -> Columns3 {
    let angle = v.length
    guard angle > 1e-4 else { return Columns3(v, 1, -0.5, 1.0 / 12) }
    // (1 + cos θ)/sin θ = 1/tan(θ/2), which stays finite up to a whole turn.
    return Columns3(v, 1, -0.5, 1 / (angle * angle) - 1 / (2 * angle * tan(angle / 2)))
  }
}

/// A matrix of three columns that acts on rotation vectors.
struct Columns3 {
  var x: Vector3, y: Vector3, z: Vector3

  func times(_ v: Vector3) -> Vector3 { x * v.x + y * v.y + z * v.z }

  /// a + b·[v]× + c·[v]×².
  fileprivate init(_ v: Vector3, _ a: Double, _ b: Double, _ c: Double) {
    func column(_ e: Vector3) -> Vector3 {
      let once = v.cross(e)
      return e * a + once * b + v.cross(once) * c
    }
    x = column(SIMD3(1, 0, 0))
    y = column(SIMD3(0, 1, 0))
    z = column(SIMD3(0, 0, 1))
  }
}
