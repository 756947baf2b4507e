import GazePipeline
import GazeRecording
private import PortableFoundation

/// The hand-held rear camera: a pinhole, a picture, and the screen that shows the picture.
struct BodyCamera {
  /// Size of the picture, pixels, with the long side across.
  let image: Vector2
  /// Orientation of phone and interface.
  let orientation: ScreenOrientation
  /// Size of the view in the interface's orientation, points.
  let viewport: Vector2
  /// Focal length, pixels.
  let focal: Double
  private let height: Double
  private let rest: RotationMatrix
  /// Points per pixel of the picture when the picture fills the view (aspect fill).
  private let pointsPerPixel: Double
  /// Scale and shift by which the picture on the screen deviates from the display transform; they are properties of
  /// this phone and app.
  private let pictureScale: Double
  private let pictureShift: Vector2
  private var position, angle: Wander

  init(
    _ p: BodyParameters.Camera, points: Vector2, phone: RandomStream?, memory: Int,
    _ stream: (UInt8) -> RandomStream
  ) {
    image = SIMD2(p.imageWidth, p.imageHeight)
    orientation = p.interface
    viewport = orientation.viewport(upright: points)
    focal = image.max() / 2 / tan(p.fieldOfView / 2)
    height = p.height
    rest = .aboutX(-p.pitch)
    let turned = orientation.turned(image)
    // The scale is computed here and not taken from the pipeline, because the truth must not depend on the code under
    // test.
    pointsPerPixel = max(viewport.x / turned.x, viewport.y / turned.y)
    pictureScale = 1 + (phone.map { p.pictureScaleSD * $0.normal(0) } ?? 0)
    pictureShift = phone.map { p.pictureShiftSD * $0.normals(1) } ?? .zero
    func wander(_ component: UInt8, _ sd: Double) -> Wander {
      Wander(
        stream(component), sd: SIMD3(repeating: sd), timeConstant: p.swayTime, memory: memory,
        knots: .heavy)
    }
    // The numbers of all streams are listed at `BodyRig`.
    position = wander(3, p.swayPosition)
    angle = wander(4, p.swayAngle)
  }

  /// Transform from the world (metres, y up from the floor) into the interface's camera frame at a tick: x right, y up,
  /// z < 0 ahead.
  mutating func cameraFromWorld(at tick: UInt64) -> RigidTransform {
    let worldFromCamera = RigidTransform(
      rotation: .small(angle.value(at: tick)) * rest, translation: SIMD3(0, height, 0) + position.value(at: tick))
    return worldFromCamera.inverse
  }

  /// Pixels from the picture's middle in the interface's orientation, x right and y down; nil for a point that is not
  /// in front of the camera.
  func project(_ point: Vector3) -> Vector2? {
    guard point.z < -0.05 else { return nil }
    return SIMD2(point.x, -point.y) * (focal / -point.z)
  }

  /// The point in normalised coordinates of the native landscape image.
  func normalised(_ pixels: Vector2) -> Vector2 {
    let native =
      switch orientation {
      case .landscapeRight: pixels
      case .landscapeLeft: -pixels
      // On the portrait screen, the image's x axis points down and its y axis to the left.
      case .portrait: SIMD2(pixels.y, -pixels.x)
      case .portraitUpsideDown: SIMD2(-pixels.y, pixels.x)
      }
    return native / image + 0.5
  }

  /// Position on the screen at which the picture shows a point, in view points.
  func shown(_ pixels: Vector2) -> Vector2 {
    viewport / 2 + pixels * (pointsPerPixel * pictureScale) + pictureShift
  }
}

extension BodyParameters.Camera {
  /// Orientation of the interface, from the constant's number: its row lists the cases of `ScreenOrientation` in their
  /// order.
  var interface: ScreenOrientation { ScreenOrientation.allCases[min(max(Int(orientation), 0), 3)] }
}
