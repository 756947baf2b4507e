import GazePipeline
import GazeRecording

extension ConstantsBridge {
  /// The comparison of the apps' constants with the device in words; each element has one or two sentences.
  package var sentences: [String] {
    let (w, h) = (points.first ?? 0, points.last ?? 0)
    let (cx, cy) = (camera.first ?? 0, camera.last ?? 0)
    func mm(_ value: Double?) -> String { NumberText.fixed(value, 1) }
    let isIPhoneX = device == "iphonex"
    var sentences = [
      """
      \(name): \(NumberText.fixed(w, 0)) x \(NumberText.fixed(h, 0)) points on \(mm(screenMillimetres.first)) x \
      \(mm(screenMillimetres.last)) mm. The camera lies \(mm(cameraMillimetres.first)) mm right of the screen's left \
      edge and \(mm(cameraMillimetres.last.map(abs))) mm \((cameraMillimetres.last ?? 0) < 0 ? "above" : "below") its \
      top, so a ray through it should land at (\(NumberText.fixed(cx, 0)), \(NumberText.fixed(cy, 0))).
      """,
      "A gain of 2, lx/(W/2)·w, moves the pointer by 2 mm where the ray's hit moves by 1: right at one point at most, "
        + "and as far off again as the gaze is from there.",
      """
      312 points are \(mm(heightCompensationMillimetres)) mm on this \
      screen\(isIPhoneX ? ", for which they were made" : ""). virakri counts them up from the \
      screen's middle, as if the camera were that far above it; it lies \
      \(mm(cameraAboveMiddleMillimetres)) mm, \(NumberText.fixed(cameraAboveMiddle, 0)) points, above. \
      HeatMapEyeTracking counts them down from the top edge.
      """,
    ]
    if let prototype = rules.first(where: { $0.pipeline == "virakri" }),
      let heatMap = rules.first(where: { $0.pipeline == "heatmap" }), let a = prototype.cameraLandsAt.last,
      let b = heatMap.cameraLandsAt.last, h > 0
    {
      sentences.append(
        "So a ray through the camera lands at y = \(NumberText.fixed(a, 0)) for the one and at "
          + "\(NumberText.fixed(b, 0)) for the other: \(mm(abs(b - a) / h * (screenMillimetres.last ?? 0))) mm apart.")
    }
    sentences.append(
      """
      Without folklore: x = w/2 \(Self.signed(cameraRightOfMiddle)) + lx/W·w and \
      y = h/2 \(Self.signed(-cameraAboveMiddle)) − ly/H·h, W and H the lit panel; `gazesim calibrate` finds these \
      numbers with their uncertainty.
      """)
    return sentences
  }

  private static func signed(_ value: Double) -> String {
    (value < 0 ? "− " : "+ ") + NumberText.fixed(abs(value), 0)
  }
}
