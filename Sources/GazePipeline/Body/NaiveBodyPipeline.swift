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
