import GazePipeline
import GazeRecording

/// The picture and the view of a recording: how it is turned by its header; sizes by its constants, else the header's points, else
/// what ARKit usually gives.
struct BodyPicture: Sendable, Equatable {
  /// Pixels, the long side across.
  var image: SIMD2<Double>
  /// How the interface stands.
  var orientation: ScreenOrientation
  /// Points, as the interface stands.
  var viewport: SIMD2<Double>

  /// Of a recording on a device.
  init(_ setup: Setup) {
    let (header, constants) = (setup.header, setup.header.constants)
    image = SIMD2(constants["imageWidth"] ?? 1920, constants["imageHeight"] ?? 1440)
    orientation = header.orientation
    // The header's are the interface's already.
    let turned = header.points ?? orientation.viewport(upright: setup.profile.geometry.points)
    viewport = SIMD2(constants["viewportWidth"] ?? turned.x, constants["viewportHeight"] ?? turned.y)
  }

  /// From image to view; ARKit's own fill unless another is asked for.
  ///
  /// - Throws: where a size is none.
  func display(
    fill: DisplayTransform.Fill = .aspectFill
  ) throws(DisplayTransformError) -> DisplayTransform {
    try DisplayTransform(image: image, orientation: orientation, viewport: viewport, fill: fill)
  }

  /// The transform of an app that states a fixed orientation and is held another way: `landscapeRight`, the native image's, on
  /// an upright view, else `portrait`. The view is as it is.
  ///
  /// - Throws: where a size is none.
  func turnedWrongly() throws(DisplayTransformError) -> DisplayTransform {
    let isUpright = orientation == .portrait || orientation == .portraitUpsideDown
    return try DisplayTransform(
      image: image, orientation: isUpright ? .landscapeRight : .portrait, viewport: viewport)
  }
}

extension StandardBodyPipeline.Settings {
  /// From the rig's settings, for a view of this size.
  init(_ setup: Setup, viewport: SIMD2<Double>) {
    let middle = viewport / 2
    let (a, c, b, d) = (setup["scaleX"], setup["shearX"], setup["shearY"], setup["scaleY"])
    let linear = AffineMap(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
    let moved = middle - linear.apply(middle) + SIMD2(setup["offsetX"], setup["offsetY"])
    let correction = AffineMap(a: a, b: b, c: c, d: d, tx: moved.x, ty: moved.y)
    let cutoff = setup["smoothingCutoffHertz"]
    self.init(
      correction: correction.isFinite ? correction : .identity,
      smoothing: cutoff > 0 ? .init(minCutoff: cutoff, beta: max(setup["smoothingBeta"], 0)) : nil,
      hold: max(setup["holdMilliseconds"], 0) / 1000, bridge: max(setup["bridgeMilliseconds"], 0) / 1000)
  }
}
