public import GazePipeline
public import GazeRecording

/// What the constants that apps ship, such as a gain of 2 and 312 points, are in metres on a device.
///
/// Before its smoothing such a rule is x = ox + ax·lx, y = oy − ay·ly, with (lx, ly) the hit in the camera's frame, metres.
/// That is exactly what `ScreenGeometry` makes of a screen of (w/ax, h/ay) metres with its camera at (ox/ax, oy/ay) from the
/// corner. So each app's constants are a screen and a camera that it believes in, to be held against the true ones.
public struct ConstantsBridge: Sendable, Equatable, Codable {
  /// One pipeline's constants.
  public struct Rule: Sendable, Equatable, Codable {
    /// The pipeline's name.
    public var pipeline: String
    /// `hit`: what it maps is where the ray meets the camera's plane; `lookAt`: ARKit's lookAtPoint, which need not lie there.
    public var maps: String
    /// Millimetres that the pointer moves for one of the hit, (x, y); 1 is right.
    public var gain: [Double]
    /// Where a ray through the camera puts the pointer, points.
    public var cameraLandsAt: [Double]
    /// How far that is from the camera's own place, millimetres on the screen.
    public var offByMillimetres: Double
    /// Width and height of the screen that the rule takes, millimetres.
    public var screenMillimetres: [Double]
    /// The camera that it takes, from that screen's top-left corner, x right, y down, millimetres.
    public var cameraMillimetres: [Double]
    /// The one gaze point that it gets right, points; null along an axis whose gain is 1.
    public var exactAt: [Double?]

    /// As a geometry that a calibration can go on from.
    public func geometry(points: SIMD2<Double>) -> ScreenGeometry {
      func pair(_ v: [Double]) -> SIMD2<Double> { SIMD2(v.first ?? 0, v.last ?? 0) / 1000 }
      return ScreenGeometry(points: points, metres: pair(screenMillimetres), camera: pair(cameraMillimetres))
    }
  }

  /// The device.
  public var device: String
  /// Its name.
  public var name: String
  /// Screen in points, upright.
  public var points: [Double]
  /// The same in millimetres.
  public var screenMillimetres: [Double]
  /// The camera from the screen's top-left corner, x right, y down, millimetres.
  public var cameraMillimetres: [Double]
  /// Where a ray through the camera should land, points.
  public var camera: [Double]
  /// What 312 points are on this screen, millimetres.
  public var heightCompensationMillimetres: Double
  /// The camera above the screen's middle, millimetres: what 312 points stand for in virakri's rule.
  public var cameraAboveMiddleMillimetres: Double
  /// The same in points: gain 1 with this offset, and `cameraRightOfMiddle`, is the rule without folklore.
  public var cameraAboveMiddle: Double
  /// The camera right of the screen's middle, points.
  public var cameraRightOfMiddle: Double
  /// The pipelines whose rule is of this form.
  public var rules: [Rule]

  /// The bridge of a device, upright.
  public init(_ profile: Profile) {
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
    let setup = PipelineName.Setup(
      geometry: screen, person: .none, smoothing: .none, trigger: profile.trigger.settings, device: profile.id,
      panelPoints: profile.panelPoints)
    rules = PipelineName.allCases.compactMap { name in
      name.linearRule(setup).map { origin, slope in
        let gain = slope / ppm
        // Right where o + a·l = p of the true hit l = (p − c)/ppm, that is at p = (o − g·c)/(1 − g).
        let exact = (origin - gain * truth) / (1 - gain)
        func place(_ k: Int) -> Double? { abs(gain[k] - 1) > 0.005 ? exact[k] : nil }
        return Rule(
          pipeline: name.rawValue, maps: name == .shiru99 ? "lookAt" : "hit", gain: Self.list(gain),
          cameraLandsAt: Self.list(origin), offByMillimetres: ((origin - truth) / ppm).length * 1000,
          screenMillimetres: Self.list(screen.points / slope * 1000),
          cameraMillimetres: Self.list(origin / slope * 1000), exactAt: [place(0), place(1)])
      }
    }
  }

  private static func list(_ v: SIMD2<Double>) -> [Double] { [v.x, v.y] }
}

extension PipelineName {
  /// Where a ray through the camera lands, and points a metre of the hit; nil where the rule is of another form. A
  /// variant that is the same once the hit is right has the same rule and is left out.
  func linearRule(_ setup: Setup) -> (origin: SIMD2<Double>, slope: SIMD2<Double>)? {
    let points = setup.geometry.points
    switch self {
    case .article2021:
      let settings = Self.articleSettings(.converted, setup)
      return (settings.pointerOrigin, settings.points / settings.metres)
    case .virakri:
      let s = Self.virakriSettings(.converted, setup)
      return (s.points / 2 - SIMD2(0, s.heightCompensation), 2 * s.points / s.metres)
    case .heatmap:
      let s = Self.virakriSettings(.converted, setup)
      return (SIMD2(0, s.heightCompensation), 2 * s.points / s.metres)
    case .eyetrackkit:
      let s = EyeTrackKitPipeline.Settings(device: setup.device, metres: setup.geometry.metres, points: points)
      return (points / 2 + SIMD2(s.compensation.x, -s.compensation.y), 2 * points / s.metres)
    case .headgazelib: return (points / 2, HeadGazeLibPipeline.Settings(points: points).scale * points)
    case .shiru99:
      let s = Self.shiru99Settings(setup)
      return (.zero, s.frame / (s.metres / 2))
    case .moawinberg: return (points / 2, MoawinbergPipeline.Settings(points: points).scale * points)
    case .gazecapture, .standard:
      return (setup.geometry.camera * setup.geometry.pointsPerMetre, setup.geometry.pointsPerMetre)
    case .article2021Converted, .virakriConverted, .eyetrackkitConverted, .kylefox, .blendshapes: return nil
    }
  }
}
