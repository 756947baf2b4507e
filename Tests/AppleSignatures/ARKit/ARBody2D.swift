// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/arkit/arframe/detectedbody
// https://developer.apple.com/documentation/arkit/arbody2d
// https://developer.apple.com/documentation/arkit/arskeleton
// https://developer.apple.com/documentation/arkit/arskeleton2d
// https://developer.apple.com/documentation/arkit/arskeletondefinition

public import Foundation
public import simd

open class ARBody2D: NSObject {
  open var skeleton: ARSkeleton2D { fatalError() }
}

open class ARSkeleton: NSObject {
  open var definition: ARSkeletonDefinition { fatalError() }
  open func isJointTracked(_ jointIndex: Int) -> Bool { fatalError() }
}

open class ARSkeleton2D: ARSkeleton {
  open var jointLandmarks: [simd_float2] { fatalError() }
}

open class ARSkeletonDefinition: NSObject {
  open var jointNames: [String] { fatalError() }
}
