public import GazePipeline

/// Converts the camera poses that ARKit gives to the pose in a frame, `worldFromPortraitView`.
///
/// `ARCamera.transform` is fixed to the *sensor*: x is along the phone's long axis, from the front camera towards the
/// Home side, however the phone is held. With the phone upright, x is screen down and y is screen right. Sources:
/// Apple's page on `ARCamera.transform` (older versions of it call the orientation in which x points right
/// `UIDeviceOrientation.landscapeRight`, newer ones `landscapeLeft`, which is the one with the home side on the right);
/// shipped apps such as AR-Eye-Tracker interpret the front camera's axes in this way. The portrait view has x = screen
/// right, y = screen up. The z axis is the same in the sensor's axes and in the portrait view's and points into the
/// phone, because the camera looks along −z at the face. So the conversion only exchanges columns and changes signs,
/// and loses no bit:
///
///     view x = sensor y,   view y = −sensor x,   view z = sensor z,   same position
extension TransformMatrix {
  /// `worldFromPortraitView` of a `worldFromSensor` (`ARCamera.transform`), however the phone is held.
  public static func portraitView(fromSensor sensor: TransformMatrix) -> TransformMatrix {
    // The sensor's axes equal the axes of an interface whose home side is on the right.
    portraitView(fromPointOfView: sensor, in: .landscapeRight)
  }

  /// `worldFromPortraitView` of a view's own pose (`ARSCNView.pointOfView`), whose axes turn with the interface.
  public static func portraitView(
    fromPointOfView view: TransformMatrix, in orientation: ScreenOrientation
  ) -> TransformMatrix {
    let (x, y, z, place) = view.columns
    return switch orientation {
    case .portrait: view
    case .landscapeRight: TransformMatrix(columns: (y, -x, z, place))
    case .portraitUpsideDown: TransformMatrix(columns: (-x, -y, z, place))
    case .landscapeLeft: TransformMatrix(columns: (-y, x, z, place))
    }
  }
}
