import GazePipeline
import GazeRecording
import TestSupport
import Testing

@Suite struct SessionLifeTests {
  private static let start = SessionLife.Event.start(isSupported: true, camera: .authorized)

  private func life(after events: SessionLife.Event...) -> SessionLife {
    var life = SessionLife()
    for event in events { _ = life.handle(event) }
    return life
  }

  @Test("a view that appears runs and keeps the screen awake; one that disappears lets it sleep and pauses")
  func appears() {
    var life = SessionLife()
    #expect(life.state == .stopped)
    #expect(life.handle(Self.start) == [.keepAwake, .run])
    #expect(life.state == .running)
    #expect(life.handle(.stop) == [.restoreSleep, .pause])
    #expect(life.state == .stopped)
    #expect(life.handle(.stop) == [])
  }

  @Test("without face tracking nothing runs and nobody is asked for the camera")
  func unsupported() {
    var life = SessionLife()
    #expect(life.handle(.start(isSupported: false, camera: .notDetermined)) == [])
    #expect(life.state == .failed(.unsupported))
  }

  @Test("a person who was not asked yet is asked once, and the session runs after a yes")
  func asks() {
    var life = SessionLife()
    #expect(life.handle(.start(isSupported: true, camera: .notDetermined)) == [.askForCamera])
    #expect(life.handle(.start(isSupported: true, camera: .notDetermined)) == [])
    #expect(life.state == .asking)
    #expect(life.handle(.answered(isGranted: true)) == [.keepAwake, .run])
  }

  @Test("a denial is reported, and Settings can change it while the app is in the background")
  func denied() {
    var life = life(after: .start(isSupported: true, camera: .notDetermined))
    #expect(life.handle(.answered(isGranted: false)) == [])
    #expect(life.state == .failed(.cameraDenied))
    #expect(life.handle(.background) == [])
    #expect(life.handle(.foreground(camera: .authorized)) == [.keepAwake, .run])
    #expect(self.life(after: .start(isSupported: true, camera: .denied)).state == .failed(.cameraDenied))
    #expect(self.life(after: .start(isSupported: true, camera: .restricted)).state == .failed(.cameraRestricted))
  }

  @Test("an answer that comes after the view has disappeared does not run the session")
  func lateAnswer() {
    var life = life(after: .start(isSupported: true, camera: .notDetermined), .stop)
    #expect(life.handle(.answered(isGranted: true)) == [])
    #expect(life.state == .stopped)
  }

  @Test("an interruption lets the screen sleep and leaves the session to ARKit; its end runs it again")
  func interruption() {
    var life = life(after: Self.start)
    #expect(life.handle(.interrupted) == [.restoreSleep])
    #expect(life.state == .interrupted)
    #expect(life.handle(.interruptionEnded) == [.keepAwake, .run])
  }

  @Test("in the background it pauses, and it resumes with the app; an interruption from before is then over")
  func background() {
    var life = life(after: Self.start)
    #expect(life.handle(.background) == [.restoreSleep, .pause])
    // ARKit also reports the loss of the camera, but the session is already paused then.
    #expect(life.handle(.interrupted) == [])
    #expect(life.state == .background)
    #expect(life.handle(.foreground(camera: .authorized)) == [.keepAwake, .run])

    var other = self.life(after: Self.start, .interrupted)
    #expect(other.handle(.background) == [.pause])
    #expect(other.handle(.foreground(camera: .authorized)) == [.keepAwake, .run])
  }

  @Test("it pauses when its scene goes to the background, although the app stays, and resumes with the scene")
  func scene() {
    var life = life(after: Self.start)
    #expect(life.handle(.sceneBackground) == [.restoreSleep, .pause] && life.state == .background)
    // The app comes back with another scene.
    #expect(life.handle(.background) == [] && life.handle(.foreground(camera: .authorized)) == [])
    #expect(life.state == .background)
    #expect(life.handle(.sceneForeground(camera: .authorized)) == [.keepAwake, .run])
    // The scene comes back before the app says so.
    _ = (life.handle(.sceneBackground), life.handle(.background))
    #expect(life.handle(.sceneForeground(camera: .authorized)) == [] && life.state == .background)
    #expect(life.handle(.foreground(camera: .authorized)) == [.keepAwake, .run])
    // A view that left with its scene may appear in another one.
    _ = (life.handle(.sceneBackground), life.handle(.stop))
    #expect(life.handle(Self.start) == [.keepAwake, .run])
  }

  @Test("started in the background it waits for the foreground")
  func startedInBackground() {
    var life = life(after: .background)
    #expect(life.handle(Self.start) == [])
    #expect(life.state == .background)
    #expect(life.handle(.foreground(camera: .authorized)) == [.keepAwake, .run])
  }

