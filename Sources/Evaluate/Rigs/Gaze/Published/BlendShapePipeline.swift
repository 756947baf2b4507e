import GazePipeline

/// A pointer from ARKit's eyeLook coefficients, which the 2021 article names as an alternative that it did not use.
///
/// x = w/2 + gx·(eyeLookOut − eyeLookIn), y = h/2 + gy·(eyeLookDown − eyeLookUp), the mean over the eyes with the right
/// eye's in and out exchanged: the left eye is at the face's +x, so its "out" is to the screen's right. There is no
/// smoothing. The head's pose is ignored, and no gain is published. The default gain takes ARKit's scale as recorded (a
/// coefficient of 1 is 0.605 rad sideways, 0.55 up or down: mean of two takes) to the screen of a person 35 cm away
/// whose head is still.
struct BlendShapePipeline: PointerPipeline, Equatable {
  struct Settings: Sendable, Equatable {
    /// w, h, points.
    var points: SIMD2<Double>
    /// Points per unit of the coefficients, (x, y).
    var gain: SIMD2<Double>

    /// Settings with the default gain for this screen.
    init(points: SIMD2<Double>, metres: SIMD2<Double>) {
      self.points = points
      gain = SIMD2(0.605, 0.55) * 0.35 * points / metres
    }
  }

  let settings: Settings
  private var page: ArticlePage

  init(_ settings: Settings, offset: SIMD2<Double> = .zero) {
    self.settings = settings
    page = ArticlePage(height: settings.points.y, offset: offset)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let shapes = frame.blendShapes else { return page.held }
    // The order of `BlendShapes.names`: down, in, out and up from 1 (left eye) and from 8 (right eye).
    func value(_ index: Int) -> Double { Double(shapes[index]) }
    let across = (value(3) - value(2) + value(9) - value(10)) / 2
    let down = (value(1) - value(4) + value(8) - value(11)) / 2
    let raw = settings.points / 2 + SIMD2(across, down) * settings.gain
    guard ArticlePage.isUsable(raw) else { return page.held }
    return page.output(raw, raw: raw)
  }
}
