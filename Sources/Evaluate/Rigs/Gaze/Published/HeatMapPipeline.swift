import GazePipeline

/// The pointer of github.com/andrewzimmer906/HeatMapEyeTracking (2018; `ViewController.swift`), whose comment says that
/// its constant 312 comes from virakri's prototype and is "presumably to adjust for the extrinsics".
///
/// x = lx/(W/2)·w and y = −ly/(H/2)·h + 312 of the mean hit: the same two numbers as `VirakriPipeline`, but counted
/// from the screen's top-left corner, so the 312 acts in the opposite direction. The point is clamped to the screen,
/// and the last ten are averaged. The segment leads from the eye to a point 1 m in front of it, its ends are converted
/// to the phone's frame, hits on both faces of the plane count, and a frame in which one eye has no hit has no effect.
struct HeatMapPipeline: PointerPipeline, Equatable {
  struct Settings: Sendable, Equatable {
    /// W, H, metres. Published for the iPhone X: 0.0623908297 × 0.135096943231532.
    var metres: SIMD2<Double>
    /// w, h, points. Published: 375 × 812.
    var points: SIMD2<Double>
    /// Added to y, points.
    var heightCompensation = 312.0
    var plane = PlaneHit(ends: .converted, reach: 1, isOneSided: false)
    /// Number of points averaged.
    var window = 10

    init(metres: SIMD2<Double>, points: SIMD2<Double>) {
      self.metres = metres
      self.points = points
    }

    /// The settings as published for the iPhone X.
    static let iPhoneX = Settings(metres: SIMD2(0.0623908297, 0.135096943231532), points: SIMD2(375, 812))
  }

  let settings: Settings
  private var page: ArticlePage
  private var average: MovingAverage

  init(_ settings: Settings, offset: SIMD2<Double> = .zero) {
    self.settings = settings
    page = ArticlePage(height: settings.points.y, offset: offset)
    average = MovingAverage(window: settings.window)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let hits = settings.plane.hits(frame), let left = hits.left, let right = hits.right else { return page.held }
    let scaled = (left + right) / 2 / (settings.metres / 2) * settings.points
    let free = SIMD2(scaled.x, -scaled.y + settings.heightCompensation)
    let raw = SIMD2(
      min(max(free.x, 0), settings.points.x - 1), min(max(free.y, 0), settings.points.y - 1))
    return page.output(average.step(raw), raw: raw)
  }
}
