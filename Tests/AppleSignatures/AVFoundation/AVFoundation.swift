// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/avfoundation/avcapturedevice/authorizationstatus(for:)
// https://developer.apple.com/documentation/avfoundation/avcapturedevice/requestaccess(for:completionhandler:)
// https://developer.apple.com/documentation/avfoundation/avauthorizationstatus

public import Foundation

public struct AVMediaType: Hashable, RawRepresentable, Sendable {
  public init(rawValue: String) { fatalError() }
  public var rawValue: String { fatalError() }
  public static var video: AVMediaType { fatalError() }
}

public enum AVAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case authorized = 3
}

open class AVCaptureDevice: NSObject {
  open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { fatalError() }
  open class func requestAccess(for mediaType: AVMediaType) async -> Bool { fatalError() }
}
