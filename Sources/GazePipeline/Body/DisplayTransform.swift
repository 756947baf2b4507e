/// Map from the camera's native landscape image to the view that shows it:
/// `ARFrame.displayTransform(for:viewportSize:)` in closed form. It maps the image's normalised coordinates to the
/// view's normalised coordinates; multiply the result by the viewport's size to get points.
///
/// 1. Turn (x, y) so that the picture is upright in the interface. The native image is upright in `landscapeRight` (the
///    home side on the right: `camera.transform`'s x axis runs towards it):
///
///        landscapeRight  (x, y)       landscapeLeft       (1 − x, 1 − y)
///        portrait        (1 − y, x)   portraitUpsideDown  (y, 1 − x)
///
/// 2. Fill the view: for the turned image R = (r_x, r_y) pixels and the viewport V points, s = max(V_x/r_x, V_y/r_y)
///    and
///
///        u' = 1/2 + (u − 1/2)·s·R/V
///
/// Example: a view of 375 × 812 points that shows a portrait picture of 1440 × 1920 pixels shows 886.7 of the 1440
/// pixels across, a share of 0.6158.
public struct DisplayTransform: Sendable, Equatable {
  /// Method of fitting a picture to a view of another shape.
  public enum Fill: String, Sendable, Codable, CaseIterable {
    /// The picture fills the view without borders and is cut off at two edges, as ARKit does it.
    case aspectFill
    /// The whole picture is shown, with borders.
    case aspectFit
    /// The whole picture is shown, distorted to the view's shape.
    case stretch
  }

  /// Size of the native image in pixels, as in `imageResolution`: the width is the long side.
  public let image: SIMD2<Double>
  /// Orientation of the interface.
  public let orientation: ScreenOrientation
  /// Size of the view, points.
  public let viewport: SIMD2<Double>
  /// Method of fitting the picture to the view.
  public let fill: Fill
  /// True if the view shows a mirror image, left and right exchanged. The rear camera's picture is not mirrored.
  public let isMirrored: Bool
  /// Map from the normalised image to the normalised view.
  public let normalised: AffineMap
  /// Map from the normalised image to view points.
  public let viewFromImage: AffineMap
  /// Share of the turned picture that the view shows, along x and y; at most 1.
  public let visibleShare: SIMD2<Double>

  /// A transform for a picture and a view.
  ///
  /// - Throws: `DisplayTransformError` for a side length outside `sizes`.
  public init(
    image: SIMD2<Double>, orientation: ScreenOrientation, viewport: SIMD2<Double>, fill: Fill = .aspectFill,
    isMirrored: Bool = false
  ) throws(DisplayTransformError) {
    guard Self.sizes.contains(image.x), Self.sizes.contains(image.y) else { throw .image(image) }
    guard Self.sizes.contains(viewport.x), Self.sizes.contains(viewport.y) else { throw .viewport(viewport) }
    let turned = orientation.turned(image)
    let ratio = viewport / turned
    let scale: SIMD2<Double> =
      switch fill {
      case .aspectFill: SIMD2(repeating: ratio.max())
      case .aspectFit: SIMD2(repeating: ratio.min())
      case .stretch: ratio
      }
    let stretch = scale * turned / viewport
    let mirror = isMirrored ? AffineMap(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0) : .identity
    let filled = AffineMap(
      a: stretch.x, b: 0, c: 0, d: stretch.y, tx: 0.5 - 0.5 * stretch.x, ty: 0.5 - 0.5 * stretch.y)
    (self.image, self.orientation, self.viewport) = (image, orientation, viewport)
    (self.fill, self.isMirrored) = (fill, isMirrored)
    normalised = filled * mirror * orientation.viewFromNativeImage
    viewFromImage = .scale(viewport) * normalised
    let share = SIMD2(repeating: 1) / stretch
    visibleShare = SIMD2(min(share.x, 1), min(share.y, 1))
  }

  /// Allowed side lengths in pixels or points; every real camera and screen is within this range.
  public static let sizes = 1.0...1e6
}

/// Reason why a display transform cannot be formed.
public enum DisplayTransformError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The image's size is outside the allowed range.
  case image(SIMD2<Double>)
  /// The view's size is outside the allowed range.
  case viewport(SIMD2<Double>)

  /// One line that says what was found, what was expected (`DisplayTransform.sizes`) and what to do.
  public var description: String {
    switch self {
    case .image(let size):
      "the camera's image is \(size.x) x \(size.y) pixels: expected 1 to 1000000 each; "
        + "give ARCamera.imageResolution (imageWidth and imageHeight in the recording's constants)"
    case .viewport(let size):
      "the view is \(size.x) x \(size.y) points: expected 1 to 1000000 each; "
        + "give the view's size after layout (viewportWidth and viewportHeight in the recording's constants)"
    }
  }
}
