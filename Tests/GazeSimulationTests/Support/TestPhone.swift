import GazePipeline

@testable import GazeSimulation

/// The 12 mini with its data sheet's numbers, so that these tests do not depend on the profiles.
let mini = NominalPhone(
  id: "iphone12mini",
  geometry: ScreenGeometry(
    points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0376, 0.0027)),
  sizeSigma: SIMD2(0.00016, 0.00016), cameraSigma: SIMD2(0.002, 0.002))
