import GazePipeline
import GazeRecording
import TestSupport
import Testing

@MainActor struct SessionShellTests {
  private final class Shell: SessionShell {
    var life = SessionLife()
    var idleTimerBefore: Bool?
    var isIdleTimerDisabled = false
    var log: [String] = []
    /// The event that this session reports as soon as it is run.
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
    "the sleep setting is restored, also if the app kept it awake", arguments: [false, true])
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

  @Test("a session failing in its start has failed, with the sleep setting restored")
  func failsAtOnce() {
    let shell = Shell()
    shell.onRun = .failed(.session("x"))
    shell.take(Self.start)
    #expect(shell.life.state == .failed(.session("x")))
    #expect(!shell.isIdleTimerDisabled && shell.idleTimerBefore == nil)
    #expect(shell.log == ["run", "pause", "\(SessionLife.State.failed(.session("x")))"])
  }

  @Test("a change is reported once, and nothing is reported if nothing changed")
  func changes() {
    let shell = Shell()
    shell.take(.stop)
    shell.take(.start(isSupported: true, camera: .notDetermined))
    shell.take(.answered(isGranted: false))
    shell.take(.background)
    #expect(shell.log == ["ask", "asking", "\(SessionLife.State.failed(.cameraDenied))"])
  }
}
