import GazePipeline

/// A pointer from ARKit's eyeLook coefficients, which the 2021 article names as an alternative that it did not use.
///
/// x = w/2 + gx·(eyeLookOut − eyeLookIn), y = h/2 + gy·(eyeLookDown − eyeLookUp), each difference being the mean over
/// the eyes, with "in" and "out" of the right eye exchanged: the left eye is at the face's +x, so the left eye's "out"
/// is to the screen's right. There is no smoothing. The head's pose is ignored, and no gain is published. The default
/// gain is computed for a person 35 cm from the screen whose head is still, with ARKit's scale as recorded (a
/// coefficient of 1 is 0.605 rad sideways, 0.55 rad up or down: mean of two takes).
struct BlendShapePipeline: PublishedPipeline {
  struct Settings: PublishedSettings {
    /// w, h, points.
    var points: Vector2
    /// Points per unit of the coefficients, (x, y).
    var gain: Vector2

    /// Settings with the default gain for this screen.
    init(points: Vector2, metres: Vector2) {
      self.points = points
      gain = SIMD2(0.605, 0.55) * 0.35 * points / metres
    }
  }

  let settings: Settings
  var page = ArticlePage()

  init(_ settings: Settings) { self.settings = settings }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    guard let shapes = frame.blendShapes else { return nil }
    // In `BlendShapes.names` the coefficients down, in, out and up begin at index 1 for the left eye and at index 8 for
    // the right eye.
    func value(_ index: Int) -> Double { Double(shapes[index]) }
    let across = (value(3) - value(2) + value(9) - value(10)) / 2
    let down = (value(1) - value(4) + value(8) - value(11)) / 2
    let raw = settings.points / 2 + SIMD2(across, down) * settings.gain
    return ArticlePage.isUsable(raw) ? (raw, raw) : nil
  }
}
