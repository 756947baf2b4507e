import GazePipeline

extension ScreenGeometry {
  /// The size of the 12 mini, with the camera at the position estimated from the data sheet.
  static let test = ScreenGeometry(
    points: SIMD2(375, 812), metres: SIMD2(0.057630, 0.124866), camera: SIMD2(0.0376, 0.0027))
}
