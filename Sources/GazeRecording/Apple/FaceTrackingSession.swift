#if canImport(ARKit) && canImport(AVFoundation) && canImport(UIKit) && !os(visionOS)
  public import ARKit
  private import AVFoundation
  private import Dispatch
  public import Foundation
  public import GazePipeline
  public import UIKit

  /// A face-tracking session that manages itself: it asks for the camera, runs and pauses with the view and the app,
  /// restarts after interruptions, keeps the screen awake while it runs, and delivers `FaceFrame`s.
  ///
  /// Start it when the view appears and stop it when the view disappears; `SessionLife` holds the rules. The app's
  /// Info.plist needs `NSCameraUsageDescription`. This object is the delegate of the `ARSession`, so no other object
  /// can be its delegate. When this object is released, it pauses the session if it runs.
  ///
  /// Frames come on the main queue, by `onFrame` or as the stream `frames`. A recorder is owned where the frames come:
  /// on the main actor, or, to write the file off the main thread, in one task that reads `frames`.
  ///
  /// The code was type-checked against declared signatures of Apple's functions, but never run on a device.
  @MainActor public final class FaceTrackingSession: NSObject {
    /// Called with each frame, about 60 a second, on the main queue.
    ///
    /// The session keeps this closure. A closure that keeps the session's owner makes a cycle, and the camera stays on:
    /// capture the owner weakly, and assign no method of the owner (`onFrame = take` keeps the owner, too).
    ///
    ///     tracking.onFrame = { [weak self] frame in self?.take(frame) }
    ///
    /// `frames` cannot make this cycle.
    public var onFrame: (@MainActor (FaceFrame) -> Void)?
    /// Called with each change of `state`; the same holds as for `onFrame`.
    public var onChange: (@MainActor (SessionLife.State) -> Void)?
    /// Returns the scene of the view that shows the result; capture the view weakly. When this scene goes to the
    /// background, the camera stops, although another scene of the app may stay. nil, as at the beginning, follows the
    /// app as a whole.
    public var scene: (@MainActor () -> UIScene?)?
    /// The underlying session.
    public let session: ARSession

    package var life = SessionLife()
    package var idleTimerBefore: Bool?
    private var configuration = ARFaceTrackingConfiguration()
    private let observers = NotificationObservers()
    private let broadcast = FrameBroadcast()
    private let release: PauseOnRelease

    /// A new session, or the session of a view (`ARSCNView.session`).
    public init(session: ARSession = ARSession()) {
      self.session = session
      release = PauseOnRelease(session)
      super.init()
      session.delegate = self
      // nil means the main queue.
      session.delegateQueue = nil
      observers.add(UIApplication.didEnterBackgroundNotification) { [weak self] _ in self?.take(.background) }
      observers.add(UIApplication.willEnterForegroundNotification) { [weak self] _ in
        self?.take(.foreground(camera: SessionLife.CameraAccess.now))
      }
      for name in [UIScene.didEnterBackgroundNotification, UIScene.didDisconnectNotification] {
        observers.add(name) { [weak self] in self?.take(.sceneBackground, of: $0) }
      }
      observers.add(UIScene.willEnterForegroundNotification) { [weak self] in
        self?.take(.sceneForeground(camera: SessionLife.CameraAccess.now), of: $0)
      }
    }

    deinit {
      // If a running session is released, the screen's sleep setting is still restored.
      guard let idleTimerBefore else { return }
      Task { @MainActor in UIApplication.shared.isIdleTimerDisabled = idleTimerBefore }
    }

    /// The state to show on a screen: running, interrupted, denied, …
    public var state: SessionLife.State { life.state }

    /// A new stream of frames, which begins with the next frame and ends when this object is released. Several streams
    /// may be read at once. While a reader is busy, up to 120 frames wait for it; after that the oldest are dropped.
    ///
    ///     let frames = tracking.frames
    ///     Task { for await frame in frames { … } }
    public var frames: AsyncStream<FaceFrame> { broadcast.stream() }

    /// The number of frames a second that the session's video format has, for the header of a recording. The tracker
    /// delivers fewer when it is busy or hot; the frames' times tell how many.
    public var framesPerSecond: Double { Double(configuration.videoFormat.framesPerSecond) }

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

    /// Takes in an event of a scene, if that is the scene of this session.
    private func take(_ event: SessionLife.Event, of scene: ObjectIdentifier?) {
      guard let own = self.scene?(), ObjectIdentifier(own) == scene else { return }
      take(event)
    }
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

    package func run() {
      release.isOn = true
      session.run(configuration, options: [.resetTracking, .removeExistingAnchors])
    }

    package func pause() {
      release.isOn = false
      session.pause()
    }

    package func changed(to state: SessionLife.State) { onChange?(state) }
  }

  extension FaceTrackingSession: ARSessionDelegate {
    /// Receives a frame.
    nonisolated public func session(_ session: ARSession, didUpdate frame: ARFrame) {
      // The frame is read at once, because ARKit stops delivering frames to a delegate that keeps them.
      let frame = FaceFrame(frame)
      onMain {
        self.onFrame?(frame)
        self.broadcast.send(frame)
      }
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

  /// Pauses a session when the object that ran it is released. The object itself cannot, because the `deinit` of a
  /// class on the main actor may be called on any thread.
  @MainActor private final class PauseOnRelease {
    /// True while the session was run and not paused.
    var isOn = false
    // Only the main queue uses it.
    private nonisolated(unsafe) let session: ARSession

    init(_ session: ARSession) { self.session = session }

    deinit {
      guard isOn else { return }
      nonisolated(unsafe) let session = session
      onMain {
        // The released object was the delegate. Another delegate, such as a new manager of the same view, goes on.
        if session.delegate == nil { session.pause() }
      }
    }
  }

  /// Observers of notifications, removed when this object is released.
  private final class NotificationObservers {
    private var tokens: [any NSObjectProtocol] = []

    /// - Parameter work: called with the identity of the object that posted the notification.
    @MainActor func add(
      _ name: Notification.Name, _ work: @escaping @MainActor @Sendable (ObjectIdentifier?) -> Void
    ) {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
          let sender = note.object.map { ObjectIdentifier($0 as AnyObject) }
          onMain { work(sender) }
        })
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }
#endif
