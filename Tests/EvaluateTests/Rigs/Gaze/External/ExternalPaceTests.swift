import Foundation
import Testing

@testable import Evaluate

/// Remarks that a pace has made.
private final class Remarks: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var texts: [String] = []

  var all: [String] { lock.withLock { texts } }

  func add(_ text: String) { lock.withLock { texts.append(text) } }
}

@Suite struct ExternalPaceTests {
  /// Remarks after answers that took these times.
  private func remarks(_ times: [Double], rate: Double = 60) -> [String] {
    let remarks = Remarks()
    let pace = ExternalPace { remarks.add($0) }
    for time in times { pace.add(time, rate: rate) }
    return remarks.all
  }

  @Test("a program slower than the camera is remarked on once, after five seconds of answers")
  func slow() {
    #expect(remarks([Double](repeating: 0.9, count: 5)) == [])
    let expected = "the program takes 0.9 s a frame: a minute of one person takes 54 min"
    #expect(remarks([Double](repeating: 0.9, count: 100)) == [expected])
    #expect(
      remarks([2, 4], rate: 100) == ["the program takes 3 s a frame: a minute of one person takes 5 h"])
  }

  @Test("a program that keeps up with the camera is not remarked on")
  func fast() {
    #expect(remarks([Double](repeating: 0.016, count: 10_000)) == [])
  }
}
