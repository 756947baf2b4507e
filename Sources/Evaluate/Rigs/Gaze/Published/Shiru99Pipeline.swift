import GazePipeline

/// The pointer of github.com/Shiru99/AR-Eye-Tracker (2023; `CustomARViewContainer.swift`, `Helper.swift`).
///
/// `lookAtPoint` in the *sensor's* frame (`camera.transform`: x down the portrait screen, y to its right), without a
/// plane: x = p.y/(W/2)·w, y = p.x/(H/2)·(h − 82), clamped to the screen less 82 points. No smoothing. W and H are the
/// panel's pixels over the scale at 163 per inch, whatever the phone: 58.4 × 126.5 mm if the points are 375 × 812. (Its
/// two ratios of the iPhone X are 39.37, the inches in a metre.)
struct Shiru99Pipeline: PointerPipeline, Equatable {
  struct Settings: Sendable, Equatable {
    /// w, h, points.
    var points: SIMD2<Double>
    /// Panel pixels over scale: the points of `nativeBounds`, which differ from w × h only on the 12 and 13 mini.
    var panelPoints: SIMD2<Double>
    /// Points at the bottom that `frameSize` leaves out.
    var leftOut = 82.0
    /// "Assuming a standard PPI value", per scale.
    var pointsPerInch = 163.0

    init(points: SIMD2<Double>, panelPoints: SIMD2<Double>) {
      self.points = points
      self.panelPoints = panelPoints
    }

    /// W, H, metres.
    var metres: SIMD2<Double> {
      panelPoints / pointsPerInch
        / SIMD2(1125.0 / 458 / 0.0623908297, 2436.0 / 458 / 0.135096943231532)
    }
    /// The part of the screen that the pointer can reach.
    var frame: SIMD2<Double> { SIMD2(points.x, points.y - leftOut) }
  }

  let settings: Settings
  private let scale: SIMD2<Double>
  private var page: ArticlePage

  init(_ settings: Settings, offset: SIMD2<Double> = .zero) {
    self.settings = settings
    scale = settings.frame / (settings.metres / 2)
    page = ArticlePage(height: settings.points.y, offset: offset)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let cameraFromFace = frame.cameraFromFace else { return page.held }
    let p = cameraFromFace.apply(SIMD3(Double(frame.lookAt.x), Double(frame.lookAt.y), Double(frame.lookAt.z)))
    // Sensor x is the portrait view's −y, sensor y its x.
    let free = SIMD2(p.x, -p.y) * scale
    guard ArticlePage.isUsable(free) else { return page.held }
    let raw = SIMD2(min(max(free.x, 0), settings.frame.x), min(max(free.y, 0), settings.frame.y))
    return page.output(raw, raw: raw)
  }
}
