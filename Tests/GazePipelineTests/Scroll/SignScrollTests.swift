import GazePipeline
import Testing

private let rest = 0.1, given = 0.9

struct SignScrollTests {
  @Test(
    "a held sign scrolls wherever gaze is, until it ended for the release", arguments: [0.5, 0.1, nil])
  func down(y: Double?) {
    var driver = SignDriver(.signed(rule: .sign))
    driver.expect((y, rest, 16, .none), (y, given, 4, .none), (y, given, 20, .down))
    #expect(driver.trigger.isActive && driver.trigger.armed == .none)
    driver.expect((y, rest, 3, .down), (y, rest, 2, .none))
  }

  @Test("the other sign scrolls up")
  func up() {
    var driver = SignDriver(.signed(rule: .sign))
    driver.sign = .mouthPucker
    driver.expect((0.9, rest, 16, .none), (0.9, given, 4, .none), (0.9, given, 1, .up))
  }

  @Test("a scroll ends after the longest scroll, and the held sign begins none")
  func longest() {
    var driver = SignDriver(.signed(rule: .sign))
    driver.expect(
      (0.5, rest, 16, .none), (0.5, given, 4, .none), (0.5, given, 1, .down), (0.5, given, 31, .down),
      (0.5, given, 1, .none), (0.5, given, 100, .none), (0.5, rest, 100, .none), (0.5, given, 4, .none),
      (0.5, given, 1, .down))
  }

  @Test("a blink and a lost face pause a scroll; a long one ends it")
  func holds() {
    var blinking = FacialSign.brows.face(given)
    blinking.blink = SIMD2(0.9, 0.9)
    for face in [blinking, FacialSign.brows.face(nil)] {
      var driver = SignDriver(.signed(rule: .sign))
      driver.expect((0.5, rest, 16, .none), (0.5, given, 4, .none), (0.5, given, 1, .down))
      for _ in 0..<5 { #expect(driver.step(0.5, face: face) == .none) }
      driver.expect((0.5, given, 4, .down))
      for _ in 0..<6 { #expect(driver.step(0.5, face: face) == .none) }
      driver.expect((0.5, given, 60, .none))
    }
  }

  @Test("a long blink scrolls for half a second, while the other sign still works")
  func longBlink() {
    var driver = SignDriver(.signed(.longBlink, rule: .sign))
    driver.expect((0.5, rest, 4, .none), (nil, given, 12, .none))
    var moved = 0.0
    for _ in 0..<40 { moved += driver.step(0.5, rest).distance }
    #expect(moved == 80)
    driver.sign = .mouthPucker
    #expect(driver.run(0.5, given, frames: 5).last == .up)
  }

  @Test("without a face, or with the sign none, nothing scrolls")
  func never() {
    var others = [SignDriver(.signed(rule: .sign)), SignDriver(.confirm)]
    for index in others.indices { others[index].expect((0.95, nil, 600, .none)) }
    var none = SignDriver(.signed(.none, rule: .sign, upSign: .none))
    none.expect((0.9, 0.9, 60, .none))
  }
}
