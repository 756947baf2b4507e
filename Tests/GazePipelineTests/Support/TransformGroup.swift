import GazePipeline
import TestSupport
import Testing

/// Common interface of the transform types, for one check of the group laws.
protocol TransformGroup {
  static var identity: Self { get }
  static func * (a: Self, b: Self) -> Self
  var inverse: Self { get }
  func apply(_ point: SIMD3<Double>) -> SIMD3<Double>
}

extension RotationMatrix: TransformGroup {}

extension UnitQuaternion: TransformGroup {}

extension RigidTransform: TransformGroup {}

/// The largest violation of the group's laws over `draws` random triples, measured on a random point within 1 m:
/// identity, inverse from both sides, associativity, and that a product applies its right factor first.
func worstGroupLawViolation<G: TransformGroup>(
  of _: G.Type, draws: Int, seed: UInt64, draw: (inout SeededGenerator) -> G
) -> Double {
  var random = SeededGenerator(seed: seed)
  var worst = 0.0
  for _ in 0..<draws {
    let (a, b, c) = (draw(&random), draw(&random), draw(&random))
    let p = random.vector(within: 1)
    let differences = [
      (a * G.identity).apply(p) - a.apply(p), (G.identity * a).apply(p) - a.apply(p),
      (a * a.inverse).apply(p) - p, (a.inverse * a).apply(p) - p,
      ((a * b) * c).apply(p) - (a * (b * c)).apply(p), (a * b).apply(p) - a.apply(b.apply(p)),
    ]
    worst = differences.reduce(worst) { max($0, $1.length) }
  }
  return worst
}

/// Expects that a quarter turn about each axis takes the next axis to the one after it.
func expectQuarterTurns<G: TransformGroup>(_ turns: (Double) -> G..., sourceLocation: SourceLocation = #_sourceLocation)
{
  let axes: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
  for (index, turn) in turns.enumerated() {
    let found = turn(.pi / 2).apply(axes[(index + 1) % 3])
    expectNear(found, axes[(index + 2) % 3], 1e-15, sourceLocation: sourceLocation)
  }
}
