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
