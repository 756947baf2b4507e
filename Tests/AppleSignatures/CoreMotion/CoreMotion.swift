// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/coremotion/cmdevicemotion
// https://developer.apple.com/documentation/coremotion/cmattitude
// https://developer.apple.com/documentation/coremotion/cmlogitem/timestamp

public import Foundation

open class CMLogItem: NSObject {
  open var timestamp: TimeInterval { fatalError() }
}

open class CMDeviceMotion: CMLogItem {
  open var attitude: CMAttitude { fatalError() }
  open var rotationRate: CMRotationRate { fatalError() }
  open var userAcceleration: CMAcceleration { fatalError() }
}

open class CMAttitude: NSObject {
  open var quaternion: CMQuaternion { fatalError() }
}

public struct CMQuaternion: Sendable {
  public var x: Double, y: Double, z: Double, w: Double
  public init(x: Double, y: Double, z: Double, w: Double) { (self.x, self.y, self.z, self.w) = (x, y, z, w) }
}

/// Radians a second.
public struct CMRotationRate: Sendable {
  public var x: Double, y: Double, z: Double
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// Standard gravities.
public struct CMAcceleration: Sendable {
  public var x: Double, y: Double, z: Double
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}
