/// One eye made of two, in the face's frame: halfway between them, looking where they look on average.
///
/// The direction is the mean of the two slopes (x/z, y/z). With both eyes at the same depth in the face that is
/// exact: if each looks at one point T, the cyclopean eye looks at T, at every distance; and a constant opposite
/// turn of the two (ARKit's eyes point outward by 3.7°) cancels.
public struct CyclopeanEye: Sendable, Equatable {
  /// Between the eyeballs' centres, face frame, metres.
  public var origin: SIMD3<Double>
  /// Unit vector, face frame.
  public var direction: SIMD3<Double>

  /// The mean of two eyes, or nil where one looks more than about 87° off the face's z (slope over 20).
  package init?(_ left: EyeSlope, _ right: EyeSlope) {
    let slope = (left.slope + right.slope) / 2
    guard slope.isFinite, slope.length < 20 else { return nil }
    origin = (left.origin + right.origin) / 2
    direction = SIMD3(slope.x, slope.y, 1).normalized
  }

  /// The mean of a frame's two eyes, each turned by its own kappa first, or nil where either is unusable.
  public init?(_ frame: FaceFrame, kappa: (left: Kappa, right: Kappa) = (.zero, .zero)) {
    guard let left = EyeSlope(frame.leftEye, kappa: kappa.left),
      let right = EyeSlope(frame.rightEye, kappa: kappa.right)
    else { return nil }
    self.init(left, right)
  }
}

/// One eye: where it is in the face and the slope (x/z, y/z) of its visual axis.
package struct EyeSlope: Sendable {
  package var origin: SIMD3<Double>
  package var slope: SIMD2<Double>

  package init(origin: SIMD3<Double>, slope: SIMD2<Double>) {
    self.origin = origin
    self.slope = slope
  }

  /// nil where the matrix is no rigid transform or the eye looks backwards.
  package init?(_ matrix: TransformMatrix, kappa: Kappa) {
    guard let faceFromEye = RigidTransform(matrix) else { return nil }
    let axis = kappa.visualAxis(optical: faceFromEye.rotation.z.normalized)
    guard axis.z > 0.05 else { return nil }
    self.init(origin: faceFromEye.translation, slope: SIMD2(axis.x, axis.y) / axis.z)
  }
}
