// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/scenekit/scnmatrix4
// https://developer.apple.com/documentation/scenekit/scnview

public import UIKit

/// The elements are Float on iOS and CGFloat on macOS; this is the iOS version.
public struct SCNMatrix4 {
  public var m11: Float = 0, m12: Float = 0, m13: Float = 0, m14: Float = 0
  public var m21: Float = 0, m22: Float = 0, m23: Float = 0, m24: Float = 0
  public var m31: Float = 0, m32: Float = 0, m33: Float = 0, m34: Float = 0
  public var m41: Float = 0, m42: Float = 0, m43: Float = 0, m44: Float = 0
  public init() {}
}

open class SCNView: UIView {}
