// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/arkit/arsession
// https://developer.apple.com/documentation/arkit/arsession/runoptions
// https://developer.apple.com/documentation/arkit/arsessionobserver
// https://developer.apple.com/documentation/arkit/arsessiondelegate

public import Dispatch
public import Foundation

open class ARSession: NSObject {
  public struct RunOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var resetTracking: ARSession.RunOptions { ARSession.RunOptions(rawValue: 1) }
    public static var removeExistingAnchors: ARSession.RunOptions { ARSession.RunOptions(rawValue: 2) }
  }
  open weak var delegate: (any ARSessionDelegate)?
  open var delegateQueue: DispatchQueue?
  /// The session that ran last; only the rehearsal uses it.
  public nonisolated(unsafe) static var last: ARSession?
  open func run(_ configuration: ARConfiguration, options: ARSession.RunOptions = []) { ARSession.last = self }
  open func pause() {}
}

// These requirements are optional in the SDK. Here they are required, and only those that gazesim implements are
// declared, so that a method whose signature differs from Apple's is a compile-time error instead of a method that is
// never called.
public protocol ARSessionObserver: NSObjectProtocol {
  func session(_ session: ARSession, didFailWithError error: any Error)
  func sessionWasInterrupted(_ session: ARSession)
  func sessionInterruptionEnded(_ session: ARSession)
}

public protocol ARSessionDelegate: ARSessionObserver {
  func session(_ session: ARSession, didUpdate frame: ARFrame)
}
