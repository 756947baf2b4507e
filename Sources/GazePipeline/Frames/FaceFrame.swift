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

/// ARKit's 52 facial coefficients, each 0…1, in a fixed-size value.
public struct BlendShapes: Sendable, Equatable {
  // Four vectors of 16, because a SIMD64 is copied element by element.
  @usableFromInline
  var values: (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>) = (.zero, .zero, .zero, .zero)

  /// ARKit's names (`ARFaceAnchor.BlendShapeLocation` without prefix), in the order of storage.
  public static let names: [String] = [
    "eyeBlinkLeft", "eyeLookDownLeft", "eyeLookInLeft", "eyeLookOutLeft", "eyeLookUpLeft", "eyeSquintLeft",
    "eyeWideLeft", "eyeBlinkRight", "eyeLookDownRight", "eyeLookInRight", "eyeLookOutRight", "eyeLookUpRight",
    "eyeSquintRight", "eyeWideRight", "jawForward", "jawLeft", "jawRight", "jawOpen", "mouthClose", "mouthFunnel",
    "mouthPucker", "mouthLeft", "mouthRight", "mouthSmileLeft", "mouthSmileRight", "mouthFrownLeft",
    "mouthFrownRight", "mouthDimpleLeft", "mouthDimpleRight", "mouthStretchLeft", "mouthStretchRight",
    "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper", "mouthPressLeft", "mouthPressRight",
    "mouthLowerDownLeft", "mouthLowerDownRight", "mouthUpperUpLeft", "mouthUpperUpRight", "browDownLeft",
    "browDownRight", "browInnerUp", "browOuterUpLeft", "browOuterUpRight", "cheekPuff", "cheekSquintLeft",
    "cheekSquintRight", "noseSneerLeft", "noseSneerRight", "tongueOut",
  ]

  /// Coefficients that are all zero.
  public init() {}

  /// Takes the coefficients in the order of `names`: three vectors of sixteen and one of four.
  @inlinable package init(_ a: SIMD16<Float>, _ b: SIMD16<Float>, _ c: SIMD16<Float>, _ d: SIMD4<Float>) {
    values = (a, b, c, SIMD16(lowHalf: SIMD8(lowHalf: d, highHalf: .zero), highHalf: .zero))
  }

  /// The first sixteen coefficients, which include all those of the eyes.
  package var first: SIMD16<Float> {
    get { values.0 }
    set { values.0 = newValue }
  }

  /// Coefficient by its index in `names`.
  public subscript(index: Int) -> Float {
    get {
      switch index >> 4 {
      case 0: values.0[index & 15]
      case 1: values.1[index & 15]
      case 2: values.2[index & 15]
      default: values.3[index & 15]
      }
    }
    set {
      switch index >> 4 {
      case 0: values.0[index & 15] = newValue
      case 1: values.1[index & 15] = newValue
      case 2: values.2[index & 15] = newValue
      default: values.3[index & 15] = newValue
      }
    }
  }

  /// True if all coefficients are equal.
  public static func == (a: Self, b: Self) -> Bool { a.values == b.values }
}

/// State of the app when a frame comes, as far as a pipeline may use it. Points are those of the interface.
public struct AppContext: Sendable, Equatable {
  /// `contentOffset.y` of the page, points; nil without a page.
  public var page: Double?
  /// Place where a finger came down on content since the previous frame; nil for keyboard keys and for scrolls that a
  /// pipeline made.
  public var tap: SIMD2<Double>?
  /// Place of a dot that is shown for recentring, while the person is asked to look at it.
  public var dot: SIMD2<Double>?
  /// Place of the scrolling view; nil for the whole screen.
  public var area: ScrollArea?
  /// True while a finger, or the momentum that it left, moves the page. The pipeline then does not scroll, and after
  /// 0.6 s of it (`ScrollTrigger.Settings.holdLimit`) what the gaze had begun is forgotten.
  public var isTouched: Bool

  /// A state from its parts.
  public init(
    page: Double? = nil, tap: SIMD2<Double>? = nil, dot: SIMD2<Double>? = nil, area: ScrollArea? = nil,
    isTouched: Bool = false
  ) {
    self.page = page
    self.tap = tap
    self.dot = dot
    self.area = area
    self.isTouched = isTouched
  }
}
