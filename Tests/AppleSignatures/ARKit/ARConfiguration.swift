// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/arkit/arconfiguration/issupported
// https://developer.apple.com/documentation/arkit/arfacetrackingconfiguration
// https://developer.apple.com/documentation/arkit/arconfiguration/videoformat-swift.class/framespersecond
// https://developer.apple.com/documentation/arkit/arerror
// https://developer.apple.com/documentation/arkit/arscnview

public import Foundation
public import SceneKit

open class ARConfiguration: NSObject {
  open class var isSupported: Bool { true }
  open class VideoFormat: NSObject {
    open var framesPerSecond: Int { 60 }
  }
  open var videoFormat: ARConfiguration.VideoFormat { get { VideoFormat() } set { fatalError() } }
}

open class ARFaceTrackingConfiguration: ARConfiguration {
  override public init() { super.init() }
}

public struct ARError: Error {
  public enum Code: Int, Sendable {
    case cameraUnauthorized = 103
  }
  public var code: ARError.Code
  public init(_ code: ARError.Code) { self.code = code }
}

open class ARSCNView: SCNView {
  open var session: ARSession { get { fatalError() } set { fatalError() } }
}
