import GazePipeline

/// The pointer of github.com/ukitomato/EyeTrackKit (2020–21; `EyeTrack.swift`, `Model/Eye.swift`,
/// `Model/Device.swift`).
///
/// An eye's hit becomes (lx/(W/2)·w + cx, ly/(H/2)·h + cy); an eye whose ray misses the plane keeps its last point,
/// which is (0, 0) initially. The two points are averaged, y is negated, and the mean of the last N (1) is added to the
/// screen's centre. The pointer is held while the left eye's `eyeBlink` is above 1, which never happens. W and H in the
/// kit's device table are the size of the device's *body*. World points are used as if they were local points, as in
/// `VirakriPipeline`.
struct EyeTrackKitPipeline: PointerPipeline, Equatable {
  struct Settings: Sendable, Equatable {
    /// W, H, metres.
    var metres: SIMD2<Double>
    /// w, h, points.
    var points: SIMD2<Double>
    /// "compensation" (cx, cy), points.
    var compensation: SIMD2<Double>
    var plane: PlaneHit
    /// Number of points averaged ("smoothingRange").
    var window = 1
    /// "blinkThreshold".
    var blinkThreshold: Float = 1

    init(
      metres: SIMD2<Double>, points: SIMD2<Double>, compensation: SIMD2<Double>,
      ends: Article2021GazePipeline.Hit = .worldTakenAsLocal
    ) {
      self.metres = metres
      self.points = points
      self.compensation = compensation
      plane = PlaneHit(ends: ends, reach: 2, isOneSided: true)
    }

    /// Settings from the kit's table for iPhone 11, iPhone 11 Pro and the 11-inch iPad Pro, upright and in landscape.
    /// An app for another device must make its own `Device`: for other devices gazesim uses the screen's size in
    /// metres, and the compensation by which the table's devices agree: the width in points on phones, half of it on
    /// iPads.
    init(
      device: String, metres: SIMD2<Double>, points: SIMD2<Double>,
      ends: Article2021GazePipeline.Hit = .worldTakenAsLocal
    ) {
      let isTablet = device.hasPrefix("ipad")
      let table: [(device: String, metres: SIMD2<Double>, points: SIMD2<Double>)] = [
        ("iphone11", SIMD2(0.0757, 0.1509), SIMD2(414, 896)), ("iphone11pro", SIMD2(0.0714, 0.1440), SIMD2(375, 812)),
        ("ipadpro11", SIMD2(0.1785, 0.2476), SIMD2(834, 1194)), ("ipadpro11", SIMD2(0.2476, 0.1785), SIMD2(1194, 834)),
      ]
      let known = table.first {
        ($0.device == device || (isTablet && device.hasPrefix($0.device))) && $0.points == points
      }
      let constant = points.min() / (isTablet ? 2 : 1)
      self.init(
        metres: known?.metres ?? metres, points: points,
        compensation: points.x > points.y ? SIMD2(constant, 0) : SIMD2(0, constant), ends: ends)
    }
  }

  let settings: Settings
  private var page: ArticlePage
  private var average: MovingAverage
  private var left = SIMD2<Double>.zero
  private var right = SIMD2<Double>.zero

  init(_ settings: Settings, offset: SIMD2<Double> = .zero) {
    self.settings = settings
    page = ArticlePage(height: settings.points.y, offset: offset)
    average = MovingAverage(window: settings.window)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    // The condition is written so that NaN does not count as a blink, as in the app.
    guard !(frame.blink.x > settings.blinkThreshold), let hits = settings.plane.hits(frame) else { return page.held }
    if let hit = hits.left { left = lookAt(hit) }
    if let hit = hits.right { right = lookAt(hit) }
    let sum = left + right
    let raw = settings.points / 2 + SIMD2(sum.x, -sum.y) / 2
    return page.output(average.step(raw), raw: raw)
  }

  private func lookAt(_ hit: SIMD2<Double>) -> SIMD2<Double> {
    hit / (settings.metres / 2) * settings.points + settings.compensation
  }
}
