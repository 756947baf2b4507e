import GazePipeline

/// The pointer of github.com/moawinberg/eye-tracking (2021; `GazePointViewController.swift`,
/// `CalibrationViewController.swift`).
///
/// Each eye's ray meets the camera's plane z = 0. Then the change since the last frame of the hit of the face's +z axis
/// is added (the code's comment is "remove movement of head", but the sign adds the movement; in the first frame the
/// whole hit is added). The metres are used as shares of the screen from its centre: x = (hx + ½)·w, y = (½ − hy)·h.
/// The two eyes are averaged. With a calibration, `FivePointMap` maps the mean of the last 30 points, and the result is
/// rounded to 0.01 point; without a calibration, nothing is smoothed.
///
/// The repository's versions differ: their windows are 10, 30 or 40 points, and some multiply the metres by (10, 5); a
/// mean of 25 points is also reported. The window and the factors are settings. Without a calibration the pointer can
/// hardly leave the screen's middle, because the screen is assumed to be 1 × 1 m.
struct MoawinbergPipeline: PointerPipeline, Equatable {
  struct Settings: Sendable, Equatable {
    /// w, h, points.
    var points: SIMD2<Double>
    /// Screens per metre along x and y.
    var scale = SIMD2<Double>(1, 1)
    /// Number of points averaged if there is a calibration.
    var window = 30
    /// True if the movement of the head's hit is added.
    var addsHeadMovement = true
    /// The person's calibration.
    var map: FivePointMap?

    init(points: SIMD2<Double>, map: FivePointMap? = nil) {
      self.points = points
      self.map = map
    }
  }

  let settings: Settings
  private var page: ArticlePage
  private var average: MovingAverage
  private var head = SIMD2<Double>.zero

  init(_ settings: Settings, offset: SIMD2<Double> = .zero) {
    self.settings = settings
    page = ArticlePage(height: settings.points.y, offset: offset)
    average = MovingAverage(window: settings.window)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let cameraFromFace = frame.cameraFromFace, let left = RigidTransform(frame.leftEye),
      let right = RigidTransform(frame.rightEye)
    else { return page.held }
    let (now, before) = (Self.hit(cameraFromFace), head)
    let eyes = (Self.hit(cameraFromFace * left) + Self.hit(cameraFromFace * right)) / 2
    let moved = settings.addsHeadMovement ? now - before : .zero
    let share = (eyes + moved) * settings.scale
    let screen = SIMD2(0.5 + share.x, 0.5 - share.y) * settings.points
    guard ArticlePage.isUsable(screen), ArticlePage.isUsable(now) else { return page.held }
    head = now
    guard let map = settings.map else { return page.output(screen, raw: screen) }
    let raw = map.apply(screen)
    let mean = map.apply(average.step(screen))
    return page.output((mean * 100).rounded(.toNearestOrAwayFromZero) / 100, raw: raw)
  }

  /// Intersection of a frame's +z axis with the camera's plane; the intersection may be behind the frame, which the app
  /// does not check.
  private static func hit(_ pose: RigidTransform) -> SIMD2<Double> {
    let (origin, direction) = (pose.translation, pose.rotation.z)
    let hit = origin - direction * (origin.z / direction.z)
    return SIMD2(hit.x, hit.y)
  }
}
