#if canImport(ARKit) && canImport(AVFoundation) && canImport(UIKit) && !os(visionOS)
  public import ARKit
  private import AVFoundation
  private import Dispatch
  public import Foundation
  public import GazePipeline
  private import UIKit

  /// A face-tracking session that an app can leave to itself: it asks for the camera, runs and pauses with the view and
  /// the app, starts again after interruptions, keeps the screen awake while it runs, and gives `FaceFrame`s.
  ///
  /// Start it where the view appears, stop it where it disappears. The rules are `SessionLife`'s. The app's Info.plist
  /// needs `NSCameraUsageDescription`. It is the session's delegate; nobody else can be.
  ///
  /// Type-checked against declared signatures, not run on a device.
  @MainActor public final class FaceTrackingSession: NSObject {
    /// Takes each frame, about 60 a second, on the main queue.
    public var onFrame: ((FaceFrame) -> Void)?
    /// Takes each change of `state`.
    public var onChange: ((SessionLife.State) -> Void)?
    /// The session that runs.
    public let session: ARSession

    package var life = SessionLife()
    package var idleTimerBefore: Bool?
    private var configuration = ARFaceTrackingConfiguration()
    private let observers = NotificationObservers()

    /// A session of its own, or that of a view (`ARSCNView.session`).
    public init(session: ARSession = ARSession()) {
      self.session = session
      super.init()
      session.delegate = self
      // Nil is the main queue.
      session.delegateQueue = nil
      observers.add(UIApplication.didEnterBackgroundNotification) { [weak self] in self?.take(.background) }
      observers.add(UIApplication.willEnterForegroundNotification) { [weak self] in
        self?.take(.foreground(camera: SessionLife.CameraAccess.now))
      }
    }

    deinit {
      // Whoever let go of a running session still gets the screen's sleep back.
      guard let idleTimerBefore else { return }
      Task { @MainActor in UIApplication.shared.isIdleTimerDisabled = idleTimerBefore }
    }

    /// What a screen can say: running, interrupted, denied, …
    public var state: SessionLife.State { life.state }

    /// Runs with this configuration as soon as the person allows the camera; or says in `state` why not.
    public func start(_ configuration: ARFaceTrackingConfiguration = ARFaceTrackingConfiguration()) {
      self.configuration = configuration
      let wasRunning = state == .running
      take(.start(isSupported: ARFaceTrackingConfiguration.isSupported, camera: .now))
      // It runs already: with the new configuration from here on.
      if wasRunning, state == .running { run() }
    }

    /// Pauses, and lets the screen sleep as before.
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
    /// A frame came.
    nonisolated public func session(_ session: ARSession, didUpdate frame: ARFrame) {
      // Read here and not later: ARKit stops giving frames to those who hold on to them.
      let frame = FaceFrame(frame)
      onMain { self.onFrame?(frame) }
    }

    /// ARKit gave up.
    nonisolated public func session(_ session: ARSession, didFailWithError error: any Error) {
      let isDenied = (error as? ARError)?.code == .cameraUnauthorized
      let failure = isDenied ? SessionLife.Failure.cameraDenied : .session(error.localizedDescription)
      onMain { self.take(.failed(failure)) }
    }

    /// ARKit stopped by itself.
    nonisolated public func sessionWasInterrupted(_ session: ARSession) { onMain { self.take(.interrupted) } }

    /// ARKit could go on.
    nonisolated public func sessionInterruptionEnded(_ session: ARSession) { onMain { self.take(.interruptionEnded) } }
  }

  extension SessionLife.CameraAccess {
    /// What the system says now.
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

  /// At once on the main thread, where UIKit and, unless somebody has changed the session's queue, ARKit call; from any
  /// other there.
  private func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
    if Thread.isMainThread { MainActor.assumeIsolated(work) } else { DispatchQueue.main.async(execute: work) }
  }

  /// Notifications for as long as this lives.
  private final class NotificationObservers {
    private var tokens: [any NSObjectProtocol] = []

    @MainActor func add(_ name: Notification.Name, _ work: @escaping @MainActor @Sendable () -> Void) {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in onMain(work) })
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }
#endif
