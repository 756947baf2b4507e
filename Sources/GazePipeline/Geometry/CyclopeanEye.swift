/// The cyclopean eye in the face's frame: halfway between the two eyes, with their mean gaze direction.
///
/// The direction is the mean of the two eyes' slopes (x/z, y/z). If both eyes are at the same depth in the face and
/// both fixate a point T, the cyclopean eye points exactly at T, at every distance. Constant rotations of the two eyes
/// in opposite directions cancel (ARKit's eyes point outward by 3.7°).
public struct CyclopeanEye: Sendable, Equatable {
  /// Midpoint between the eyeballs' centres, face frame, metres.
  public var origin: SIMD3<Double>
  /// Mean gaze direction, a unit vector in the face's frame.
  public var direction: SIMD3<Double>

  /// The mean of two eyes, or nil if the mean direction is more than about 87° off the face's z axis (slope over 20).
  @inline(__always) package init?(_ left: EyeSlope, _ right: EyeSlope) {
    let slope = (left.slope + right.slope) / 2
    guard slope.isFinite, slope.length < 20 else { return nil }
    origin = (left.origin + right.origin) / 2
    direction = SIMD3(slope.x, slope.y, 1).normalized
  }

  /// The mean of a frame's two eyes, each first turned by its own kappa, or nil if either eye is unusable.
  public init?(_ frame: FaceFrame, kappa: PersonCalibration.EyeKappa = .zero) {
    guard let left = EyeSlope(frame.leftEye, kappa: kappa.left),
      let right = EyeSlope(frame.rightEye, kappa: kappa.right)
    else { return nil }
    self.init(left, right)
  }
}

/// One eye: its position in the face and the slope (x/z, y/z) of its visual axis.
package struct EyeSlope: Sendable {
  package var origin: SIMD3<Double>
  package var slope: SIMD2<Double>

  package init(origin: SIMD3<Double>, slope: SIMD2<Double>) {
    self.origin = origin
    self.slope = slope
  }

  /// The eye whose pose is `matrix`; nil if the matrix is not a rigid transform or the eye points backwards or nearly
  /// sideways.
  @inline(__always) package init?(_ matrix: TransformMatrix, kappa: Kappa) {
    guard let faceFromEye = RigidTransform(matrix) else { return nil }
    let axis = kappa.visualAxis(optical: faceFromEye.rotation.z.normalized)
    guard axis.z > 0.05 else { return nil }
    self.init(origin: faceFromEye.translation, slope: SIMD2(axis.x, axis.y) / axis.z)
  }
}
