import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// The picture and the view of a recording. The header gives the orientation. The picture's size comes from the
/// header's constants; without these constants it is ARKit's usual size. The view's size comes from the first of these
/// that is known: the constants, the header's points, the device's screen. `BodyRig` of GazeSimulation writes the
/// constants' keys; 1920 by 1440 is also the default of its constants `camera.imageWidth` and `camera.imageHeight`.
package struct BodyPicture: Sendable, Equatable {
  /// Size in pixels, with the long side as the width.
  var image: Vector2
  /// Orientation of the interface.
  var orientation: ScreenOrientation
  /// Size of the view in points, in the interface's orientation.
  var viewport: Vector2

  /// The picture of a recording with this setup.
  init(_ setup: Setup) {
    let (header, constants) = (setup.header, setup.header.constants)
    image = SIMD2(constants["imageWidth"] ?? 1920, constants["imageHeight"] ?? 1440)
    orientation = header.orientation
    // The header's points are already in the interface's orientation.
    let turned = header.points ?? orientation.viewport(upright: setup.profile.geometry.points)
    viewport = SIMD2(constants["viewportWidth"] ?? turned.x, constants["viewportHeight"] ?? turned.y)
  }

  /// The transform from image to view, with ARKit's own fill by default.
  ///
  /// - Throws: an error for an invalid size.
  func display(
    fill: DisplayTransform.Fill = .aspectFill
  ) throws(DisplayTransformError) -> DisplayTransform {
    try DisplayTransform(image: image, orientation: orientation, viewport: viewport, fill: fill)
  }

  /// The transform of an app that assumes a fixed orientation and is held in another: `landscapeRight`, the native
  /// image's orientation, for an upright view, else `portrait`. The view keeps its size.
  ///
  /// - Throws: an error for an invalid size.
  func turnedWrongly() throws(DisplayTransformError) -> DisplayTransform {
    let isUpright = orientation == .portrait || orientation == .portraitUpsideDown
    return try DisplayTransform(
      image: image, orientation: isUpright ? .landscapeRight : .portrait, viewport: viewport)
  }
}
