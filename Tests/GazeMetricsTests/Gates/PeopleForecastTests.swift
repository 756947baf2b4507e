import CGSL
import TestSupport
import Testing

@testable import GazeMetrics

struct PeopleForecastTests {
  private func needed(_ value: Double, _ limit: Double, _ lower: Double, _ upper: Double, _ people: Int = 20) -> Int? {
    PeopleForecast.needed(value: value, limit: limit, lower: lower, upper: upper, people: people)
  }

  @Test("an interval twice as far takes four times the people, and a tenth")
  func needed() {
    // 1.1 · 20 · (20 / 10)².
    #expect(needed(100, 110, 70, 120) == 88)
    #expect(needed(100, 90, 80, 150) == 88)
    // An end that reaches just the limit takes the people who are there, and a tenth.
    #expect(needed(100, 110, 95, 110) == 22)
  }

  @Test("a value at its limit takes too many people; no width says nothing")
  func edges() {
    #expect(needed(100, 100, 90, 110) == 1_000_000_000)
    #expect(needed(100, 110, 100, 100) == nil)
    #expect(needed(.nan, 110, 90, 120) == nil && needed(100, .infinity, 90, 120) == nil)
    #expect(needed(100, 110, 90, .infinity) == nil)
  }
}
