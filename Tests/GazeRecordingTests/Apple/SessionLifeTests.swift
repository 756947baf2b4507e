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
