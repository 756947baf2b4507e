// ARKit's face tracking exists on iPhones and iPads only; other systems have another framework of the same name.
#if canImport(ARKit) && canImport(UIKit) && !os(visionOS)
  public import ARKit
  public import Foundation
  public import GazePipeline

  extension FaceFrame {
    /// Reads the tracked face of this frame; if no face is tracked, the first face; without any face, the frame has
    /// none. Copies the numbers at once, so that ARKit can reuse the frame's memory.
    public init(_ frame: ARFrame) {
      let sensor = TransformMatrix(frame.camera.transform)
      let faces = frame.anchors.lazy.compactMap { $0 as? ARFaceAnchor }
      guard let anchor = faces.first(where: \.isTracked) ?? faces.first else {
        self.init(time: frame.timestamp, sensor: sensor)
        return
      }
      self.init(anchor, sensor: sensor, time: frame.timestamp)
    }

    /// A frame of a face anchor and the `ARCamera.transform` of the camera that sees it, for apps that get the anchor
    /// and the camera separately.
    public init(_ anchor: ARFaceAnchor, sensor: TransformMatrix, time: Double) {
      self.init(
        time: time, isTracked: anchor.isTracked, sensor: sensor, face: TransformMatrix(anchor.transform),
        leftEye: TransformMatrix(anchor.leftEyeTransform), rightEye: TransformMatrix(anchor.rightEyeTransform),
        lookAt: anchor.lookAtPoint, blendShapes: BlendShapes(anchor.blendShapes))
    }

    /// A frame of a face anchor seen by a SceneKit view's own camera (`pointOfView`), whose axes turn with the
    /// interface.
    public init(
      _ anchor: ARFaceAnchor, pointOfView: TransformMatrix, in orientation: ScreenOrientation, time: Double
    ) {
      self.init(anchor, sensor: .identity, time: time)
      camera = .portraitView(fromPointOfView: pointOfView, in: orientation)
    }
  }

  extension BlendShapes {
    /// ARKit's coefficients; a coefficient that ARKit does not give is 0.
    public init(_ coefficients: [ARFaceAnchor.BlendShapeLocation: NSNumber]) {
      self.init()
      for (index, location) in Self.locations.enumerated() { self[index] = coefficients[location]?.floatValue ?? 0 }
    }

    // ARKit's constants in the order of `names`; `FaceFrameFaceAnchorTests` compares the two lists. They cannot be
    // looked up by name, because their raw values are spelled differently ("eyeBlink_L").
    private static let locations: [ARFaceAnchor.BlendShapeLocation] = [
      .eyeBlinkLeft, .eyeLookDownLeft, .eyeLookInLeft, .eyeLookOutLeft, .eyeLookUpLeft, .eyeSquintLeft, .eyeWideLeft,
      .eyeBlinkRight, .eyeLookDownRight, .eyeLookInRight, .eyeLookOutRight, .eyeLookUpRight, .eyeSquintRight,
      .eyeWideRight, .jawForward, .jawLeft, .jawRight, .jawOpen, .mouthClose, .mouthFunnel, .mouthPucker, .mouthLeft,
      .mouthRight, .mouthSmileLeft, .mouthSmileRight, .mouthFrownLeft, .mouthFrownRight, .mouthDimpleLeft,
      .mouthDimpleRight, .mouthStretchLeft, .mouthStretchRight, .mouthRollLower, .mouthRollUpper, .mouthShrugLower,
      .mouthShrugUpper, .mouthPressLeft, .mouthPressRight, .mouthLowerDownLeft, .mouthLowerDownRight,
      .mouthUpperUpLeft, .mouthUpperUpRight, .browDownLeft, .browDownRight, .browInnerUp, .browOuterUpLeft,
      .browOuterUpRight, .cheekPuff, .cheekSquintLeft, .cheekSquintRight, .noseSneerLeft, .noseSneerRight, .tongueOut,
    ]
  }
#endif
