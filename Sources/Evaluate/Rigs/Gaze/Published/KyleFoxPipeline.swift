import GazePipeline

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
struct KyleFoxPipeline: PointerPipeline, Equatable {
  struct Settings: Sendable, Equatable {
    /// w, h, points.
    var points: SIMD2<Double>
    /// Focal length as a share of the image's long side, 1440 pixels; the value gives a field of view of 53° by 41° and
    /// is assumed.
    var focalShare = 1.0
    /// Factor by which the length of `lookAtPoint` is multiplied, since it is unknown at which distance ARKit places
    /// that point.
    var focusScale = 1.0
    /// Share of the old value in the smoothed pointer.
    var filterValue = 0.85

    init(points: SIMD2<Double>) { self.points = points }

    /// Points per unit of slope: the 1080 × 1440 image (upright) fills the viewport.
    var focalLength: Double {
      let (short, long) = (1080.0, 1440.0)
      let image = points.x > points.y ? SIMD2(long, short) : SIMD2(short, long)
      return (points / image).max() * long * focalShare
    }
  }

  let settings: Settings
  private let focalLength: Double
  private var page: ArticlePage
  private var smooth: SIMD2<Double>?

  init(_ settings: Settings, offset: SIMD2<Double> = .zero) {
    self.settings = settings
    focalLength = settings.focalLength
    page = ArticlePage(height: settings.points.y, offset: offset)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let cameraFromFace = frame.cameraFromFace else { return page.held }
    let lookAt = SIMD3(Double(frame.lookAt.x), Double(frame.lookAt.y), Double(frame.lookAt.z))
    let p = cameraFromFace.apply(lookAt * settings.focusScale)
    // w − u and h − v.
    let raw = settings.points / 2 + SIMD2(p.x, -p.y) / p.z * focalLength
    guard ArticlePage.isUsable(raw) else { return page.held }
    let now = smooth.map { settings.filterValue * $0 + (1 - settings.filterValue) * raw } ?? raw
    smooth = now
    return page.output(now, raw: raw)
  }
}
