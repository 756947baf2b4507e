/// The 2019 article's overlay: `ARFrame.displayTransform(for:viewportSize:)` applied to each normalised landmark, with
/// the result scaled by the view's size.
///
///     (u, v) = T·(x, y),  circle = (u·width, v·height)
///
/// No joint is smoothed or held; circles are cleared every frame. A transform with a fill or orientation that differs
/// from the view's reproduces an app that states those wrongly.
public struct Article2019BodyPipeline: BodyPipeline, Equatable {
  /// Map from the image to the view.
  public let display: DisplayTransform

  /// A pipeline for a picture and a view.
  public init(display: DisplayTransform) { self.display = display }

  /// The circles of this frame alone.
  public mutating func step(_ skeleton: BodySkeleton) -> BodyOverlay {
    var overlay = BodyOverlay.empty
    guard skeleton.isTracked else { return overlay }
    for joint in BodyJoint.allCases {
      overlay.circles[joint] = skeleton.joints[joint].map { display.normalised.apply($0) * display.viewport }
    }
    return overlay
  }
}
