// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/arkit/arframe
// https://developer.apple.com/documentation/arkit/arcamera/transform
// https://developer.apple.com/documentation/arkit/arcamera/imageresolution
// https://developer.apple.com/documentation/arkit/aranchor
// https://developer.apple.com/documentation/arkit/artrackable
// https://developer.apple.com/documentation/arkit/arfaceanchor
// https://developer.apple.com/documentation/arkit/arfaceanchor/blendshapelocation

public import Foundation
public import simd

open class ARFrame: NSObject {
  open var timestamp: TimeInterval { fatalError() }
  open var camera: ARCamera { fatalError() }
  open var anchors: [ARAnchor] { fatalError() }
  open var detectedBody: ARBody2D? { fatalError() }
}

open class ARCamera: NSObject {
  open var transform: simd_float4x4 { fatalError() }
  open var imageResolution: CGSize { fatalError() }
}

open class ARAnchor: NSObject {
  open var transform: simd_float4x4 { fatalError() }
}

public protocol ARTrackable: NSObjectProtocol {
  var isTracked: Bool { get }
}

open class ARFaceAnchor: ARAnchor, ARTrackable {
  public struct BlendShapeLocation: Hashable, RawRepresentable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  open var isTracked: Bool { fatalError() }
  open var leftEyeTransform: simd_float4x4 { fatalError() }
  open var rightEyeTransform: simd_float4x4 { fatalError() }
  open var lookAtPoint: simd_float3 { fatalError() }
  open var blendShapes: [ARFaceAnchor.BlendShapeLocation: NSNumber] { fatalError() }
}

extension ARFaceAnchor.BlendShapeLocation {
  public static var browDownLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "browDownLeft") }
  public static var browDownRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "browDownRight") }
  public static var browInnerUp: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "browInnerUp") }
  public static var browOuterUpLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "browOuterUpLeft") }
  public static var browOuterUpRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "browOuterUpRight") }
  public static var cheekPuff: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "cheekPuff") }
  public static var cheekSquintLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "cheekSquintLeft") }
  public static var cheekSquintRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "cheekSquintRight") }
  public static var eyeBlinkLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeBlinkLeft") }
  public static var eyeBlinkRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeBlinkRight") }
  public static var eyeLookDownLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeLookDownLeft") }
  public static var eyeLookDownRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeLookDownRight") }
  public static var eyeLookInLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeLookInLeft") }
  public static var eyeLookInRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeLookInRight") }
  public static var eyeLookOutLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeLookOutLeft") }
  public static var eyeLookOutRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeLookOutRight") }
  public static var eyeLookUpLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeLookUpLeft") }
  public static var eyeLookUpRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeLookUpRight") }
  public static var eyeSquintLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeSquintLeft") }
  public static var eyeSquintRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeSquintRight") }
  public static var eyeWideLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeWideLeft") }
  public static var eyeWideRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "eyeWideRight") }
  public static var jawForward: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "jawForward") }
  public static var jawLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "jawLeft") }
  public static var jawOpen: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "jawOpen") }
  public static var jawRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "jawRight") }
  public static var mouthClose: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthClose") }
  public static var mouthDimpleLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthDimpleLeft") }
  public static var mouthDimpleRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthDimpleRight") }
  public static var mouthFrownLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthFrownLeft") }
  public static var mouthFrownRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthFrownRight") }
  public static var mouthFunnel: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthFunnel") }
  public static var mouthLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthLeft") }
  public static var mouthLowerDownLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthLowerDownLeft") }
  public static var mouthLowerDownRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthLowerDownRight") }
  public static var mouthPressLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthPressLeft") }
  public static var mouthPressRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthPressRight") }
  public static var mouthPucker: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthPucker") }
  public static var mouthRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthRight") }
  public static var mouthRollLower: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthRollLower") }
  public static var mouthRollUpper: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthRollUpper") }
  public static var mouthShrugLower: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthShrugLower") }
  public static var mouthShrugUpper: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthShrugUpper") }
  public static var mouthSmileLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthSmileLeft") }
  public static var mouthSmileRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthSmileRight") }
  public static var mouthStretchLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthStretchLeft") }
  public static var mouthStretchRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthStretchRight") }
  public static var mouthUpperUpLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthUpperUpLeft") }
  public static var mouthUpperUpRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "mouthUpperUpRight") }
  public static var noseSneerLeft: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "noseSneerLeft") }
  public static var noseSneerRight: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "noseSneerRight") }
  public static var tongueOut: ARFaceAnchor.BlendShapeLocation { .init(rawValue: "tongueOut") }
}
