import GazePipeline

/// The head pointer of github.com/eBay/HeadGazeLib (2018; `UIHeadGazeView.swift`).
///
/// A ray along the face's +z axis, turned 10° down about the face's x axis, leads from the face's origin to the
/// camera's plane, z = 0. The smoothed hit in metres, times 4, is used as a share of the screen from its centre: x =
/// (4·hx + ½)·w, y = (½ − 4·hy)·h. The smoothing is a running mean over the first 11 frames, then the sum of 0.9 of the
/// old value and 0.1 of the new one. Users of this library point with the head, so the eyes are ignored.
struct HeadGazeLibPipeline: PublishedPipeline {
  struct Settings: PublishedSettings {
    /// w, h, points.
    var points: Vector2
    /// Angle by which the nose's direction is turned down, radians.
    var down = 10.0.radians
    /// "worldToSKSceneScale", screens per metre.
    var scale = 4.0
    /// "smoothness" and "maxCumulativeCount".
    var smoothness = 9.0
    var maximumCount = 10
  }

  let settings: Settings
  var page = ArticlePage()
  private var mean = Vector2.zero
  private var count = 0

  init(_ settings: Settings) { self.settings = settings }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    guard let cameraFromFace = frame.cameraFromFace else { return nil }
    // The third column of Rx(10°).
    let nose = SIMD3(0, -Elementary.sin(settings.down), Elementary.cos(settings.down))
    let hit = cameraFromFace.planeHit(along: cameraFromFace.apply(direction: nose))
    let raw = settings.points.place(ofShare: hit * settings.scale)
    guard ArticlePage.isUsable(raw) else { return nil }
    return (settings.points.place(ofShare: smoothed(hit) * settings.scale), raw)
  }

  private mutating func smoothed(_ hit: Vector2) -> Vector2 {
    if count <= settings.maximumCount {
      mean = (mean * Double(count) + hit) / Double(count + 1)
      count += 1
    } else {
      let all = Double(settings.maximumCount)
      mean = (settings.smoothness * mean + (all - settings.smoothness) * hit) / all
    }
    return mean
  }
}
