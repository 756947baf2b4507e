import Testing

@testable import Evaluate

@Suite struct ReplayControlsTests {
  @Test("space pauses and resumes; a step by hand pauses; l loops")
  func states() {
    var controls = ReplayControls()
    #expect(controls.press(.pause) == .restart && controls.isPaused)
    #expect(controls.press(.pause) == .restart && !controls.isPaused)
    #expect(controls.press(.forward) == .forward && controls.isPaused)
    #expect(controls.press(.back) == .back && controls.isPaused)
    #expect(controls.press(.loop) == .draw && controls.isLooping)
    #expect(controls.press(.loop) == .draw && !controls.isLooping)
    #expect(controls.press(.resumed) == .restart && controls.isPaused)
    #expect(controls.press(.quit) == .quit)
  }

  @Test("speed doubles and halves within the range of --speed")
  func speed() {
    var controls = ReplayControls(speed: 1.5)
    #expect(controls.press(.faster) == .restart && controls.speed == 3)
    #expect(controls.press(.slower) == .restart && controls.speed == 1.5)
    for _ in 0..<40 { _ = controls.press(.slower) }
    #expect(controls.speed == 0.001)
    for _ in 0..<40 { _ = controls.press(.faster) }
    #expect(controls.speed == 1000)
  }
}
