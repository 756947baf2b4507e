package import GazePipeline

/// The life cycle of a face-tracking session as a pure state machine, which takes events and returns the actions to
/// carry out.
///
/// The session runs while it is wanted, supported, allowed to use the camera, in the foreground with its scene, and
/// neither interrupted nor failed. The screen is kept awake only while the session runs; when it stops, the previous
/// sleep setting is restored. During an interruption (a call, another app that uses the camera) ARKit itself pauses the
/// session. The state machine then does nothing with the session, because pausing it "prevents your app from being
/// notified when the interruption ends" (Apple, `sessionWasInterrupted(_:)`), and after the interruption runs it again.
public struct SessionLife: Sendable, Equatable {
  /// Permission to use the camera, with the names of `AVAuthorizationStatus`.
  public enum CameraAccess: Sendable, Equatable {
    /// The person has not been asked yet.
    case notDetermined
    /// The person cannot allow the camera, for example because of parental controls.
    case restricted
    /// The person denied the camera; Settings can change that.
    case denied
    /// The person allowed the camera.
    case authorized
  }

  /// Reason why there is no session.
  public enum Failure: Error, Sendable, Equatable {
    /// The phone has no face tracking.
    case unsupported
    /// The person denied the camera; Settings can change that.
    case cameraDenied
    /// The person cannot allow the camera.
    case cameraRestricted
    /// ARKit ended the session for the reason in this text.
    case session(String)
  }

  /// State of the session, to show on a screen.
  public enum State: Sendable, Equatable {
    /// Not started, or stopped.
    case stopped
    /// The person is being asked for the camera.
    case asking
    /// Frames come.
    case running
    /// ARKit paused the session, for example because another app uses the camera.
    case interrupted
    /// The app, or the scene of the session's view, is in the background; the session resumes when it comes back.
    case background
    /// The session cannot run. The session is tried again when it is started again or when the app comes back to the
    /// foreground.
    case failed(Failure)
  }

  /// Event that can change the state.
  public enum Event: Sendable, Equatable {
    /// The view appears. Support and camera access are checked each time.
    case start(isSupported: Bool, camera: CameraAccess)
    /// The person answered the request for the camera.
    case answered(isGranted: Bool)
    /// The view disappears.
    case stop
    /// The app goes to the background.
    case background
    /// The app comes back; meanwhile the person may have changed Settings.
    case foreground(camera: CameraAccess)
    /// The scene of the session's view goes to the background, or is closed; another scene of the app may stay.
    case sceneBackground
    /// The scene of the session's view comes back.
    case sceneForeground(camera: CameraAccess)
    /// ARKit interrupted the session.
    case interrupted
    /// The interruption is over.
    case interruptionEnded
    /// ARKit ended the session.
    case failed(Failure)
  }

  /// Action to carry out, in order.
  public enum Action: Sendable, Equatable {
    /// Ask the person for the camera; the answer comes back as an event.
    case askForCamera
    /// Run the session, with tracking reset and old anchors removed.
    case run
    /// Pause the session.
    case pause
    /// Remember the sleep setting of the screen, then keep the screen awake.
    case keepAwake
    /// Restore the sleep setting from before `keepAwake`.
    case restoreSleep
  }

  /// The current state.
  public private(set) var state = State.stopped

  private var isWanted = false
  private var isSupported = false
  private var camera = CameraAccess.notDetermined
  private var isAsking = false
  private var isInBackground = false
  private var isSceneInBackground = false
  private var isInterrupted = false
  private var failure: Failure?
  /// True between `run` and `pause`, also while the session is interrupted.
  private var isOn = false

  /// A session that has not been started.
  public init() {}

