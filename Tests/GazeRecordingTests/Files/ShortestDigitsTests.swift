import Testing

@testable import GazeRecording

@Suite struct ShortestDigitsTests {
  @Test("the digits are those of the shortest text that reads back, without zeros at the end")
  func digits() {
    let numbers = [0, 1, 120, 0.001, 2.675, 1.5e-7, 1e300, .leastNonzeroMagnitude].map { ShortestDigits($0) }
    #expect(numbers.map(\.digits) == [0, 1, 12, 1, 2675, 15, 1, 5])
    #expect(numbers.map(\.exponent) == [0, 0, 1, -3, -3, -8, 300, -324])
    #expect(ShortestDigits(.greatestFiniteMagnitude).count == 17)
  }

  @Test(
    "a number is rounded at a place, and a tie goes to the even digit",
    arguments: [
      (2.675, -2, "2.68"), (1.005, -2, "1.00"), (0.125, -2, "0.12"), (0.375, -2, "0.38"), (9.996, -2, "10.00"),
      (0.005, -2, "0.00"), (0.015, -2, "0.02"), (1e-30, -2, "0.00"), (12.5, 0, "12"), (13.5, 0, "14"),
    ])
  func rounds(value: Double, place: Int, text: String) {
    var number = ShortestDigits(value)
    number.round(toPlace: place)
    #expect(number.fixed(-place) == text)
  }

  @Test("a number is rounded to digits, and zeros at the end are dropped")
  func roundsToDigits() {
    let rounded = [999.6, 1234, 0.00012345, 2, 0].map { value in
      var number = ShortestDigits(value)
      number.round(toDigits: 3)
      return [Int(number.digits), number.exponent]
    }
    #expect(rounded == [[1, 3], [123, 1], [123, -6], [2, 0], [0, 0]])
  }
}
