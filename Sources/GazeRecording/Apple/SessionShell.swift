/// What carries out a `SessionLife`'s actions: an app's session, or a test's.
@MainActor package protocol SessionShell: AnyObject {
  /// The state machine; the shell holds it.
  var life: SessionLife { get set }
  /// `isIdleTimerDisabled` as it was before the screen was kept awake; nil while it is not.
  var idleTimerBefore: Bool? { get set }
  /// `UIApplication.isIdleTimerDisabled`: true keeps the screen awake.
  var isIdleTimerDisabled: Bool { get set }
  /// Asks, and takes the answer in as an event.
  func askForCamera()
  /// Runs the session, with tracking reset and old anchors removed.
  func run()
  /// Pauses it.
  func pause()
  /// Is told when the state has changed, after all actions.
  func changed(to state: SessionLife.State)
}

extension SessionShell {
  /// Takes an event in and does what is to be done.
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
    // An action may have brought the next event at once: then that one has told.
    if after != before, after == life.state { changed(to: after) }
  }
}
