import GazePipeline

/// Intersection of an eye's segment with the 1 × 1 m plane that several apps put at the camera, in metres in the plane.
///
/// The apps build the segment from the eye's centre and a node `reach` metres out along the eye's z, and pass it to
/// SceneKit's `hitTestWithSegment`. According to the function's documentation, the segment's ends are local
/// coordinates.
struct PlaneHit: Equatable {
  /// Coordinates of the segment's ends: world points used as if they were local, or points that the camera's pose has
  /// converted first.
  var ends: Article2021GazePipeline.Hit
  /// Length of the segment, metres.
  var reach = 2.0
  /// True if the segment must come from the plane's front (+z). SceneKit culls back faces by default; it is unknown if
  /// a double-sided material changes that.
  var isOneSided = true

  /// The hit of each eye, nil for an eye that misses the plane; the result is nil if a matrix is not a rigid transform.
  func hits(_ frame: FaceFrame) -> (left: Vector2?, right: Vector2?)? {
    guard let camera = RigidTransform(frame.camera), let face = RigidTransform(frame.face),
      let left = RigidTransform(frame.leftEye), let right = RigidTransform(frame.rightEye)
    else { return nil }
    let localFromFace = ends == .converted ? camera.inverse * face : face
    return (hit(localFromFace * left), hit(localFromFace * right))
  }

  private func hit(_ eye: RigidTransform) -> Vector2? {
    let (near, far) = (eye.translation, eye.apply(SIMD3(0, 0, reach)))
    let fromFront = far.z > 0 && near.z <= 0
    guard fromFront || (!isOneSided && far.z <= 0 && near.z > 0) else { return nil }
    let hit = far + (near - far) * (far.z / (far.z - near.z))
    let point = SIMD2(hit.x, hit.y)
    return point.isFinite && abs(point.x) <= 0.5 && abs(point.y) <= 0.5 ? point : nil
  }
}

/// Settings of `VirakriPipeline` and `HeatMapPipeline`.
struct PlaneSettings: PublishedSettings {
  /// W, H, metres. Published for the iPhone X: 0.0623908297 × 0.135096943231532.
  var metres: Vector2
  /// w, h, points. Published: 375 × 812.
  var points: Vector2
  /// "heightCompensation", added to y, points.
  var heightCompensation = 312.0
  var plane: PlaneHit
  /// Number of points averaged.
  var window = 10

  /// The settings as published for the iPhone X.
  static func iPhoneX(_ plane: PlaneHit) -> Self {
    Self(metres: SIMD2(0.0623908297, 0.135096943231532), points: SIMD2(375, 812), plane: plane)
  }
}

/// The pointer of github.com/virakri/eye-tracking-ios-prototype (2018; `ViewController.swift`), the origin of the gain
/// of 2 and the 312 points.
///
/// An eye's hit (lx, ly) becomes (lx/(W/2)·w, ly/(H/2)·h + 312); the two eyes are averaged, y is negated, and the mean
/// of the last ten is added to the screen's centre. An eye that misses the plane counts as (0, 0), *without* the 312.
/// The segment leads from a point 2 m in front of the eye to the eye. Its ends are world points that are passed to a
/// function that expects local points according to its documentation: `Hit.worldTakenAsLocal` (documented, not observed
/// on a phone).
struct VirakriPipeline: PublishedPipeline {
  let settings: PlaneSettings
  var page = ArticlePage()
  private var average: MovingAverage

  init(_ settings: PlaneSettings) {
    self.settings = settings
    average = MovingAverage(window: settings.window)
  }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    guard let hits = settings.plane.hits(frame) else { return nil }
    let sum = lookAt(hits.left) + lookAt(hits.right)
    let raw = settings.points / 2 + SIMD2(sum.x, -sum.y) / 2
    return (average.step(raw), raw)
  }

  private func lookAt(_ hit: Vector2?) -> Vector2 {
    guard let hit else { return .zero }
    return hit / (settings.metres / 2) * settings.points + SIMD2(0, settings.heightCompensation)
  }
}

/// The live pointer of github.com/kyle-fox/ios-eye-tracking (2020; `EyeTracking.swift`, `LowPassFilter.swift`),
/// portrait.
///
/// `ARCamera.projectPoint` maps `lookAtPoint` in the world to (u, v); the pointer is (w − u, h − v), smoothed by adding
/// 0.85 of the old value and 0.15 of the new one, beginning with the first value. With P in the portrait view's frame,
/// f the focal length in points and the principal point in the middle: u = w/2 − f·X/Z, v = h/2 + f·Y/Z. The two
/// reversals of sign are right for a point *behind* the camera (Z > 0). At Z = 0, where the gaze of a person who looks
/// at the phone ends, the projection is not defined.
///
/// A recorded frame does not contain the camera's intrinsics, so f is an assumption. An earlier version of the app used
/// (w/2 − u, 1.25·h − v) and began its smoothing at 0.
struct KyleFoxPipeline: PublishedPipeline {
  struct Settings: PublishedSettings {
    /// w, h, points.
    var points: Vector2
    /// Focal length as a share of the image's long side, 1440 pixels; the value gives a field of view of 53° by 41° and
    /// is assumed.
    var focalShare = 1.0
    /// Factor by which the length of `lookAtPoint` is multiplied, since it is unknown at which distance ARKit places
    /// that point.
    var focusScale = 1.0
    /// Share of the old value in the smoothed pointer.
    var filterValue = 0.85

