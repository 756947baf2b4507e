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
  open var roll: Double { fatalError() }
  open var pitch: Double { fatalError() }
  open var yaw: Double { fatalError() }
  open var quaternion: CMQuaternion { fatalError() }
}

public struct CMQuaternion: Sendable {
  public var x: Double, y: Double, z: Double, w: Double
}

/// Radians a second.
public struct CMRotationRate: Sendable {
  public var x: Double, y: Double, z: Double
}

/// Standard gravities.
public struct CMAcceleration: Sendable {
  public var x: Double, y: Double, z: Double
}
