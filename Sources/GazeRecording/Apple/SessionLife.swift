/// The life of a face-tracking session, as a pure state machine: what happens comes in, what is to be done comes out.
///
/// The session runs while it is wanted, supported, allowed to use the camera, in the foreground, neither interrupted
/// nor failed. While it runs, and only then, the screen is kept awake; else the setting from before is restored. An
/// interruption (a call, another app on the camera) is ARKit's own pause: the session is left alone, since pausing it
/// "prevents your app from being notified when the interruption ends" (Apple, `sessionWasInterrupted(_:)`), and afterwards
/// runs again.
public struct SessionLife: Sendable, Equatable {
  /// Whether the app may use the camera, named as `AVAuthorizationStatus` names it.
  public enum CameraAccess: Sendable, Equatable {
    /// The person was not asked yet.
    case notDetermined
    /// Not theirs to allow, such as by parental controls.
    case restricted
    /// They said no; Settings can change it.
    case denied
    /// They said yes.
    case authorized
  }

  /// Why there is no session.
  public enum Failure: Error, Sendable, Equatable {
    /// The phone has no face tracking.
    case unsupported
    /// The person denied the camera; Settings can change it.
    case cameraDenied
    /// The camera is not theirs to allow.
    case cameraRestricted
    /// ARKit gave up, with its own reason.
    case session(String)
  }

  /// What a screen can say.
  public enum State: Sendable, Equatable {
    /// Not started, or stopped.
    case stopped
    /// The person is being asked for the camera.
    case asking
    /// Frames come.
    case running
    /// Something else has the camera for now.
    case interrupted
    /// The app is in the background; the session goes on when it comes back.
    case background
    /// It cannot run; starting it again, or coming back to the app, tries again.
    case failed(Failure)
  }

  /// What happens.
  public enum Event: Sendable, Equatable {
    /// The view appears. Both are asked for again each time.
    case start(isSupported: Bool, camera: CameraAccess)
    /// The person answered.
    case answered(isGranted: Bool)
    /// The view disappears.
    case stop
    /// The app goes to the background.
    case background
    /// The app comes back; meanwhile the person may have been to Settings.
    case foreground(camera: CameraAccess)
    /// ARKit stopped the session by itself.
    case interrupted
    /// ARKit could go on.
    case interruptionEnded
    /// ARKit gave up.
    case failed(Failure)
  }

  /// What is to be done, in order.
  public enum Action: Sendable, Equatable {
    /// Ask the person for the camera; the answer is an event.
    case askForCamera
    /// Run the session, with tracking reset and old anchors removed.
    case run
    /// Pause the session.
    case pause
    /// Remember whether the screen may sleep, then keep it awake.
    case keepAwake
    /// Put that setting back as it was.
    case restoreSleep
  }

  /// What a screen can say now.
  public private(set) var state = State.stopped

  private var isWanted = false
  private var isSupported = false
  private var camera = CameraAccess.notDetermined
  private var isAsking = false
  private var isInBackground = false
  private var isInterrupted = false
  private var failure: Failure?
  /// True between `run` and `pause`: an interrupted session is still on.
  private var isOn = false

  /// A session that was not started.
  public init() {}

  /// Takes an event in and says what is to be done. An event that changes nothing asks for nothing.
  public mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .start(let isSupported, let camera):
      (isWanted, self.isSupported, self.camera, failure) = (true, isSupported, camera, nil)
    case .answered(let isGranted):
      (isAsking, camera) = (false, isGranted ? .authorized : .denied)
    case .stop:
      (isWanted, failure) = (false, nil)
    case .background:
      isInBackground = true
    case .foreground(let camera):
      (isInBackground, self.camera, failure) = (false, camera, nil)
    case .interrupted:
      // Told after a pause, it is about a session that is over.
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
      // Running may fail at once and bring the next event: so it comes last.
      actions += [.keepAwake, .run]
    } else if isOn, after != .running, after != .interrupted {
      // The end of an interruption is not told to a paused session.
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
    case .authorized: return isInBackground ? .background : isInterrupted ? .interrupted : .running
    }
  }
}

extension SessionLife.Failure: CustomStringConvertible {
  /// A sentence to show: what is wrong and what to do.
  public var description: String {
    switch self {
    case .unsupported: "This device has no face tracking, which needs a TrueDepth camera or an A12 chip."
    case .cameraDenied: "This app may not use the camera; allow it in Settings, under this app's name."
    case .cameraRestricted: "The camera is restricted on this device; the person who manages the device can allow it."
    case .session(let reason): "Face tracking stopped: \(TerminalText.line(reason[...]))"
    }
  }
}
