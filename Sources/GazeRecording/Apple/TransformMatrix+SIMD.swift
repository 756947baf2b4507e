#if canImport(simd)
  public import GazePipeline
  public import simd

  extension TransformMatrix {
    /// The same sixteen numbers: `TransformMatrix` and `simd_float4x4` are both column-major.
    public init(_ matrix: simd_float4x4) { self.init(columns: matrix.columns) }
  }

  extension simd_float4x4 {
    /// The same sixteen numbers: `TransformMatrix` and `simd_float4x4` are both column-major.
    public init(_ matrix: TransformMatrix) {
      self.init(columns: matrix.columns)
    }
  }
#endif
