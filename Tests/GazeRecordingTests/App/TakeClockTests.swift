import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct TakeClockTests {
  @Test("A take begins with 0 and keeps the time differences, also equal times")
  func differences() {
    var clock = TakeClock()
    #expect([98765.5, 98765.75, 98765.75, 98800].map { clock.time(of: $0) } == [0, 0.25, 0.25, 34.5])
    #expect(clock.start == 98765.5 && clock.late == 0 && clock.restarts == 0)
  }

  @Test("A late frame is dropped, and the next one continues")
  func late() {
    var clock = TakeClock()
    #expect([10, 11, 10.75, 10.5, 11.25].map { clock.time(of: $0) } == [0, 1, nil, nil, 1.25])
    #expect(clock.late == 2 && clock.restarts == 0)
  }

  @Test("After a clock was set back, time continues a second on, each time")
  func restarts() {
    var clock = TakeClock()
    #expect([10, 12, 0, 0.5, -100, -99].map { clock.time(of: $0) } == [0, 2, 3, 3.5, 4.5, 5.5])
    #expect(clock.late == 0 && clock.restarts == 2 && clock.start == 10)
  }
}
