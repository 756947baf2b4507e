import GazePipeline
import Testing

/// The effect of the rules `edge` and `below` on a trigger; the others have suites of their own.
struct ScrollTriggerSettingsTests {
  @Test(
    "the rule below scrolls only from off the screen, whatever the edge zone is",
    arguments: [(0.99, ScrollDirection.none), (1.01, .down), (1.24, .down), (1.26, .none), (0.01, .none), (-0.01, .up)])
  func below(y: Double, direction: ScrollDirection) {
    for edge in [0, 0.25] {
      var settings = ScrollTrigger.Settings.below
      settings.edgeZone = edge
      var driver = SignDriver(settings)
      #expect(driver.run(y, nil, frames: 40).last == direction)
    }
  }

  @Test("the rules edge and below ignore the face")
  func ignoresFace() {
    for settings in [ScrollTrigger.Settings.standard, .below] {
      var (with, without) = (SignDriver(settings), ScrollTrigger(settings))
      for index in 0..<400 {
        let y = [0.5, 1.1, 1.1, 1.1, 0.97, 0.97, 0.97, 0.02][index / 8 % 8]
        let command = with.step(y, index % 3 == 0 ? nil : 0.9)
        #expect(command == without.step(pointer: SIMD2(200, y * 800), window: SignDriver.window, at: with.time))
        #expect(with.trigger.armed == .none && (command == .none || with.trigger.isActive))
      }
    }
  }
}
