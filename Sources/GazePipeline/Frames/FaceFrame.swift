/// One frame of face tracking in ARKit's form, fixed-size so that a pipeline's step allocates nothing.
///
/// Face frame, for a face turned to the phone: x towards the screen's right (Apple: the face's own left, in the mirror
/// image), y up, z out of the face. An eye's origin is the eyeball's centre; its z axis points through the pupil, and
/// it never rolls about z. Units are metres and seconds.
public struct FaceFrame: Sendable, Equatable {
  /// Time of the frame on a monotonic clock, seconds; each recording has its own origin.
  public var time: Double
  /// True if a face is tracked. If it is false, the poses are the last known ones or meaningless.
  public var isTracked: Bool
  /// `worldFromCamera`: the *portrait view's* pose (`pointOfView`), not the sensor's `camera.transform`.
  public var camera: TransformMatrix
  /// `worldFromFace`.
  public var face: TransformMatrix
  /// `faceFromLeftEye`. Which physical eye ARKit calls left is not settled; see "Frames of reference" in docs/flow.md.
  public var leftEye: TransformMatrix
  /// `faceFromRightEye`.
  public var rightEye: TransformMatrix
  /// Closure of each lid, (left, right), 0…1.
  public var blink: SIMD2<Float>
  /// ARKit's estimate of the gaze point (`lookAtPoint`), face frame, metres.
  public var lookAt: SIMD3<Float>
  /// ARKit's 52 facial coefficients; nil if the source does not have them.
  public var blendShapes: BlendShapes?

  /// A frame from its parts.
  public init(
    time: Double, isTracked: Bool = true, camera: TransformMatrix = .identity, face: TransformMatrix,
    leftEye: TransformMatrix, rightEye: TransformMatrix, blink: SIMD2<Float> = .zero,
    lookAt: SIMD3<Float> = .zero, blendShapes: BlendShapes? = nil
  ) {
    self.time = time
    self.isTracked = isTracked
    self.camera = camera
    self.face = face
    self.leftEye = leftEye
    self.rightEye = rightEye
    self.blink = blink
    self.lookAt = lookAt
    self.blendShapes = blendShapes
  }

  /// `cameraFromFace`, or nil if either pose is not a rigid transform.
  @inline(__always) public var cameraFromFace: RigidTransform? {
    guard let worldFromCamera = RigidTransform(camera), let worldFromFace = RigidTransform(face) else { return nil }
    return worldFromCamera.inverse * worldFromFace
  }
}
