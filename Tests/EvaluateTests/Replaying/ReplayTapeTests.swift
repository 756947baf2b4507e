import Testing

@testable import Evaluate

@Suite struct ReplayTapeTests {
  @Test("steps back to the oldest kept frame and forward to the newest")
  func steps() {
    var tape = ReplayTape<Int>(capacity: 3)
    #expect(tape.current == nil && tape.following == nil && tape.back() == false)
    for number in 1...5 { tape.append(number) }
    #expect(tape.current == 5 && tape.isAtNewest && tape.following == nil)
    #expect(tape.back() && tape.current == 4 && tape.following == 5)
    #expect(tape.back() && tape.current == 3 && tape.following == 4)
    #expect(tape.back() == false && tape.current == 3)
    tape.forward()
    tape.forward()
    tape.forward()
    #expect(tape.current == 5 && tape.isAtNewest)
  }

  @Test("a frame added after a step back is shown, and a cleared tape is empty")
  func adding() {
    var tape = ReplayTape<Int>(capacity: 4)
    for number in 1...3 { tape.append(number) }
    _ = tape.back()
    tape.append(4)
    #expect(tape.current == 4 && tape.back() && tape.current == 3)
    tape.removeAll()
    #expect(tape.current == nil && tape.back() == false)
    tape.append(9)
    #expect(tape.current == 9)
  }
}
