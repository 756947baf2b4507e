package import GazePipeline
package import GazeRecording
import GazeSimulation

/// What the constants that apps ship, such as a gain of 2 and 312 points, are in metres on a device.
///
/// Before its smoothing such a rule is x = ox + ax·lx, y = oy − ay·ly, with (lx, ly) the hit in the camera's frame, metres.
/// That is exactly what `ScreenGeometry` makes of a screen of (w/ax, h/ay) metres with its camera at (ox/ax, oy/ay) from the
/// corner. So each app's constants are a screen and a camera that it believes in, to be held against the true ones.
package struct ConstantsBridge: Sendable, Equatable, Codable {
  /// One pipeline's constants.
  package struct Rule: Sendable, Equatable, Codable {
    /// The pipeline's name.
    package var pipeline: String
    /// `hit`: what it maps is where the ray meets the camera's plane; `lookAt`: ARKit's lookAtPoint, which need not lie there.
    package var maps: String
    /// Millimetres that the pointer moves for one of the hit, (x, y); 1 is right.
    package var gain: [Double]
    /// Where a ray through the camera puts the pointer, points.
    package var cameraLandsAt: [Double]
    /// How far that is from the camera's own place, millimetres on the screen.
    package var offByMillimetres: Double
    /// Width and height of the screen that the rule takes, millimetres.
    package var screenMillimetres: [Double]
    /// The camera that it takes, from that screen's top-left corner, x right, y down, millimetres.
    package var cameraMillimetres: [Double]
    /// The one gaze point that it gets right, points; null along an axis whose gain is 1.
    package var exactAt: [Double?]

    /// As a geometry that a calibration can go on from.
    package func geometry(points: SIMD2<Double>) -> ScreenGeometry {
      func pair(_ v: [Double]) -> SIMD2<Double> { SIMD2(v.first ?? 0, v.last ?? 0) / 1000 }
      return ScreenGeometry(points: points, metres: pair(screenMillimetres), camera: pair(cameraMillimetres))
    }
  }

  /// The device.
  package var device: String
  /// Its name.
  package var name: String
  /// Screen in points, upright.
  package var points: [Double]
  /// The same in millimetres.
  package var screenMillimetres: [Double]
  /// The camera from the screen's top-left corner, x right, y down, millimetres.
  package var cameraMillimetres: [Double]
  /// Where a ray through the camera should land, points.
  package var camera: [Double]
  /// What 312 points are on this screen, millimetres.
  package var heightCompensationMillimetres: Double
  /// The camera above the screen's middle, millimetres: what 312 points stand for in virakri's rule.
  package var cameraAboveMiddleMillimetres: Double
  /// The same in points: gain 1 with this offset, and `cameraRightOfMiddle`, is the rule without folklore.
  package var cameraAboveMiddle: Double
  /// The camera right of the screen's middle, points.
  package var cameraRightOfMiddle: Double
  /// The pipelines whose rule is of this form.
  package var rules: [Rule]

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
        // Right where o + a·l = p of the true hit l = (p − c)/ppm, that is at p = (o − g·c)/(1 − g).
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

  private static func list(_ v: SIMD2<Double>) -> [Double] { [v.x, v.y] }
}
