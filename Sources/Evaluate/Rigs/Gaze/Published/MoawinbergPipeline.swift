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
struct MoawinbergPipeline: PublishedPipeline {
  struct Settings: PublishedSettings {
    /// w, h, points.
    var points: Vector2
    /// Screens per metre along x and y.
    var scale = Vector2(1, 1)
    /// Number of points averaged if there is a calibration.
    var window = 30
    /// True if the movement of the head's hit is added.
    var addsHeadMovement = true
    /// The person's calibration.
    var map: FivePointMap?
  }

  let settings: Settings
  var page = ArticlePage()
  private var average: MovingAverage
  private var head = Vector2.zero

  init(_ settings: Settings) {
    self.settings = settings
    average = MovingAverage(window: settings.window)
  }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    guard let cameraFromFace = frame.cameraFromFace, let left = RigidTransform(frame.leftEye),
      let right = RigidTransform(frame.rightEye)
    else { return nil }
    let (now, before) = (cameraFromFace.planeHit(), head)
    let eyes = ((cameraFromFace * left).planeHit() + (cameraFromFace * right).planeHit()) / 2
    let moved = settings.addsHeadMovement ? now - before : .zero
    let screen = settings.points.place(ofShare: (eyes + moved) * settings.scale)
    guard ArticlePage.isUsable(screen), ArticlePage.isUsable(now) else { return nil }
    head = now
    guard let map = settings.map else { return (screen, screen) }
    let raw = map.apply(screen)
    let mean = map.apply(average.step(screen))
    return ((mean * 100).rounded(.toNearestOrAwayFromZero) / 100, raw)
  }
}
