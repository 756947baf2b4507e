/// Orientation of the interface on the phone, with the case names of UIKit's `UIInterfaceOrientation`.
///
/// The camera's frame and the poses in a recording are always those of the *portrait* view; only the drawn interface
/// turns. The simulator's constants `body.orientation` and `view.orientation` count the cases in this order, and
/// `phone.orientation` is `quarterTurns`.
public enum ScreenOrientation: String, Sendable, Codable, CaseIterable {
  /// Upright.
  case portrait
  /// The phone's top points to the user's left; the home side is on the right.
  case landscapeRight
  /// Upside down: the home side is on top.
  case portraitUpsideDown
  /// The phone's top points to the user's right; the home side is on the left.
  case landscapeLeft

  /// Number of quarter turns by which the phone is turned counterclockwise, as its user sees it.
  public var quarterTurns: Int {
    switch self {
    case .portrait: 0
    case .landscapeRight: 1
    case .portraitUpsideDown: 2
    case .landscapeLeft: 3
    }
  }

  /// Converts a vector from the portrait view's axes (x right, y up) to the interface's axes.
  @inline(__always) package func interface(fromPortrait v: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .portrait: v
    case .landscapeRight: SIMD2(-v.y, v.x)
    case .portraitUpsideDown: -v
    case .landscapeLeft: SIMD2(v.y, -v.x)
    }
  }

  /// Converts a vector from the interface's axes to the portrait view's axes; the inverse of
  /// `interface(fromPortrait:)`.
  @inlinable @inline(__always) package func portrait(fromInterface v: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .portrait: v
    case .landscapeRight: SIMD2(v.y, -v.x)
    case .portraitUpsideDown: -v
    case .landscapeLeft: SIMD2(-v.y, v.x)
    }
  }

  /// Converts a point of the interface, whose size is `size` points, to the upright screen's coordinates.
  package func upright(_ point: SIMD2<Double>, of size: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .portrait: point
    case .landscapeRight: SIMD2(size.y - point.y, point.x)
    case .portraitUpsideDown: size - point
    case .landscapeLeft: SIMD2(point.y, size.x - point.x)
    }
  }

  /// Rotation from the interface view's axes to the portrait view's axes.
  package var portraitFromInterface: RotationMatrix {
    func axis(_ v: SIMD2<Double>) -> SIMD3<Double> {
      let p = portrait(fromInterface: v)
      return SIMD3(p.x, p.y, 0)
    }
    return RotationMatrix(unchecked: axis(SIMD2(1, 0)), axis(SIMD2(0, 1)), SIMD3(0, 0, 1))
  }

  /// Converts the size of a native landscape image to the interface's orientation.
  package func turned(_ image: SIMD2<Double>) -> SIMD2<Double> {
    switch self {
    case .landscapeRight, .landscapeLeft: image
    case .portrait, .portraitUpsideDown: SIMD2(image.y, image.x)
    }
  }

  /// Converts the size of the upright screen to the interface's orientation.
  package func viewport(upright points: SIMD2<Double>) -> SIMD2<Double> { turned(SIMD2(points.y, points.x)) }

  /// Map that turns the native image's normalised coordinates upright in the interface.
  var viewFromNativeImage: AffineMap {
    switch self {
    case .landscapeRight: .identity
    case .landscapeLeft: AffineMap(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
    case .portrait: AffineMap(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
    case .portraitUpsideDown: AffineMap(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
    }
  }
}
