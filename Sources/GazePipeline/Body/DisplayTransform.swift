/// From the camera's native landscape image to the view that shows it: `ARFrame.displayTransform(for:viewportSize:)` in closed
/// form. Normalised to normalised; times the viewport it is points.
///
/// 1. Turn (x, y) so that the picture stands upright in the interface. The native image is upright in `landscapeRight` (the
///    home side on the right: `camera.transform`'s x axis runs towards it):
///
///        landscapeRight  (x, y)       landscapeLeft       (1 − x, 1 − y)
///        portrait        (1 − y, x)   portraitUpsideDown  (y, 1 − x)
///
/// 2. Fill the view: with the turned image R = (r_x, r_y) pixels and the viewport V points, s = max(V_x/r_x, V_y/r_y) and
///
///        u' = 1/2 + (u − 1/2)·s·R/V
///
/// A portrait 1440 × 1920 picture on 375 × 812 points shows 886.7 of its 1440 pixels across: a share of 0.6158.
public struct DisplayTransform: Sendable, Equatable {
  /// How a picture is made to fit a view of another shape.
  public enum Fill: String, Sendable, Codable, CaseIterable {
    /// No border, cut off at two edges: what ARKit does.
    case aspectFill
    /// All of it, with borders.
    case aspectFit
    /// All of it, distorted.
    case stretch
  }

  /// The native image, pixels: width the long side, as `imageResolution` gives it.
  public let image: SIMD2<Double>
  /// How the interface stands.
  public let orientation: ScreenOrientation
  /// The view, points.
  public let viewport: SIMD2<Double>
  /// How the picture is made to fit.
  public let fill: Fill
  /// The view shows a mirror image, left and right exchanged. The rear camera's is none.
  public let isMirrored: Bool
  /// Normalised image to normalised view.
  public let normalised: AffineMap
  /// Normalised image to view points.
  public let viewFromImage: AffineMap
  /// The share of the turned picture that the view shows, along its x and y; at most 1.
  public let visibleShare: SIMD2<Double>

  /// A transform for a picture and a view.
  ///
  /// - Throws: `DisplayTransformError` for a side that is not within `sizes`.
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

  /// Pixels or points a side may have: nothing that a camera or a screen has is outside.
  public static let sizes = 1.0...1e6
}

/// Why there is no display transform.
public enum DisplayTransformError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The image's size.
  case image(SIMD2<Double>)
  /// The view's size.
  case viewport(SIMD2<Double>)

  /// One line: what was found, what was expected, what to do.
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

extension ScreenOrientation {
  /// A native landscape size as the interface sees it.
  package func turned(_ image: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .landscapeRight, .landscapeLeft: image
    case .portrait, .portraitUpsideDown: SIMD2(image.y, image.x)
    }
  }

  /// The upright screen's size as the interface sees it.
  package func viewport(upright points: SIMD2<Double>) -> SIMD2<Double> { turned(SIMD2(points.y, points.x)) }

  /// The native image's normalised coordinates turned upright in the interface.
  var viewFromNativeImage: AffineMap {
    switch self {
    case .landscapeRight: .identity
    case .landscapeLeft: AffineMap(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
    case .portrait: AffineMap(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
    case .portraitUpsideDown: AffineMap(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
    }
  }
}
