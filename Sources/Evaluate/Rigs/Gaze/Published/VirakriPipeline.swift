import GazePipeline

/// The pointer of github.com/virakri/eye-tracking-ios-prototype (2018; `ViewController.swift`), the origin of the gain
/// of 2 and the 312 points.
///
/// An eye's hit (lx, ly) becomes (lx/(W/2)·w, ly/(H/2)·h + 312); the two eyes are averaged, y is negated, and the mean
/// of the last ten is added to the screen's centre. An eye that misses the plane counts as (0, 0), *without* the 312.
/// The segment leads from a point 2 m in front of the eye to the eye. Its ends are world points that are passed to a
/// function that expects local points according to its documentation: `Hit.worldTakenAsLocal` (documented, not observed
/// on a phone).
struct VirakriPipeline: PointerPipeline, Equatable {
  struct Settings: Sendable, Equatable {
    /// W, H, metres. Published for the iPhone X: 0.0623908297 × 0.135096943231532.
    var metres: SIMD2<Double>
    /// w, h, points. Published: 375 × 812.
    var points: SIMD2<Double>
    /// "heightCompensation", points.
    var heightCompensation = 312.0
    var plane: PlaneHit
    /// Number of points averaged.
    var window = 10

    init(metres: SIMD2<Double>, points: SIMD2<Double>, ends: Article2021GazePipeline.Hit = .worldTakenAsLocal) {
      self.metres = metres
      self.points = points
      plane = PlaneHit(ends: ends, reach: 2, isOneSided: true)
    }

    /// The settings as published for the iPhone X.
    static func iPhoneX(_ ends: Article2021GazePipeline.Hit = .worldTakenAsLocal) -> Settings {
      Settings(metres: SIMD2(0.0623908297, 0.135096943231532), points: SIMD2(375, 812), ends: ends)
    }
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
    guard let hits = settings.plane.hits(frame) else { return page.held }
    let sum = lookAt(hits.left) + lookAt(hits.right)
    let raw = settings.points / 2 + SIMD2(sum.x, -sum.y) / 2
    return page.output(average.step(raw), raw: raw)
  }

  private func lookAt(_ hit: SIMD2<Double>?) -> SIMD2<Double> {
    guard let hit else { return .zero }
    return hit / (settings.metres / 2) * settings.points + SIMD2(0, settings.heightCompensation)
  }
}
