import GazeRecording
import Testing

@Suite @MainActor struct SessionShellTests {
  private final class Shell: SessionShell {
    var life = SessionLife()
    var idleTimerBefore: Bool?
    var isIdleTimerDisabled = false
    var log: [String] = []
    /// What running brings at once.
    var onRun: SessionLife.Event?

    func askForCamera() { log.append("ask") }

    func run() {
      log.append("run")
      if let event = onRun {
        onRun = nil
        take(event)
      }
    }

    func pause() { log.append("pause") }

    func changed(to state: SessionLife.State) { log.append("\(state)") }
  }

  private static let start = SessionLife.Event.start(isSupported: true, camera: .authorized)

  @Test(
    "the screen's sleep comes back as it was: also where the app had kept it awake before", arguments: [false, true])
  func previousSetting(before: Bool) {
    let shell = Shell()
    shell.isIdleTimerDisabled = before
    shell.take(Self.start)
    #expect(shell.isIdleTimerDisabled)
    shell.take(.interrupted)
    #expect(shell.isIdleTimerDisabled == before)
    shell.take(.interruptionEnded)
    #expect(shell.isIdleTimerDisabled)
    shell.take(.stop)
    #expect(shell.isIdleTimerDisabled == before && shell.idleTimerBefore == nil)
    #expect(shell.log == ["run", "running", "interrupted", "run", "running", "pause", "stopped"])
  }

  @Test("a session that fails at once, while it is being run, ends failed and with the screen's sleep as it was")
  func failsAtOnce() {
    let shell = Shell()
    shell.onRun = .failed(.session("x"))
    shell.take(Self.start)
    #expect(shell.life.state == .failed(.session("x")))
    #expect(!shell.isIdleTimerDisabled && shell.idleTimerBefore == nil)
    #expect(shell.log == ["run", "pause", "\(SessionLife.State.failed(.session("x")))"])
  }

  @Test("a change is told once, and nothing is told where nothing changed")
  func changes() {
    let shell = Shell()
    shell.take(.stop)
    shell.take(.start(isSupported: true, camera: .notDetermined))
    shell.take(.answered(isGranted: false))
    shell.take(.background)
    #expect(shell.log == ["ask", "asking", "\(SessionLife.State.failed(.cameraDenied))"])
  }
}
