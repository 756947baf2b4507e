// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/simd/simd_float4x4
// https://developer.apple.com/documentation/simd/simd_float4

public typealias simd_float2 = SIMD2<Float>
public typealias simd_float3 = SIMD3<Float>
public typealias simd_float4 = SIMD4<Float>

public struct simd_float4x4: Sendable {
  public var columns: (simd_float4, simd_float4, simd_float4, simd_float4)
  public init() { columns = (.zero, .zero, .zero, .zero) }
  public init(columns: (simd_float4, simd_float4, simd_float4, simd_float4)) { self.columns = columns }
}
