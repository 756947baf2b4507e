package import GazePipeline

extension Quaternion {
  /// How far the length of a written unit quaternion or unit vector may be from 1: exports round to three digits.
  package static let writtenTolerance = 0.01

  /// The quaternion of a sample's four numbers w, x, y, z; nil where all of them are unknown.
  ///
  /// - Throws: `SampleFault` on `field` where some are unknown, all are 0, or the length is not 1 to `writtenTolerance`.
  static func written(_ v: ArraySlice<Double>, _ field: String) throws(SampleFault) -> Quaternion? {
    let known = v.filter { !$0.isNaN }
    if known.isEmpty { return nil }
    guard known.count == 4 else {
      throw SampleFault(
        field, "has \(known.count) of 4 numbers: expected w, x, y, z of a unit quaternion, or null for all of them")
    }
    let length = v.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard length > 0 else {
      throw SampleFault(
        field, "is a quaternion of zeros, which is no attitude: expected w, x, y, z of length 1; leave such samples out"
      )
    }
    guard abs(length - 1) <= writtenTolerance else {
      throw SampleFault(
        field,
        "has the length \(NumberText.rounded(length, 3)): expected w, x, y, z of length 1; divide by the length, if these "
          + "are a quaternion at all")
    }
    // What is of length 1 already keeps its digits: a file read and written is the same.
    let i = v.startIndex
    if abs(length - 1) < drift { return Quaternion(unchecked: v[i], v[i + 1], v[i + 2], v[i + 3]) }
    return Quaternion(w: v[i], x: v[i + 1], y: v[i + 2], z: v[i + 3])
  }
}
