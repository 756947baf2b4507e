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
