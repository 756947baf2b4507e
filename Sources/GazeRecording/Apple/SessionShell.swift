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
  /// Pauses the session.
  func pause()
  /// Called when the state has changed, after all actions.
  func changed(to state: SessionLife.State)
}

extension SessionShell {
  /// Takes in an event and carries out the actions.
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
