import GazePipeline

/// The pointer of github.com/ukitomato/EyeTrackKit (2020–21; `EyeTrack.swift`, `Model/Eye.swift`,
/// `Model/Device.swift`).
///
/// An eye's hit becomes (lx/(W/2)·w + cx, ly/(H/2)·h + cy); an eye whose ray misses the plane keeps its last point,
/// which is (0, 0) initially. The two points are averaged, y is negated, and the mean of the last N (1) is added to the
/// screen's centre. The pointer is held while the left eye's `eyeBlink` is above 1, which never happens. W and H in the
/// kit's device table are the size of the device's *body*. World points are used as if they were local points, as in
/// `VirakriPipeline`.
struct EyeTrackKitPipeline: PublishedPipeline {
  struct Settings: PublishedSettings {
    /// W, H, metres.
    var metres: Vector2
    /// w, h, points.
    var points: Vector2
    /// "compensation" (cx, cy), points.
    var compensation: Vector2
    var plane: PlaneHit
    /// Number of points averaged ("smoothingRange").
    var window = 1
    /// "blinkThreshold".
    var blinkThreshold: Float = 1

    /// Settings from the kit's table for iPhone 11, iPhone 11 Pro and the 11-inch iPad Pro, upright and in landscape.
    /// An app for another device must make its own `Device`: for other devices gazesim uses the screen's size in
    /// metres, and the compensation by which the table's devices agree: the width in points on phones, half of it on
    /// iPads.
    init(
      device: String, metres: Vector2, points: Vector2, ends: Article2021GazePipeline.Hit
    ) {
      let isTablet = device.hasPrefix("ipad")
      let table: [(device: String, metres: Vector2, points: Vector2)] = [
        ("iphone11", SIMD2(0.0757, 0.1509), SIMD2(414, 896)), ("iphone11pro", SIMD2(0.0714, 0.1440), SIMD2(375, 812)),
        ("ipadpro11", SIMD2(0.1785, 0.2476), SIMD2(834, 1194)), ("ipadpro11", SIMD2(0.2476, 0.1785), SIMD2(1194, 834)),
      ]
      let known = table.first {
        ($0.device == device || (isTablet && device.hasPrefix($0.device))) && $0.points == points
      }
      let constant = points.min() / (isTablet ? 2 : 1)
      (self.metres, self.points) = (known?.metres ?? metres, points)
      compensation = points.x > points.y ? SIMD2(constant, 0) : SIMD2(0, constant)
      plane = PlaneHit(ends: ends)
    }
  }

  let settings: Settings
  var page = ArticlePage()
  private var average: MovingAverage
  private var left = Vector2.zero
  private var right = Vector2.zero

  init(_ settings: Settings) {
    self.settings = settings
    average = MovingAverage(window: settings.window)
  }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    // The condition is written so that NaN does not count as a blink, as in the app.
    guard !(frame.blink.x > settings.blinkThreshold), let hits = settings.plane.hits(frame) else { return nil }
    if let hit = hits.left { left = lookAt(hit) }
    if let hit = hits.right { right = lookAt(hit) }
    let sum = left + right
    let raw = settings.points / 2 + SIMD2(sum.x, -sum.y) / 2
    return (average.step(raw), raw)
  }

  private func lookAt(_ hit: Vector2) -> Vector2 {
    hit / (settings.metres / 2) * settings.points + settings.compensation
  }
}

extension RigidTransform {
  /// Intersection of a frame's +z axis, or of another direction, with the camera's plane; the intersection may be
  /// behind the frame, which the apps do not check.
  func planeHit(along direction: SIMD3<Double>? = nil) -> Vector2 {
    let (origin, direction) = (translation, direction ?? rotation.z)
    let hit = origin - direction * (origin.z / direction.z)
    return SIMD2(hit.x, hit.y)
  }
}

extension Vector2 {
  /// The point of a screen of this size at a share of it from its centre, x right, y up.
  func place(ofShare share: Vector2) -> Vector2 { SIMD2(0.5 + share.x, 0.5 - share.y) * self }
}
