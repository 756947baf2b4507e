// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/arkit/arframe
// https://developer.apple.com/documentation/arkit/arcamera/transform
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
}

open class ARCamera: NSObject {
  open var transform: simd_float4x4 { fatalError() }
}

open class ARAnchor: NSObject {
  open var transform: simd_float4x4 { fatalError() }
}

public protocol ARTrackable: NSObjectProtocol {
  var isTracked: Bool { get }
}

open class ARFaceAnchor: ARAnchor, ARTrackable {
  public struct BlendShapeLocation: Hashable, RawRepresentable, Sendable {
    public init(rawValue: String) { fatalError() }
    public var rawValue: String { fatalError() }
  }
  open var isTracked: Bool { fatalError() }
  open var leftEyeTransform: simd_float4x4 { fatalError() }
  open var rightEyeTransform: simd_float4x4 { fatalError() }
  open var lookAtPoint: simd_float3 { fatalError() }
  open var blendShapes: [ARFaceAnchor.BlendShapeLocation: NSNumber] { fatalError() }
}

extension ARFaceAnchor.BlendShapeLocation {
  public static var browDownLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var browDownRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var browInnerUp: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var browOuterUpLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var browOuterUpRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var cheekPuff: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var cheekSquintLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var cheekSquintRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeBlinkLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeBlinkRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeLookDownLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeLookDownRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeLookInLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeLookInRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeLookOutLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeLookOutRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeLookUpLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeLookUpRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeSquintLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeSquintRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeWideLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var eyeWideRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var jawForward: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var jawLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var jawOpen: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var jawRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthClose: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthDimpleLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthDimpleRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthFrownLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthFrownRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthFunnel: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthLowerDownLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthLowerDownRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthPressLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthPressRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthPucker: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthRollLower: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthRollUpper: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthShrugLower: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthShrugUpper: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthSmileLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthSmileRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthStretchLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthStretchRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthUpperUpLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var mouthUpperUpRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var noseSneerLeft: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var noseSneerRight: ARFaceAnchor.BlendShapeLocation { fatalError() }
  public static var tongueOut: ARFaceAnchor.BlendShapeLocation { fatalError() }
}
