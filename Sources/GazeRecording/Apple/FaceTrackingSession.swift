#if canImport(ARKit) && canImport(AVFoundation) && canImport(UIKit) && !os(visionOS)
  public import ARKit
  private import AVFoundation
  private import Dispatch
  public import Foundation
  public import GazePipeline
  private import UIKit

  /// A face-tracking session that manages itself: it asks for the camera, runs and pauses with the view and the app,
  /// restarts after interruptions, keeps the screen awake while it runs, and delivers `FaceFrame`s.
  ///
  /// Start it when the view appears and stop it when the view disappears; `SessionLife` holds the rules. The app's
  /// Info.plist needs `NSCameraUsageDescription`. This object is the delegate of the `ARSession`, so no other object
  /// can be its delegate.
  ///
  /// The code was type-checked against declared signatures of Apple's functions, but never run on a device.
  @MainActor public final class FaceTrackingSession: NSObject {
    /// Called with each frame, about 60 a second, on the main queue.
    public var onFrame: ((FaceFrame) -> Void)?
    /// Called with each change of `state`.
    public var onChange: ((SessionLife.State) -> Void)?
    /// The underlying session.
    public let session: ARSession

    package var life = SessionLife()
    package var idleTimerBefore: Bool?
    private var configuration = ARFaceTrackingConfiguration()
    private let observers = NotificationObservers()

    /// A new session, or the session of a view (`ARSCNView.session`).
    public init(session: ARSession = ARSession()) {
      self.session = session
      super.init()
      session.delegate = self
      // nil means the main queue.
      session.delegateQueue = nil
      observers.add(UIApplication.didEnterBackgroundNotification) { [weak self] in self?.take(.background) }
      observers.add(UIApplication.willEnterForegroundNotification) { [weak self] in
        self?.take(.foreground(camera: SessionLife.CameraAccess.now))
      }
    }

    deinit {
      // If a running session is released, the screen's sleep setting is still restored.
      guard let idleTimerBefore else { return }
      Task { @MainActor in UIApplication.shared.isIdleTimerDisabled = idleTimerBefore }
    }

    /// The state to show on a screen: running, interrupted, denied, …
    public var state: SessionLife.State { life.state }

    /// Runs with this configuration as soon as the person allows the camera; while the session does not run, `state`
    /// holds the reason.
    public func start(_ configuration: ARFaceTrackingConfiguration = ARFaceTrackingConfiguration()) {
      self.configuration = configuration
      let wasRunning = state == .running
      take(.start(isSupported: ARFaceTrackingConfiguration.isSupported, camera: .now))
      // If the session already runs, it continues with the new configuration.
      if wasRunning, state == .running { run() }
    }

    /// Pauses the session and restores the screen's sleep setting.
    public func stop() { take(.stop) }
  }

  extension FaceTrackingSession: SessionShell {
    package var isIdleTimerDisabled: Bool {
      get { UIApplication.shared.isIdleTimerDisabled }
      set { UIApplication.shared.isIdleTimerDisabled = newValue }
    }

    package func askForCamera() {
      Task { [weak self] in
        let isGranted = await AVCaptureDevice.requestAccess(for: .video)
        self?.take(.answered(isGranted: isGranted))
      }
    }

    package func run() { session.run(configuration, options: [.resetTracking, .removeExistingAnchors]) }

    package func pause() { session.pause() }

    package func changed(to state: SessionLife.State) { onChange?(state) }
  }

  extension FaceTrackingSession: ARSessionDelegate {
    /// Receives a frame.
    nonisolated public func session(_ session: ARSession, didUpdate frame: ARFrame) {
      // The frame is read at once, because ARKit stops delivering frames to a delegate that keeps them.
      let frame = FaceFrame(frame)
      onMain { self.onFrame?(frame) }
    }

    /// Receives the error with which ARKit ended the session.
    nonisolated public func session(_ session: ARSession, didFailWithError error: any Error) {
      let isDenied = (error as? ARError)?.code == .cameraUnauthorized
      let failure = isDenied ? SessionLife.Failure.cameraDenied : .session(error.localizedDescription)
      onMain { self.take(.failed(failure)) }
    }

    /// Receives the start of an interruption.
    nonisolated public func sessionWasInterrupted(_ session: ARSession) { onMain { self.take(.interrupted) } }

    /// Receives the end of an interruption.
    nonisolated public func sessionInterruptionEnded(_ session: ARSession) { onMain { self.take(.interruptionEnded) } }
  }

  extension SessionLife.CameraAccess {
    /// The camera permission that the system reports now.
    @MainActor fileprivate static var now: SessionLife.CameraAccess {
      switch AVCaptureDevice.authorizationStatus(for: .video) {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .authorized: .authorized
      @unknown default: .denied
      }
    }
  }

  /// Runs the work at once if called on the main thread, else later on the main queue. UIKit calls its observers on the
  /// main thread; ARKit calls its delegate there too, unless the session's queue was changed.
  private func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
    if Thread.isMainThread { MainActor.assumeIsolated(work) } else { DispatchQueue.main.async(execute: work) }
  }

  /// Observers of notifications, removed when this object is released.
  private final class NotificationObservers {
    private var tokens: [any NSObjectProtocol] = []

    @MainActor func add(_ name: Notification.Name, _ work: @escaping @MainActor @Sendable () -> Void) {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in onMain(work) })
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }
#endif
