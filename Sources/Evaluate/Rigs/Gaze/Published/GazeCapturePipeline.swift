import GazePipeline

/// GazeCapture's `cam2screen` (github.com/CSAILVision/GazeCapture, `code/cam2screen.m`; Krafka et al. 2016), applied to
/// the eyes' hits on the camera's plane instead of a network's predictions.
///
/// The rule, where X, Y are measured from the camera, Y up, in the axes of the interface; dX, dY lead from the camera
/// to the screen's top-left corner of the upright device, dX to the right of the corner and dY below the camera; dW ×
/// dH is the upright screen:
///
///     portrait               x = X + dX        y = −Y − dY
///     upside down            x = X − dX + dW   y = −Y + dY + dH
///     landscape, home right  x = X − dY        y = −Y − dX + dW
///     landscape, home left   x = X + dY + dH   y = −Y + dX
///
/// The result is multiplied by points per millimetre. The published device table contains no phone with Face ID, so the
/// lengths are those of the device's profile. Without a hit the pointer stays where it was; nothing is smoothed.
struct GazeCapturePipeline: PointerPipeline, Equatable {
  /// The upright device's lengths that the rule uses, millimetres.
  struct Device: Sendable, Equatable {
    var cameraToScreen: SIMD2<Double>
    var screen: SIMD2<Double>

    /// The device of a geometry in any orientation.
    init(_ geometry: ScreenGeometry) {
      let upright = geometry.turned(to: .portrait)
      cameraToScreen = SIMD2(upright.camera.x, -upright.camera.y) * 1000
      screen = upright.metres * 1000
    }

    /// Applies the rule to a point in millimetres from the camera; the result is in millimetres on the screen.
    func cam2screen(_ camera: SIMD2<Double>, _ orientation: ScreenOrientation) -> SIMD2<Double> {
      let (d, s) = (cameraToScreen, screen)
      return switch orientation {
      case .portrait: SIMD2(camera.x + d.x, -camera.y - d.y)
      case .portraitUpsideDown: SIMD2(camera.x - d.x + s.x, -camera.y + d.y + s.y)
      case .landscapeRight: SIMD2(camera.x - d.y, -camera.y - d.x + s.x)
      case .landscapeLeft: SIMD2(camera.x + d.y + s.y, -camera.y + d.x)
      }
    }
  }

  struct Settings: Sendable, Equatable {
    /// Geometry with the points and the orientation of the interface.
    var geometry: ScreenGeometry
    var plane = PlaneHit(ends: .converted, reach: 2, isOneSided: true)

    init(_ geometry: ScreenGeometry) { self.geometry = geometry }
  }

  let settings: Settings
  private let device: Device
  private var page: ArticlePage

  init(_ settings: Settings, offset: SIMD2<Double> = .zero) {
    self.settings = settings
    device = Device(settings.geometry)
    page = ArticlePage(height: settings.geometry.points.y, offset: offset)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let hits = settings.plane.hits(frame), let left = hits.left, let right = hits.right else { return page.held }
    let geometry = settings.geometry
    let camera = geometry.orientation.interface(fromPortrait: (left + right) / 2) * 1000
    let raw = device.cam2screen(camera, geometry.orientation) / 1000 * geometry.pointsPerMetre
    guard ArticlePage.isUsable(raw) else { return page.held }
    return page.output(raw, raw: raw)
  }
}