    /// Points per unit of slope: the 1080 × 1440 image (upright) fills the viewport.
    var focalLength: Double {
      let (short, long) = (1080.0, 1440.0)
      let image = points.x > points.y ? SIMD2(long, short) : SIMD2(short, long)
      return (points / image).max() * long * focalShare
    }
  }

  let settings: Settings
  var page = ArticlePage()
  private let focalLength: Double
  private var smooth: Vector2?

  init(_ settings: Settings) {
    self.settings = settings
    focalLength = settings.focalLength
  }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    guard let cameraFromFace = frame.cameraFromFace else { return nil }
    let p = cameraFromFace.apply(SIMD3<Double>(frame.lookAt) * settings.focusScale)
    // w − u and h − v.
    let raw = settings.points / 2 + SIMD2(p.x, -p.y) / p.z * focalLength
    guard ArticlePage.isUsable(raw) else { return nil }
    let now = smooth.map { settings.filterValue * $0 + (1 - settings.filterValue) * raw } ?? raw
    smooth = now
    return (now, raw)
  }
}

/// The pointer of github.com/andrewzimmer906/HeatMapEyeTracking (2018; `ViewController.swift`), whose comment says that
/// its constant 312 comes from virakri's prototype and is "presumably to adjust for the extrinsics".
///
/// x = lx/(W/2)·w and y = −ly/(H/2)·h + 312 of the mean hit: the same two numbers as `VirakriPipeline`, but counted
/// from the screen's top-left corner, so the 312 acts in the opposite direction. The point is clamped to the screen,
/// and the last ten are averaged. The segment leads from the eye to a point 1 m in front of it, its ends are converted
/// to the phone's frame, hits on both faces of the plane count, and a frame in which one eye has no hit has no effect.
struct HeatMapPipeline: PublishedPipeline {
  static let plane = PlaneHit(ends: .converted, reach: 1, isOneSided: false)
  let settings: PlaneSettings
  var page = ArticlePage()
  private var average: MovingAverage

  init(_ settings: PlaneSettings) {
    self.settings = settings
    average = MovingAverage(window: settings.window)
  }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    guard let hits = settings.plane.hits(frame), let left = hits.left, let right = hits.right else { return nil }
    let scaled = (left + right) / 2 / (settings.metres / 2) * settings.points
    let free = SIMD2(scaled.x, -scaled.y + settings.heightCompensation)
    let raw = SIMD2(
      min(max(free.x, 0), settings.points.x - 1), min(max(free.y, 0), settings.points.y - 1))
    return (average.step(raw), raw)
  }
}

/// The pointer of github.com/Shiru99/AR-Eye-Tracker (2023; `CustomARViewContainer.swift`, `Helper.swift`).
///
/// `lookAtPoint` in the *sensor's* frame (`camera.transform`: x down the portrait screen, y to its right), without a
/// plane: x = p.y/(W/2)·w, y = p.x/(H/2)·(h − 82), clamped to the screen without the last 82 points. There is no
/// smoothing. W and H are the panel's pixels divided by the scale, at 163 per inch for every phone: 58.4 × 126.5 mm if
/// the points are 375 × 812. (The app's two ratios for the iPhone X are 39.37, the number of inches in a metre.)
struct Shiru99Pipeline: PublishedPipeline {
  struct Settings: PublishedSettings {
    /// w, h, points.
    var points: Vector2
    /// Panel pixels divided by the scale, that is the points of `nativeBounds`, which differ from w × h only on the 12
    /// and 13 mini.
    var panelPoints: Vector2
    /// Points at the bottom that `frameSize` leaves out.
    var leftOut = 82.0
    /// Points per inch; the app's comment is "Assuming a standard PPI value".
    var pointsPerInch = 163.0

    /// W, H, metres.
    var metres: Vector2 {
      panelPoints / pointsPerInch
        / SIMD2(1125.0 / 458 / 0.0623908297, 2436.0 / 458 / 0.135096943231532)
    }
    /// The part of the screen that the pointer can reach.
    var frame: Vector2 { SIMD2(points.x, points.y - leftOut) }
  }

  let settings: Settings
  var page = ArticlePage()
  private let scale: Vector2

  init(_ settings: Settings) {
    self.settings = settings
    scale = settings.frame / (settings.metres / 2)
  }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    guard let cameraFromFace = frame.cameraFromFace else { return nil }
    let p = cameraFromFace.apply(SIMD3<Double>(frame.lookAt))
    // The sensor's x axis is the portrait view's −y axis, and the sensor's y axis is the portrait view's x axis.
    let free = SIMD2(p.x, -p.y) * scale
    guard ArticlePage.isUsable(free) else { return nil }
    let raw = SIMD2(min(max(free.x, 0), settings.frame.x), min(max(free.y, 0), settings.frame.y))
    return (raw, raw)
  }
}
