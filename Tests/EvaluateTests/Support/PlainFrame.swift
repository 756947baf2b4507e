import GazePipeline

/// A frame whose matrices are computed from plain numbers, without using code of the pipelines.
struct PlainFrame {
  /// The face's origin in the camera's frame; the face looks straight out.
  var face = SIMD3<Float>(0.01, -0.05, -0.35)
  /// The eyes' centres in the face.
  var left = SIMD3<Float>(0.03, 0.02, 0.03)
  var right = SIMD3<Float>(-0.03, 0.02, 0.03)
  /// The eyes' slopes x/z and y/z: with both eyes 0.32 m away they meet the plane at (0.008, −0.046) and (0.012,
  /// −0.062).
  var leftSlope = SIMD2<Float>(-0.1, -0.05)
  var rightSlope = SIMD2<Float>(0.1, -0.1)
  var lookAt = SIMD3<Float>(0.02, 0.01, 0.40)
  /// True if this eye looks away, so that its segment misses.
  var leftMisses = false
  var rightMisses = false
  /// Recline of the phone as (cosine, sine).
  var recline: (c: Float, s: Float) = (1, 0)

  var frame: FaceFrame {
    func eye(_ origin: SIMD3<Float>, _ slope: SIMD2<Float>, _ misses: Bool) -> TransformMatrix {
      if misses {
        // Half a turn about y: straight away from the phone.
        return TransformMatrix(columns: ([-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, 0], SIMD4(origin, 1)))
      }
      // z along (slope, 1); x level; y is z × x.
      let n = (slope.x * slope.x + slope.y * slope.y + 1).squareRoot()
      let (zx, zy, zz) = (slope.x / n, slope.y / n, 1 / n)
      let m = (1 + slope.x * slope.x).squareRoot()
      let (xx, xz) = (1 / m, -slope.x / m)
      let y = SIMD4<Float>(zy * xz, zz * xx - zx * xz, -zy * xx, 0)
      return TransformMatrix(columns: ([xx, 0, xz, 0], y, [zx, zy, zz, 0], SIMD4(origin, 1)))
    }
    // Camera and face turn about the world's x axis together.
    let (c, s) = recline
    let turned = SIMD4<Float>(face.x, c * face.y - s * face.z, s * face.y + c * face.z, 1)
    let axes: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) = ([1, 0, 0, 0], [0, c, s, 0], [0, -s, c, 0])
    return FaceFrame(
      time: 0, camera: TransformMatrix(columns: (axes.0, axes.1, axes.2, [0, 0, 0, 1])),
      face: TransformMatrix(columns: (axes.0, axes.1, axes.2, turned)), leftEye: eye(left, leftSlope, leftMisses),
      rightEye: eye(right, rightSlope, rightMisses), lookAt: lookAt, blendShapes: BlendShapes())
  }
}

extension PointerPipeline {
  /// The smoothed pointer of the last of these frames.
  func pointer(_ frames: PlainFrame...) -> SIMD2<Double>? {
    var pipeline = self
    var last: SIMD2<Double>?
    for frame in frames { last = pipeline.step(frame.frame).pointer }
    return last
  }
}

/// Compares with a tolerance, since float matrices leave an error of a few thousandths of a point.
func isClose(_ point: SIMD2<Double>?, _ x: Double, _ y: Double, within tolerance: Double = 0.02) -> Bool {
  point.map { abs($0.x - x) < tolerance && abs($0.y - y) < tolerance } ?? false
}
