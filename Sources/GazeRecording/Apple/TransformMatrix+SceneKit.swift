public import GazePipeline

#if canImport(SceneKit)
  public import SceneKit
#endif

/// Conversion of SceneKit's matrices. `SCNMatrix4` names its elements m11…m44 by *row*, but its rows are the *columns*
/// of a `simd_float4x4`: SceneKit writes a point as a row and multiplies it from the left, so the translation is (m41,
/// m42, m43), not (m14, m24, m34). Read as an ordinary row-major matrix, an `SCNMatrix4` would give the inverse
/// rotation.
extension TransformMatrix {
  /// The matrix of an `SCNMatrix4`'s rows: (m11, m12, m13, m14), (m21, …), (m31, …), (m41, …).
  public init(sceneKitRows rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) { self.init(columns: rows) }
}

#if canImport(SceneKit)
  extension TransformMatrix {
    /// The matrix of an `SCNMatrix4`, whose elements are Float on iOS and CGFloat on macOS.
    public init(_ m: SCNMatrix4) {
      self.init(
        sceneKitRows: (
          SIMD4(Float(m.m11), Float(m.m12), Float(m.m13), Float(m.m14)),
          SIMD4(Float(m.m21), Float(m.m22), Float(m.m23), Float(m.m24)),
          SIMD4(Float(m.m31), Float(m.m32), Float(m.m33), Float(m.m34)),
          SIMD4(Float(m.m41), Float(m.m42), Float(m.m43), Float(m.m44))
        ))
    }
  }
#endif
