/// The `standard` overlay: the display transform, a fitted correction where there is one, each joint smoothed, and a joint that
/// is lost held for a moment and then gone.
public struct StandardBodyPipeline: BodyPipeline, Equatable {
  /// What steers it.
  public struct Settings: Sendable, Equatable {
    /// Applied to view points after the display transform; the identity where nothing was fitted.
    public var correction = AffineMap.identity
    /// Smoothing of each joint, per view point; nil is none.
    public var smoothing: OneEuroFilter.Settings?
    /// Seconds for which a lost joint's circle stays where it was. After that it is gone.
    public var hold = 0.0
    /// Seconds after which a joint that comes back is smoothed again and not from where it was; the hold if that is longer. The
    /// default bridges three lost frames at 30 Hz and is longer than a frame's time at 10 Hz.
    public var bridge = 0.15

    /// Settings; without arguments the display transform alone.
    public init(
      correction: AffineMap = .identity, smoothing: OneEuroFilter.Settings? = nil, hold: Double = 0,
      bridge: Double = 0.15
    ) {
      self.correction = correction
      self.smoothing = smoothing
      self.hold = hold
      self.bridge = bridge
    }
  }

  /// From the image to the view.
  public let display: DisplayTransform
  /// What steers it.
  public let settings: Settings
  private let viewFromImage: AffineMap
  /// A joint each; none without smoothing.
  private var filters: [OneEuroFilter]
  private var last = BodyPoints()
  private var lastTimes = SIMD32<Double>(repeating: -.infinity)

  /// A pipeline at its start.
  public init(display: DisplayTransform, settings: Settings = Settings()) {
    self.display = display
    self.settings = settings
    let corrected = settings.correction * display.viewFromImage
    viewFromImage = corrected.isFinite ? corrected : display.viewFromImage
    filters = settings.smoothing.map { Array(repeating: OneEuroFilter($0), count: BodyJoint.count) } ?? []
  }

  /// The overlay of this frame. Time that is not finite smooths and holds nothing.
  public mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay {
    var overlay = BodyOverlay.empty
    for joint in BodyJoint.allCases {
      if skeleton.isTracked, let seen = skeleton.joints[joint] {
        overlay.circles[joint] = show(joint, viewFromImage.apply(seen), at: skeleton.time)
      } else {
        overlay.circles[joint] = held(joint, at: skeleton.time)
      }
    }
    return overlay
  }

  private mutating func show(_ joint: BodyJoint, _ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    let index = joint.rawValue
    var shown = point
    if !filters.isEmpty {
      // Not from where it was long ago.
      if !isWithin(max(settings.hold, settings.bridge), index, time) { filters[index].reset() }
      shown = filters[index].step(point, at: time)
    }
    last[joint] = shown
    lastTimes[index] = time.isFinite ? time : -.infinity
    return shown
  }

  private mutating func held(_ joint: BodyJoint, at time: Double) -> SIMD2<Double>? {
    guard settings.hold > 0, isWithin(settings.hold, joint.rawValue, time) else { return nil }
    return last[joint]
  }

  /// Was the joint seen within so many seconds? Time that runs backwards is another take.
  private func isWithin(_ seconds: Double, _ index: Int, _ time: Double) -> Bool {
    let elapsed = time - lastTimes[index]
    return elapsed >= 0 && elapsed <= seconds
  }
}
