/// The body in one frame, in the form of `ARBody2D`.
public struct BodySkeleton: Sendable, Equatable {
  /// Seconds.
  public var time: Double
  /// False if the frame shows no body; `joints` is then meaningless.
  public var isTracked: Bool
  /// Landmarks in normalised coordinates of the camera's native landscape image: (0, 0) is its top-left corner, (1, 1)
  /// its bottom-right, and x runs along its long side, however the phone is held. Joints that are not tracked have no
  /// landmark.
  public var joints: BodyPoints

  /// Largest coordinate of a landmark that is used, as a multiple of the picture's side. ARKit gives joints slightly
  /// outside of its picture; coordinates in pixels, a likely mistake, are far larger.
  package static let largestLandmark = 10.0

  /// The joint's landmark; nil if no body is tracked, the joint is not tracked, or the landmark is beyond
  /// `largestLandmark`, where no screen shows it.
  @inline(__always)
  package func landmark(_ joint: BodyJoint) -> SIMD2<Double>? {
    guard isTracked, let landmark = joints[joint] else { return nil }
    let isNear = abs(landmark.x) <= Self.largestLandmark && abs(landmark.y) <= Self.largestLandmark
    return isNear ? landmark : nil
  }

  /// A skeleton from its parts.
  public init(time: Double, isTracked: Bool = true, joints: BodyPoints) {
    self.time = time
    self.isTracked = isTracked
    self.joints = joints
  }
}

/// Drawing over the camera's picture: a circle for each joint that has a point, in view points, origin top-left.
///
/// A new overlay is made for every frame, so the previous frame's circles disappear. A circle may lie off the screen.
public struct BodyOverlay: Sendable, Equatable {
  /// The circles' centres.
  public var circles: BodyPoints

  /// An overlay without circles.
  public static var empty: BodyOverlay { BodyOverlay(circles: BodyPoints()) }

  /// An overlay from its circles.
  public init(circles: BodyPoints) { self.circles = circles }
}

/// A pipeline from a body's skeleton to the circles drawn over the camera's picture: a value type with one mutating
/// step.
///
/// An app's own pipeline conforms to this protocol; `BodyTrial` in the module Evaluate evaluates any conforming
/// pipeline. A step must not allocate and must not trap on any skeleton. A step cannot return a non-finite number,
/// because its result type, `BodyOverlay`, excludes them.
public protocol BodyPipeline: Sendable {
  /// Processes a skeleton, which may contain any values.
  mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay
}

/// The pipeline `standard` for the body overlay: the display transform, a fitted correction if there is one, smoothing
/// of each joint, and a short hold for a lost joint.
public struct StandardBodyPipeline: BodyPipeline, Equatable {
  /// Parameters of the overlay.
  public struct Settings: Sendable, Equatable {
    /// Correction applied to view points after the display transform; the identity if none was fitted.
    public var correction = AffineMap.identity
    /// Smoothing of each joint, in view points; nil for none.
    public var smoothing: OneEuroFilter.Settings?
    /// Time for which the circle of a lost joint stays in place before it is removed, seconds.
    public var hold = 0.0
    /// Longest loss after which smoothing continues from the joint's old position, seconds; after a longer loss
    /// smoothing restarts. If `hold` is longer than `bridge`, `hold` is used instead. The default bridges three lost
    /// frames at 30 Hz and is longer than a frame interval at 10 Hz.
    public var bridge = 0.15

    /// Settings; by default only the display transform is applied.
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

  /// Map from the camera's image to the view.
  public let display: DisplayTransform
  /// The overlay's settings.
  public let settings: Settings
  private let viewFromImage: AffineMap
  /// One filter per joint; empty without smoothing.
  private var filters: [OneEuroFilter]
  private var last = BodyPoints()
  private var lastTimes = SIMD32<Double>(repeating: -.infinity)

  /// A pipeline that has not processed a frame yet.
  public init(display: DisplayTransform, settings: Settings = Settings()) {
    self.display = display
    self.settings = settings
    let corrected = settings.correction * display.viewFromImage
    viewFromImage = corrected.isFinite ? corrected : display.viewFromImage
    filters = settings.smoothing.map { Array(repeating: OneEuroFilter($0), count: BodyJoint.count) } ?? []
  }

  /// Returns the overlay of this frame. If the frame's time is not finite, no joint is smoothed or held. A joint whose
  /// landmark is more than ten times the picture's side away counts as lost.
  public mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay {
    var overlay = BodyOverlay.empty
    for joint in BodyJoint.allCases {
      if let seen = skeleton.landmark(joint) {
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
      // Restart the filter if its last position is outdated.
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

  /// True if the joint was seen within the last `seconds` seconds. False if time runs backwards, because another
  /// recording has then begun.
  private func isWithin(_ seconds: Double, _ index: Int, _ time: Double) -> Bool {
    let elapsed = time - lastTimes[index]
    return elapsed >= 0 && elapsed <= seconds
  }
}

/// The mistake that the 2019 article warns of: each landmark is multiplied by the view's width and height, as if it
/// were in the view's normalised coordinates. This pipeline is a baseline for comparison, not for use in an app.
///
///     circle = (x·width, y·height)
///
/// The landmarks are normalised in the native landscape image, so in portrait the overlay lies on its side; in every
/// orientation the overlay ignores the cropping by aspect fill. No joint is smoothed, and no circle of an earlier frame
/// is kept.
public struct NaiveBodyPipeline: BodyPipeline, Equatable {
  /// Size of the view, points.
  public let viewport: SIMD2<Double>

  /// A pipeline for a view.
  ///
  /// - Throws: `DisplayTransformError.viewport` for a side length outside `DisplayTransform.sizes`.
  public init(viewport: SIMD2<Double>) throws(DisplayTransformError) {
    let sizes = DisplayTransform.sizes
    guard sizes.contains(viewport.x), sizes.contains(viewport.y) else { throw .viewport(viewport) }
    self.viewport = viewport
  }

  /// Returns the circles of this frame alone. A landmark more than ten times the picture's side away has no circle.
  public mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay {
    var overlay = BodyOverlay.empty
    for joint in BodyJoint.allCases { overlay.circles[joint] = skeleton.landmark(joint).map { $0 * viewport } }
    return overlay
  }
}

/// The 2019 article's overlay: `ARFrame.displayTransform(for:viewportSize:)` applied to each normalised landmark, with
/// the result scaled by the view's size.
///
///     (u, v) = T·(x, y),  circle = (u·width, v·height)
///
/// No joint is smoothed, and no circle of an earlier frame is kept. To reproduce an app that passes the wrong fill or
/// orientation, use a `DisplayTransform` whose fill or orientation differs from the view's.
public struct Article2019BodyPipeline: BodyPipeline, Equatable {
  /// Map from the camera's image to the view.
  public let display: DisplayTransform

  /// A pipeline for the camera's image and the view that `display` connects.
  public init(display: DisplayTransform) { self.display = display }

  /// Returns the circles of this frame alone. A landmark more than ten times the picture's side away has no circle.
  public mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay {
    var overlay = BodyOverlay.empty
    for joint in BodyJoint.allCases {
      overlay.circles[joint] = skeleton.landmark(joint).map { display.normalised.apply($0) * display.viewport }
    }
    return overlay
  }
}
