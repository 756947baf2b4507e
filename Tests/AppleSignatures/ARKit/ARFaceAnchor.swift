// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/arkit/arframe
// https://developer.apple.com/documentation/arkit/arcamera/transform
// https://developer.apple.com/documentation/arkit/arcamera/imageresolution
// https://developer.apple.com/documentation/arkit/aranchor
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

open class ARFaceAnchor: ARAnchor {
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
  private static func named(_ name: String) -> Self { .init(rawValue: name) }
  public static let browDownLeft = named("browDownLeft"), browDownRight = named("browDownRight")
  public static let browInnerUp = named("browInnerUp"), browOuterUpLeft = named("browOuterUpLeft")
  public static let browOuterUpRight = named("browOuterUpRight"), cheekPuff = named("cheekPuff")
  public static let cheekSquintLeft = named("cheekSquintLeft"), cheekSquintRight = named("cheekSquintRight")
  public static let eyeBlinkLeft = named("eyeBlinkLeft"), eyeBlinkRight = named("eyeBlinkRight")
  public static let eyeLookDownLeft = named("eyeLookDownLeft"), eyeLookDownRight = named("eyeLookDownRight")
  public static let eyeLookInLeft = named("eyeLookInLeft"), eyeLookInRight = named("eyeLookInRight")
  public static let eyeLookOutLeft = named("eyeLookOutLeft"), eyeLookOutRight = named("eyeLookOutRight")
  public static let eyeLookUpLeft = named("eyeLookUpLeft"), eyeLookUpRight = named("eyeLookUpRight")
  public static let eyeSquintLeft = named("eyeSquintLeft"), eyeSquintRight = named("eyeSquintRight")
  public static let eyeWideLeft = named("eyeWideLeft"), eyeWideRight = named("eyeWideRight")
  public static let jawForward = named("jawForward"), jawLeft = named("jawLeft")
  public static let jawOpen = named("jawOpen"), jawRight = named("jawRight")
  public static let mouthClose = named("mouthClose"), mouthDimpleLeft = named("mouthDimpleLeft")
  public static let mouthDimpleRight = named("mouthDimpleRight"), mouthFrownLeft = named("mouthFrownLeft")
  public static let mouthFrownRight = named("mouthFrownRight"), mouthFunnel = named("mouthFunnel")
  public static let mouthLeft = named("mouthLeft"), mouthLowerDownLeft = named("mouthLowerDownLeft")
  public static let mouthLowerDownRight = named("mouthLowerDownRight"), mouthPressLeft = named("mouthPressLeft")
  public static let mouthPressRight = named("mouthPressRight"), mouthPucker = named("mouthPucker")
  public static let mouthRight = named("mouthRight"), mouthRollLower = named("mouthRollLower")
  public static let mouthRollUpper = named("mouthRollUpper"), mouthShrugLower = named("mouthShrugLower")
  public static let mouthShrugUpper = named("mouthShrugUpper"), mouthSmileLeft = named("mouthSmileLeft")
  public static let mouthSmileRight = named("mouthSmileRight"), mouthStretchLeft = named("mouthStretchLeft")
  public static let mouthStretchRight = named("mouthStretchRight"), mouthUpperUpLeft = named("mouthUpperUpLeft")
  public static let mouthUpperUpRight = named("mouthUpperUpRight"), noseSneerLeft = named("noseSneerLeft")
  public static let noseSneerRight = named("noseSneerRight"), tongueOut = named("tongueOut")
}