  /// Takes in an event and returns the actions to carry out; none if the event changes nothing.
  public mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .start(let isSupported, let camera):
      (isWanted, self.isSupported, self.camera, failure) = (true, isSupported, camera, nil)
    case .answered(let isGranted):
      (isAsking, camera) = (false, isGranted ? .authorized : .denied)
    case .stop:
      // The view may appear again in another scene.
      (isWanted, failure, isSceneInBackground) = (false, nil, false)
    case .background:
      isInBackground = true
    case .foreground(let camera):
      (isInBackground, self.camera, failure) = (false, camera, nil)
    case .sceneBackground:
      isSceneInBackground = true
    case .sceneForeground(let camera):
      (isSceneInBackground, self.camera, failure) = (false, camera, nil)
    case .interrupted:
      // An interruption that ARKit reports after a pause is ignored, because it belongs to a session that is over.
      isInterrupted = isOn
    case .interruptionEnded:
      isInterrupted = false
    case .failed(let failure):
      guard isWanted else { return [] }
      self.failure = failure
    }
    return settle()
  }

  private mutating func settle() -> [Action] {
    let (before, after) = (state, next)
    state = after
    var actions: [Action] = []
    if after == .asking, !isAsking {
      isAsking = true
      actions.append(.askForCamera)
    }
    if before == .running, after != .running { actions.append(.restoreSleep) }
    if after == .running, before != .running {
      isOn = true
      // Running may fail at once and trigger the next event, so `run` is the last action.
      actions += [.keepAwake, .run]
    } else if isOn, after != .running, after != .interrupted {
      // ARKit does not report the end of an interruption to a paused session.
      (isOn, isInterrupted) = (false, false)
      actions.append(.pause)
    }
    return actions
  }

  private var next: State {
    guard isWanted else { return .stopped }
    guard isSupported else { return .failed(.unsupported) }
    if let failure { return .failed(failure) }
    switch camera {
    case .notDetermined: return .asking
    case .denied: return .failed(.cameraDenied)
    case .restricted: return .failed(.cameraRestricted)
    case .authorized:
      if isInBackground || isSceneInBackground { return .background }
      return isInterrupted ? .interrupted : .running
    }
  }
}

extension SessionLife.Failure: CustomStringConvertible {
  /// A sentence to show, with the problem and what to do.
  public var description: String {
    switch self {
    case .unsupported: "This device has no face tracking, which needs a TrueDepth camera or an A12 chip."
    case .cameraDenied: "This app may not use the camera; allow it in Settings, under this app's name."
    case .cameraRestricted: "The camera is restricted on this device; the person who manages the device can allow it."
    case .session(let reason): "Face tracking stopped: \(TerminalText.line(reason[...]))"
    }
  }
}

/// Object that carries out the actions of a `SessionLife`: an app's session or a test's substitute.
@MainActor package protocol SessionShell: AnyObject {
  /// The state machine, which the shell owns.
  var life: SessionLife { get set }
  /// Value of `isIdleTimerDisabled` before the screen was kept awake; nil while the screen is not kept awake.
  var idleTimerBefore: Bool? { get set }
  /// `UIApplication.isIdleTimerDisabled`: true keeps the screen awake.
  var isIdleTimerDisabled: Bool { get set }
  /// Asks the person for the camera and passes the answer on as an event.
  func askForCamera()
  /// Runs the session, with tracking reset and old anchors removed.
  func run()
  func pause()
  /// Called when the state has changed, after all actions.
  func changed(to state: SessionLife.State)
}

extension SessionShell {
  package func take(_ event: SessionLife.Event) {
    let before = life.state
    let actions = life.handle(event)
    let after = life.state
    for action in actions {
      switch action {
      case .askForCamera: askForCamera()
      case .run: run()
      case .pause: pause()
      case .keepAwake:
        if idleTimerBefore == nil { idleTimerBefore = isIdleTimerDisabled }
        isIdleTimerDisabled = true
      case .restoreSleep:
        if let idleTimerBefore { isIdleTimerDisabled = idleTimerBefore }
        idleTimerBefore = nil
      }
    }
    // An action may have triggered the next event at once; that event has then reported the change.
    if after != before, after == life.state { changed(to: after) }
  }
}

/// Changes of a session of which an app hears once each: the armed zone, and whether a dot would help.
///
/// After the end of a session nothing is armed and no dot is wanted, so that what an app shows goes away.
package struct SessionNews: Sendable, Equatable {
  package enum Change: Sendable, Equatable {
    /// The armed zone; `none` when it is no longer armed.
    case armed(ScrollDirection)
    /// Whether a dot would help.
    case wantsDot(Bool)
  }

  private var armed = ScrollDirection.none
  private var wantsDot = false

  package init() {}

  /// The changes since the last call, while the session runs.
  package mutating func changes(armed: ScrollDirection, wantsDot: Bool) -> [Change] {
    var changes: [Change] = []
    if armed != self.armed { changes.append(.armed(armed)) }
    if wantsDot != self.wantsDot { changes.append(.wantsDot(wantsDot)) }
    (self.armed, self.wantsDot) = (armed, wantsDot)
    return changes
  }

  /// The changes at the end of a session, or while it waits.
  package mutating func end() -> [Change] { changes(armed: .none, wantsDot: false) }
}
