// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/avfoundation/avcapturedevice/authorizationstatus(for:)
// https://developer.apple.com/documentation/avfoundation/avcapturedevice/requestaccess(for:completionhandler:)
// https://developer.apple.com/documentation/avfoundation/avauthorizationstatus

public import Foundation

public struct AVMediaType: Sendable {
  public static var video: AVMediaType { AVMediaType() }
}

public enum AVAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case authorized = 3
}

open class AVCaptureDevice: NSObject {
  /// State for the rehearsal: at first the person has not been asked for the camera; a request is always granted.
  private nonisolated(unsafe) static var status = AVAuthorizationStatus.notDetermined
  open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { status }
  open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    status = .authorized
    return true
  }
}
