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

#if canImport(SceneKit)
  public import SceneKit
#endif

/// Conversion of SceneKit's matrices. `SCNMatrix4` names its elements m11…m44 by *row*, but its rows are the *columns*
/// of a `simd_float4x4`: SceneKit writes a point as a row and multiplies it from the left, so the translation is (m41,
/// m42, m43), not (m14, m24, m34). Read as an ordinary row-major matrix, an `SCNMatrix4` would give the inverse
/// rotation.
extension TransformMatrix {
  /// The matrix of an `SCNMatrix4`'s rows: (m11, m12, m13, m14), (m21, …), (m31, …), (m41, …).
  public init(sceneKitRows rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) { self.init(columns: rows) }
}

#if canImport(SceneKit)
  extension TransformMatrix {
    /// The matrix of an `SCNMatrix4`, whose elements are Float on iOS and CGFloat on macOS.
    public init(_ m: SCNMatrix4) {
      self.init(
        sceneKitRows: (
          SIMD4(Float(m.m11), Float(m.m12), Float(m.m13), Float(m.m14)),
          SIMD4(Float(m.m21), Float(m.m22), Float(m.m23), Float(m.m24)),
          SIMD4(Float(m.m31), Float(m.m32), Float(m.m33), Float(m.m34)),
          SIMD4(Float(m.m41), Float(m.m42), Float(m.m43), Float(m.m44))
        ))
    }
  }
#endif

#if canImport(simd)
  public import GazePipeline
  public import simd

  extension TransformMatrix {
    /// The same sixteen numbers: `TransformMatrix` and `simd_float4x4` are both column-major.
    public init(_ matrix: simd_float4x4) { self.init(columns: matrix.columns) }
  }

  extension simd_float4x4 {
    /// The same sixteen numbers: `TransformMatrix` and `simd_float4x4` are both column-major.
    public init(_ matrix: TransformMatrix) {
      self.init(columns: matrix.columns)
    }
  }
#endif
