import GazePipeline

/// The head pointer of github.com/eBay/HeadGazeLib (2018; `UIHeadGazeView.swift`).
///
/// A ray along the face's +z axis, turned 10° down about the face's x axis, leads from the face's origin to the
/// camera's plane, z = 0. The smoothed hit in metres, times 4, is used as a share of the screen from its centre: x =
/// (4·hx + ½)·w, y = (½ − 4·hy)·h. The smoothing is a running mean over the first 11 frames, then the sum of 0.9 of the
/// old value and 0.1 of the new one. Users of this library point with the head, so the eyes are ignored.
struct HeadGazeLibPipeline: PointerPipeline, Equatable {
  struct Settings: Sendable, Equatable {
    /// w, h, points.
    var points: SIMD2<Double>
    /// Angle by which the nose's direction is turned down, radians.
    var down = 10.0.radians
    /// "worldToSKSceneScale", screens per metre.
    var scale = 4.0
    /// "smoothness" and "maxCumulativeCount".
    var smoothness = 9.0
    var maximumCount = 10

    init(points: SIMD2<Double>) { self.points = points }
  }

  let settings: Settings
  private var page: ArticlePage
  private var mean = SIMD2<Double>.zero
  private var count = 0

  init(_ settings: Settings, offset: SIMD2<Double> = .zero) {
    self.settings = settings
    page = ArticlePage(height: settings.points.y, offset: offset)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let cameraFromFace = frame.cameraFromFace else { return page.held }
    // The third column of Rx(10°).
    let nose = SIMD3(0, -Elementary.sin(settings.down), Elementary.cos(settings.down))
    let (origin, direction) = (cameraFromFace.translation, cameraFromFace.apply(direction: nose))
    let hit = origin - direction * (origin.z / direction.z)
    let raw = point(SIMD2(hit.x, hit.y))
    guard ArticlePage.isUsable(raw) else { return page.held }
    return page.output(point(smoothed(SIMD2(hit.x, hit.y))), raw: raw)
  }

  private mutating func smoothed(_ hit: SIMD2<Double>) -> SIMD2<Double> {
    if count <= settings.maximumCount {
      mean = (mean * Double(count) + hit) / Double(count + 1)
      count += 1
    } else {
      let all = Double(settings.maximumCount)
      mean = (settings.smoothness * mean + (all - settings.smoothness) * hit) / all
    }
    return mean
  }

  private func point(_ hit: SIMD2<Double>) -> SIMD2<Double> {
    let share = hit * settings.scale
    return SIMD2(0.5 + share.x, 0.5 - share.y) * settings.points
  }
}
