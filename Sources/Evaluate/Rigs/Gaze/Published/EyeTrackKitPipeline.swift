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

extension RigidTransform {
  /// Intersection of a frame's +z axis, or of another direction, with the camera's plane; the intersection may be behind
  /// the frame, which the apps do not check.
  fileprivate func planeHit(along direction: SIMD3<Double>? = nil) -> Vector2 {
    let (origin, direction) = (translation, direction ?? rotation.z)
    let hit = origin - direction * (origin.z / direction.z)
    return SIMD2(hit.x, hit.y)
  }
}

extension Vector2 {
  /// The point of a screen of this size at a share of it from its centre, x right, y up.
  fileprivate func place(ofShare share: Vector2) -> Vector2 { SIMD2(0.5 + share.x, 0.5 - share.y) * self }
}

/// The head pointer of github.com/eBay/HeadGazeLib (2018; `UIHeadGazeView.swift`).
///
/// A ray along the face's +z axis, turned 10° down about the face's x axis, leads from the face's origin to the
/// camera's plane, z = 0. The smoothed hit in metres, times 4, is used as a share of the screen from its centre: x =
/// (4·hx + ½)·w, y = (½ − 4·hy)·h. The smoothing is a running mean over the first 11 frames, then the sum of 0.9 of the
/// old value and 0.1 of the new one. Users of this library point with the head, so the eyes are ignored.
struct HeadGazeLibPipeline: PublishedPipeline {
  struct Settings: PublishedSettings {
    /// w, h, points.
    var points: Vector2
    /// Angle by which the nose's direction is turned down, radians.
    var down = 10.0.radians
    /// "worldToSKSceneScale", screens per metre.
    var scale = 4.0
    /// "smoothness" and "maxCumulativeCount".
    var smoothness = 9.0
    var maximumCount = 10
  }

  let settings: Settings
  var page = ArticlePage()
  private var mean = Vector2.zero
  private var count = 0

  init(_ settings: Settings) { self.settings = settings }

  mutating func points(_ frame: FaceFrame) -> PublishedPoints? {
    guard let cameraFromFace = frame.cameraFromFace else { return nil }
    // The third column of Rx(10°).
    let nose = SIMD3(0, -Elementary.sin(settings.down), Elementary.cos(settings.down))
    let hit = cameraFromFace.planeHit(along: cameraFromFace.apply(direction: nose))
    let raw = settings.points.place(ofShare: hit * settings.scale)
    guard ArticlePage.isUsable(raw) else { return nil }
    return (settings.points.place(ofShare: smoothed(hit) * settings.scale), raw)
  }

  private mutating func smoothed(_ hit: Vector2) -> Vector2 {
    if count <= settings.maximumCount {
      mean = (mean * Double(count) + hit) / Double(count + 1)
      count += 1
    } else {
      let all = Double(settings.maximumCount)
      mean = (settings.smoothness * mean + (all - settings.smoothness) * hit) / all
    }
    return mean
  }
}
