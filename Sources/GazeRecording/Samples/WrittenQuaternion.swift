package import GazePipeline

extension UnitQuaternion {
  /// Largest deviation from 1 of the length of a unit quaternion or unit vector in a file. The tolerance is needed
  /// because exports round to three digits.
  package static let writtenTolerance = 0.01

  /// The quaternion of a sample's four numbers w, x, y, z; nil if all of them are unknown.
  ///
  /// - Throws: `SampleError` on `field` if some numbers are unknown, all are 0, or the length is not 1 within
  ///   `writtenTolerance`.
  static func written(_ v: SIMD4<Double>, _ field: String) throws(SampleError) -> UnitQuaternion? {
    let known = v.indices.count { !v[$0].isNaN }
    if known == 0 { return nil }
    guard known == 4 else {
      throw SampleError(
        field, "has \(known) of 4 numbers: expected w, x, y, z of a unit quaternion, or null for all of them")
    }
    let length = (((v.x * v.x + v.y * v.y) + v.z * v.z) + v.w * v.w).squareRoot()
    guard length > 0 else {
      throw SampleError(
        field, "is a quaternion of zeros, not an attitude: expected w, x, y, z of length 1; leave such samples out")
    }
    guard abs(length - 1) <= writtenTolerance else {
      throw SampleError(
        field,
        "has the length \(NumberText.rounded(length, 3)): expected w, x, y, z of length 1; divide by the length, if "
          + "these are a quaternion at all")
    }
    // A quaternion whose length is already 1 is not normalised again, so that a file does not change when it is read
    // and written.
    if abs(length - 1) < drift { return UnitQuaternion(unchecked: v.x, v.y, v.z, v.w) }
    return UnitQuaternion(w: v.x, x: v.y, y: v.z, z: v.w)
  }
}
