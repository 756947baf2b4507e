import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct ShortestDigitsTests {
  @Test("the digits are the shortest that read back, without final zeros")
  func digits() {
    let numbers = [0, 1, 120, 0.001, 2.675, 1.5e-7, 1e300, .leastNonzeroMagnitude].map { ShortestDigits($0) }
    #expect(numbers.map(\.digits) == [0, 1, 12, 1, 2675, 15, 1, 5])
    #expect(numbers.map(\.exponent) == [0, 0, 1, -3, -3, -8, 300, -324])
    #expect(ShortestDigits(.greatestFiniteMagnitude).count == 17)
  }
}
