import Synchronization
import Testing

@testable import Evaluate

@Suite struct ExternalPaceTests {
  /// Remarks after answers that took these times.
  private func remarks(_ times: [Double], rate: Double = 60) -> [String] {
    let remarks = Mutex<[String]>([])
    let pace = ExternalPace { remark in remarks.withLock { $0.append(remark) } }
    for time in times { pace.add(time, rate: rate) }
    return remarks.withLock { $0 }
  }

  @Test("a program slower than the camera is remarked on once, after five seconds of answers")
  func slow() {
    #expect(remarks([Double](repeating: 0.9, count: 5)) == [])
    let expected = "the program takes 0.9 s a frame: a minute of one person takes 54 min"
    #expect(remarks([Double](repeating: 0.9, count: 100)) == [expected])
    #expect(
      remarks([2, 4], rate: 100) == ["the program takes 3 s a frame: a minute of one person takes 5 h"])
    // This program keeps up with the camera.
    #expect(remarks([Double](repeating: 0.016, count: 10_000)) == [])
  }
}
