import GazeRecording
import TestSupport
import Testing

@testable import GazeImport

struct UnitGuessTests {
  @Test("A single plausible candidate is the unit; several are ambiguous")
  func choice() {
    func guess(_ limit: Int) -> UnitGuess<Int> { UnitGuess([1, 10, 100]) { $0 > limit } }
    #expect(guess(50).unit == 100 && !guess(50).isAmbiguous)
    #expect(guess(500).unit == nil && !guess(500).isAmbiguous)
    #expect(guess(5).unit == nil && guess(5).isAmbiguous && guess(5).plausible == [10, 100])
  }

  @Test("A usual step fits at most one unit of time, whatever its size")
  func steps() {
    for (step, unit) in [
      (0.0167, TimeUnit.seconds), (16.7, .milliseconds), (16_700, .microseconds), (1.67e7, .nanoseconds),
    ] {
      #expect(UnitGuess(step: step, within: 0.000_99...0.250_1).unit == unit)
    }
    for exponent in stride(from: -6.0, to: 12, by: 0.05) {
      var step = 1.0
      for _ in 0..<Int(abs(exponent) * 20) { step *= exponent < 0 ? 0.891 : 1.122 }
      #expect(!UnitGuess(step: step, within: 0.000_99...0.250_1).isAmbiguous)
    }
  }
}
