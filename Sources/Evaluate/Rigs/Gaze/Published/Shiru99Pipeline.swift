import GazePipeline

/// The pointer of github.com/Shiru99/AR-Eye-Tracker (2023; `CustomARViewContainer.swift`, `Helper.swift`).
///
/// `lookAtPoint` in the *sensor's* frame (`camera.transform`: x down the portrait screen, y to its right), without a
/// plane: x = p.y/(W/2)·w, y = p.x/(H/2)·(h − 82), clamped to the screen without the last 82 points. There is no
/// smoothing. W and H are the panel's pixels divided by the scale, at 163 per inch for every phone: 58.4 × 126.5 mm if
/// the points are 375 × 812. (The app's two ratios for the iPhone X are 39.37, the number of inches in a metre.)
struct Shiru99Pipeline: PointerPipeline, Equatable {
  struct Settings: Sendable, Equatable {
    /// w, h, points.
    var points: SIMD2<Double>
    /// Panel pixels divided by the scale, that is the points of `nativeBounds`, which differ from w × h only on the 12
    /// and 13 mini.
    var panelPoints: SIMD2<Double>
    /// Points at the bottom that `frameSize` leaves out.
    var leftOut = 82.0
    /// Points per inch; the app's comment is "Assuming a standard PPI value".
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
    // The sensor's x axis is the portrait view's −y axis, and the sensor's y axis is the portrait view's x axis.
    let free = SIMD2(p.x, -p.y) * scale
    guard ArticlePage.isUsable(free) else { return page.held }
    let raw = SIMD2(min(max(free.x, 0), settings.frame.x), min(max(free.y, 0), settings.frame.y))
    return page.output(raw, raw: raw)
  }
}
