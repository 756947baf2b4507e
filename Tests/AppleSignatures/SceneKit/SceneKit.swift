// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/scenekit/scnmatrix4
// https://developer.apple.com/documentation/scenekit/scnview

public import UIKit

/// Its elements are Float on iOS and CGFloat on macOS; this is iOS's.
public struct SCNMatrix4 {
  public init() { fatalError() }
  public var m11: Float, m12: Float, m13: Float, m14: Float
  public var m21: Float, m22: Float, m23: Float, m24: Float
  public var m31: Float, m32: Float, m33: Float, m34: Float
  public var m41: Float, m42: Float, m43: Float, m44: Float
}

open class SCNView: UIView {}
