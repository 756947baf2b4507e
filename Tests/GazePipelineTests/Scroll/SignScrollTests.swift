import GazePipeline
import Testing

private let rest = 0.1, given = 0.9

@Suite("Scroll by a sign alone")
struct SignScrollTests {
  @Test(
    "a held sign scrolls down wherever the gaze is, until it has ended for the release", arguments: [0.5, 0.1, nil])
  func down(y: Double?) {
    var driver = SignDriver(.signed(rule: .sign))
    #expect(driver.run(y, rest, frames: 16) + driver.run(y, given, frames: 4) == stays(20))
    #expect(driver.run(y, given, frames: 20) == scrolls(20))
    #expect(driver.trigger.isActive && driver.trigger.armed == .none)
    #expect(driver.run(y, rest, frames: 5) == scrolls(3) + stays(2))
  }

  @Test("the other sign scrolls up")
  func up() {
    var driver = SignDriver(.signed(rule: .sign))
    driver.sign = .mouthPucker
    #expect(driver.run(0.9, rest, frames: 16) + driver.run(0.9, given, frames: 5) == stays(20) + scrolls(1, .up))
  }

  @Test("a scroll ends after the longest scroll, and the sign that is still held does not begin another")
  func longest() {
    var driver = SignDriver(.signed(rule: .sign))
    #expect(driver.run(0.5, rest, frames: 16) + driver.run(0.5, given, frames: 5) == stays(20) + scrolls(1))
    #expect(driver.run(0.5, given, frames: 32) == scrolls(31) + stays(1))
    #expect(driver.run(0.5, given, frames: 100) == stays(100))
    #expect(driver.run(0.5, rest, frames: 100) + driver.run(0.5, given, frames: 5) == stays(104) + scrolls(1))
  }

  @Test("a blink and a lost face pause a scroll; a long one ends it")
  func holds() {
    var blinking = FacialSign.brows.face(given)
    blinking.blink = SIMD2(0.9, 0.9)
    for face in [blinking, FacialSign.brows.face(nil)] {
      var driver = SignDriver(.signed(rule: .sign))
      #expect(driver.run(0.5, rest, frames: 16) + driver.run(0.5, given, frames: 5) == stays(20) + scrolls(1))
      for _ in 0..<5 { #expect(driver.step(0.5, face: face) == .none) }
      #expect(driver.run(0.5, given, frames: 4) == scrolls(4))
      for _ in 0..<6 { #expect(driver.step(0.5, face: face) == .none) }
      #expect(driver.run(0.5, given, frames: 60) == stays(60))
    }
  }

  @Test("a long blink scrolls for half a second, while the other sign still works")
  func longBlink() {
    var driver = SignDriver(.signed(.longBlink, rule: .sign))
    #expect(driver.run(0.5, rest, frames: 4) + driver.run(nil, given, frames: 12) == stays(16))
    var moved = 0.0
    for _ in 0..<40 { moved += driver.step(0.5, rest).distance }
    #expect(moved == 80)
    driver.sign = .mouthPucker
    #expect(driver.run(0.5, given, frames: 5).last == .up)
  }

  @Test("without a face, or with the sign none, nothing scrolls")
  func never() {
    var driver = SignDriver(.signed(rule: .sign))
    for _ in 0..<60 { #expect(driver.step(0.9, face: nil) == .none) }
    var other = SignDriver(.signed(.none, rule: .sign, upSign: .none))
    for _ in 0..<60 { #expect(other.step(0.9, 0.9) == .none) }
  }
}
