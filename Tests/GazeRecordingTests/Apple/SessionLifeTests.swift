import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct SessionLifeTests {
  /// An event, the actions that follow from it, and the state after it; nil if the state says nothing.
  typealias Step = (event: SessionLife.Event, actions: [SessionLife.Action], state: SessionLife.State?)
  private static let start = SessionLife.Event.start(isSupported: true, camera: .authorized)
  private static let ask = SessionLife.Event.start(isSupported: true, camera: .notDetermined)
  private static let back = SessionLife.Event.foreground(camera: .authorized)
  private static let sceneBack = SessionLife.Event.sceneForeground(camera: .authorized)
  private static let runs: [SessionLife.Action] = [.keepAwake, .run]
  private static let stops: [SessionLife.Action] = [.restoreSleep, .pause]
  private static let started: Step = (start, runs, .running)
  private static let asked: Step = (ask, [.askForCamera], .asking)

  /// Courses of a session, each with the behaviour that it shows.
  static let courses: [(String, [Step])] = [
    (
      "a view that appears runs and keeps the screen awake; one that disappears lets it sleep and pauses",
      [started, (.stop, stops, .stopped), (.stop, [], .stopped)]
    ),
    (
      "without face tracking nothing runs and nobody is asked for the camera",
      [(.start(isSupported: false, camera: .notDetermined), [], .failed(.unsupported))]
    ),
    (
      "a person who was not asked yet is asked once, and the session runs after a yes",
      [asked, (ask, [], .asking), (.answered(isGranted: true), runs, .running)]
    ),
    (
      "a denial is reported, and Settings can change it while the app is in the background",
      [
        asked, (.answered(isGranted: false), [], .failed(.cameraDenied)), (.background, [], nil),
        (back, runs, .running),
      ]
    ),
    (
      "an earlier denial is reported at once",
      [(.start(isSupported: true, camera: .denied), [], .failed(.cameraDenied))]
    ),
    (
      "and so is a restriction",
      [(.start(isSupported: true, camera: .restricted), [], .failed(.cameraRestricted))]
    ),
    (
      "an answer that comes after the view has disappeared does not run the session",
      [asked, (.stop, [], nil), (.answered(isGranted: true), [], .stopped)]
    ),
    (
      "an interruption lets the screen sleep and leaves the session to ARKit; its end runs it again",
      [started, (.interrupted, [.restoreSleep], .interrupted), (.interruptionEnded, runs, .running)]
    ),
    // ARKit also reports the loss of the camera, but the session is already paused then.
    (
      "in the background it pauses, and it resumes with the app",
      [started, (.background, stops, nil), (.interrupted, [], .background), (back, runs, .running)]
    ),
    (
      "an interruption from before the background is over after it",
      [started, (.interrupted, [.restoreSleep], nil), (.background, [.pause], nil), (back, runs, .running)]
    ),
    (
      "it pauses when its scene goes to the background, although the app stays, and resumes with the scene",
      [
        started, (.sceneBackground, stops, .background),
        // The app comes back with another scene.
        (.background, [], nil), (back, [], .background), (sceneBack, runs, .running),
        // The scene comes back before the app says so.
        (.sceneBackground, stops, nil), (.background, [], nil), (sceneBack, [], .background), (back, runs, .running),
        // A view that left with its scene may appear in another one.
        (.sceneBackground, stops, nil), (.stop, [], nil), started,
      ]
    ),
    (
      "started in the background it waits for the foreground",
      [(.background, [], nil), (start, [], .background), (back, runs, .running)]
    ),
    (
      "a failure is reported with its reason; starting again, or coming back to the app, is another attempt",
      [
        started, (.failed(.session("sensor")), stops, .failed(.session("sensor"))), started,
        (.failed(.cameraDenied), stops, nil), (.foreground(camera: .denied), [], .failed(.cameraDenied)),
        (back, runs, .running),
      ]
    ),
  ]

  @Test("a course of events gives exactly these actions and states", arguments: courses)
  func course(_ behaviour: String, _ steps: [Step]) {
    var life = SessionLife()
    #expect(life.state == .stopped)
    for (index, step) in steps.enumerated() {
      #expect(life.handle(step.event) == step.actions, "event \(index)")
      if let state = step.state { #expect(life.state == state, "event \(index)") }
    }
  }

  @Test("in any order of events: awake only while running, one request at a time")
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

  @Test("a failure says what to do, and its reason cannot control a terminal")
  func sentences() {
    #expect("\(SessionLife.Failure.cameraDenied)".contains("Settings"))
    #expect("\(SessionLife.Failure.session("a\u{1B}[2Jb"))" == "Face tracking stopped: a\u{FFFD}[2Jb")
  }
}

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

struct SessionNewsTests {
  @Test("each change is news once; after the end nothing is armed or wanted")
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

@MainActor struct FrameBroadcastTests {
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