  @Test("a failure is reported with its reason; starting again, or coming back to the app, is another attempt")
  func failure() {
    var life = life(after: Self.start)
    #expect(life.handle(.failed(.session("sensor"))) == [.restoreSleep, .pause])
    #expect(life.state == .failed(.session("sensor")))
    #expect(life.handle(Self.start) == [.keepAwake, .run])
    _ = life.handle(.failed(.cameraDenied))
    #expect(life.handle(.foreground(camera: .denied)) == [] && life.state == .failed(.cameraDenied))
    #expect(life.handle(.foreground(camera: .authorized)) == [.keepAwake, .run])
  }

  @Test("in any order of events: awake exactly while running, every pause after a run, one request at a time")
  func anyOrder() {
    var generator = SeededGenerator(seed: 12)
    let access: [SessionLife.CameraAccess] = [.notDetermined, .restricted, .denied, .authorized, .authorized]
    var runs = 0
    for _ in 0..<400 {
      var life = SessionLife()
      var (isOn, isAwake, isAsking) = (false, false, false)
      for _ in 0..<100 {
        let camera = access.randomElement(using: &generator) ?? .authorized
        let events: [SessionLife.Event] = [
          .start(isSupported: generator.next() % 8 != 0, camera: camera), .stop, .background,
          .foreground(camera: camera), .sceneBackground, .sceneForeground(camera: camera),
          .interrupted, .interruptionEnded, .failed(.session("x")),
        ]
        let answer = SessionLife.Event.answered(isGranted: generator.next() & 1 == 0)
        let event = isAsking && generator.next() % 4 == 0 ? answer : events.randomElement(using: &generator) ?? .stop
        if event == answer { isAsking = false }
        for action in life.handle(event) {
          switch action {
          case .askForCamera:
            #expect(!isAsking)
            isAsking = true
          case .run:
            isOn = true
            runs += 1
          case .pause:
            #expect(isOn)
            isOn = false
          case .keepAwake:
            #expect(!isAwake)
            isAwake = true
          case .restoreSleep:
            #expect(isAwake)
            isAwake = false
          }
        }
        #expect(isAwake == (life.state == .running))
        #expect(isOn == (life.state == .running || life.state == .interrupted))
      }
    }
    #expect(runs > 1000)
  }

  @Test("a failure states what to do, and control characters in its reason cannot reach the terminal")
  func sentences() {
    #expect("\(SessionLife.Failure.cameraDenied)".contains("Settings"))
    #expect("\(SessionLife.Failure.session("a\u{1B}[2Jb"))" == "Face tracking stopped: a\u{FFFD}[2Jb")
  }
}

@Suite @MainActor struct SessionShellTests {
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
    "the screen's sleep setting is restored, also if the app kept the screen awake before", arguments: [false, true])
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

  @Test("a session that fails while it is being started ends as failed, with the sleep setting restored")
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

@Suite struct SessionNewsTests {
  @Test("each change is news once, and after the end nothing is armed and no dot is wanted")
  func once() {
    var news = SessionNews()
    #expect(news.changes(armed: .none, wantsDot: false) == [])
    #expect(news.changes(armed: .down, wantsDot: true) == [.armed(.down), .wantsDot(true)])
    #expect(news.changes(armed: .down, wantsDot: true) == [])
    #expect(news.end() == [.armed(.none), .wantsDot(false)])
    #expect(news.end() == [])
    #expect(news.changes(armed: .none, wantsDot: true) == [.wantsDot(true)])
  }
}

@Suite @MainActor struct FrameBroadcastTests {
  private func frame(_ time: Double) -> FaceFrame {
    FaceFrame(time: time, face: .identity, leftEye: .identity, rightEye: .identity)
  }

  private func times(_ stream: AsyncStream<FaceFrame>) async -> [Double] {
    var times: [Double] = []
    for await frame in stream { times.append(frame.time) }
    return times
  }

  @Test("each stream gets the frames from its beginning on, and ends with the session")
  func streams() async {
    var broadcast: FrameBroadcast? = FrameBroadcast()
    let first = broadcast?.stream()
    broadcast?.send(frame(1))
    let second = broadcast?.stream()
    broadcast?.send(frame(2))
    #expect(broadcast?.count == 2)
    broadcast = nil
    if let first { #expect(await times(first) == [1, 2]) }
    if let second { #expect(await times(second) == [2]) }
  }

  @Test("a stream that nobody reads any more is removed with the next frame")
  func abandoned() {
    let broadcast = FrameBroadcast()
    do { _ = broadcast.stream() }
    broadcast.send(frame(1))
    broadcast.send(frame(2))
    #expect(broadcast.count == 0)
  }

  @Test("while a reader is busy the newest 120 frames wait for it")
  func busy() async {
    var broadcast: FrameBroadcast? = FrameBroadcast()
    let stream = broadcast?.stream()
    for time in 0..<500 { broadcast?.send(frame(Double(time))) }
    broadcast = nil
    if let stream { #expect(await times(stream) == (380..<500).map(Double.init)) }
  }
}
