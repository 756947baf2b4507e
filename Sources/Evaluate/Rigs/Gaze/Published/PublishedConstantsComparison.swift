import GazePipeline
package import GazeRecording
import GazeSimulation

/// The apps' constants, such as a gain of 2 and 312 points, converted to metres on a device.
///
/// Before smoothing, the rule of such an app is x = ox + ax·lx, y = oy − ay·ly, where (lx, ly) is the hit in the
/// camera's frame, metres. `ScreenGeometry` gives exactly this rule for a screen of (w/ax, h/ay) metres with its camera
/// at (ox/ax, oy/ay) from the corner. So each app's constants amount to an assumed screen and camera, which can be
/// compared with the true ones.
package struct PublishedConstantsComparison: Sendable, Equatable, Codable {
  /// One pipeline's constants.
  struct Rule: Sendable, Equatable, Codable {
    /// The pipeline's name.
    var pipeline: String
    /// The input of the rule: `hit`, the point where the ray meets the camera's plane, or `lookAt`, ARKit's
    /// lookAtPoint, which need not be in that plane.
    var maps: String
    /// Millimetres that the pointer moves per millimetre of the hit, (x, y); 1 is right.
    var gain: [Double]
    /// Pointer that the rule gives for a ray through the camera, points.
    var cameraLandsAt: [Double]
    /// Distance between the pointer for a ray through the camera and the camera's true position, millimetres on the
    /// screen.
    var offByMillimetres: Double
    /// Width and height of the screen that the rule assumes, millimetres.
    var screenMillimetres: [Double]
    /// Position of the camera that the rule assumes, from the top-left corner of the assumed screen, x right, y down,
    /// millimetres.
    var cameraMillimetres: [Double]
    /// The one gaze point that the rule maps correctly, points; null along an axis whose gain is 1.
    var exactAt: [Double?]

    /// The rule as a geometry, which can be the initial value of a calibration.
    func geometry(points: Vector2) -> ScreenGeometry {
      func pair(_ v: [Double]) -> Vector2 { SIMD2(v.first ?? 0, v.last ?? 0) / 1000 }
      return ScreenGeometry(points: points, metres: pair(screenMillimetres), camera: pair(cameraMillimetres))
    }
  }

  /// The device's identifier.
  var device: String
  /// The device's name.
  var name: String
  /// Screen in points, upright.
  var points: [Double]
  /// Screen in millimetres, upright.
  var screenMillimetres: [Double]
  /// The camera from the screen's top-left corner, x right, y down, millimetres.
  var cameraMillimetres: [Double]
  /// The correct pointer for a ray through the camera, points.
  var camera: [Double]
  /// Length of 312 points on this screen, millimetres.
  var heightCompensationMillimetres: Double
  /// Height of the camera above the screen's middle, millimetres: the meaning of the 312 points in virakri's rule.
  var cameraAboveMiddleMillimetres: Double
  /// The same height in points: gain 1 with this offset, and `cameraRightOfMiddle`, is the correct rule.
  var cameraAboveMiddle: Double
  /// Distance of the camera to the right of the screen's middle, points.
  var cameraRightOfMiddle: Double
  /// Rules of the pipelines that are linear in the hit.
  var rules: [Rule]

  /// The bridge of a device, upright.
  package init(_ profile: DeviceProfile) {
    let screen = profile.geometry.turned(to: .portrait)
    let ppm = screen.pointsPerMetre
    let truth = screen.camera * ppm
    device = profile.id
    name = profile.name
    points = Self.list(screen.points)
    screenMillimetres = Self.list(screen.metres * 1000)
    cameraMillimetres = Self.list(screen.camera * 1000)
    camera = Self.list(truth)
    heightCompensationMillimetres = 312 / ppm.y * 1000
    cameraAboveMiddle = screen.points.y / 2 - truth.y
    cameraAboveMiddleMillimetres = cameraAboveMiddle / ppm.y * 1000
    cameraRightOfMiddle = truth.x - screen.points.x / 2
    let setup = Setup(upright: profile)
    rules = GazeRig.pipelines.compactMap { pipeline in
      pipeline.engine.rule.map { rule in
        let (origin, slope) = rule(setup)
        let gain = slope / ppm
        // The rule gives the correct pointer where o + a·l = p for the true hit l = (p − c)/ppm, that is at p = (o −
        // g·c)/(1 − g).
        let exact = (origin - gain * truth) / (1 - gain)
        func place(_ k: Int) -> Double? { abs(gain[k] - 1) > 0.005 ? exact[k] : nil }
        return Rule(
          pipeline: pipeline.name, maps: pipeline.engine.mapsLookAt ? "lookAt" : "hit", gain: Self.list(gain),
          cameraLandsAt: Self.list(origin), offByMillimetres: ((origin - truth) / ppm).length * 1000,
          screenMillimetres: Self.list(screen.points / slope * 1000),
          cameraMillimetres: Self.list(origin / slope * 1000), exactAt: [place(0), place(1)])
      }
    }
  }

  private static func list(_ v: Vector2) -> [Double] { [v.x, v.y] }
}

extension PublishedConstantsComparison {
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
