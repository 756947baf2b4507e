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
struct GazeCapturePipeline: PublishedPipeline {
  /// The upright device's lengths that the rule uses, millimetres.
  struct Device: Equatable {
    var cameraToScreen: Vector2
    var screen: Vector2

    /// The device of a geometry in any orientation.
    init(_ geometry: ScreenGeometry) {
      let upright = geometry.turned(to: .portrait)
      cameraToScreen = SIMD2(upright.camera.x, -upright.camera.y) * 1000
      screen = upright.metres * 1000
    }

    /// Applies the rule to a point in millimetres from the camera; the result is in millimetres on the screen.
    func cam2screen(_ camera: Vector2, _ orientation: ScreenOrientation) -> Vector2 {
      let (d, s) = (cameraToScreen, screen)
      return switch orientation {
      case .portrait: SIMD2(camera.x + d.x, -camera.y - d.y)
      case .portraitUpsideDown: SIMD2(camera.x - d.x + s.x, -camera.y + d.y + s.y)
      case .landscapeRight: SIMD2(camera.x - d.y, -camera.y - d.x + s.x)
      case .landscapeLeft: SIMD2(camera.x + d.y + s.y, -camera.y + d.x)
      }
    }
  }

  struct Settings: PublishedSettings {
    /// Geometry with the points and the orientation of the interface.
    var geometry: ScreenGeometry
    var plane = PlaneHit(ends: .converted)
    var points: Vector2 { geometry.points }
  }

  let settings: Settings
  var page = ArticlePage()
  private let device: Device

  init(_ settings: Settings) {
    self.settings = settings
    device = Device(settings.geometry)
  }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    guard let hits = settings.plane.hits(frame), let left = hits.left, let right = hits.right else { return nil }
    let geometry = settings.geometry
    let camera = geometry.orientation.interface(fromPortrait: (left + right) / 2) * 1000
    let raw = device.cam2screen(camera, geometry.orientation) / 1000 * geometry.pointsPerMetre
    return ArticlePage.isUsable(raw) ? (raw, raw) : nil
  }
}

/// The calibration of `MoawinbergPipeline`: a scale and a shift for each axis from fixations on four corners and the
/// centre.
///
/// scale = distance between the targets / mean distance between the pointers on these targets, over both rows (x) and
/// both columns (y); shift = mean over the five targets of target − scale · pointer. Distances are absolute values, so
/// the scale does not correct a pointer that moves in the wrong direction.
struct FivePointMap: Equatable {
  var scale: Vector2
  var shift: Vector2

  /// The calibrated point.
  func apply(_ point: Vector2) -> Vector2 { point * scale + shift }
}

extension FivePointMap {
  /// Creates the map from the targets and the uncalibrated pointer on each target, which is the mean of the fixation's
  /// settled samples; nil without four corners, or if the pointers coincide. (The app uses a single sample, the first
  /// at which the pointer moves by less than 0.01 point; a simulated pointer is never so still.)
  init?(_ pairs: [(target: Vector2, pointer: Vector2)]) {
    let xs = pairs.map(\.target.x)
    let ys = pairs.map(\.target.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(), left < right,
      top < bottom
    else { return nil }
    func pointer(_ x: Double, _ y: Double) -> Vector2? { pairs.first { $0.target == SIMD2(x, y) }?.pointer }
    guard let topLeft = pointer(left, top), let topRight = pointer(right, top), let bottomLeft = pointer(left, bottom),
      let bottomRight = pointer(right, bottom)
    else { return nil }
    let seen =
      SIMD2(
        abs(bottomRight.x - bottomLeft.x) + abs(topRight.x - topLeft.x),
        abs(topLeft.y - bottomLeft.y) + abs(topRight.y - bottomRight.y)) / 2
    let scale = SIMD2(right - left, bottom - top) / seen
    let shift = pairs.map { $0.target - $0.pointer * scale }.reduce(.zero, +) / Double(pairs.count)
    guard scale.isFinite, shift.isFinite else { return nil }
    self.init(scale: scale, shift: shift)
  }
}
