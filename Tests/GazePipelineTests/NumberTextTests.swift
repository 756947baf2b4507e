import GazePipeline
import TestSupport
import Testing

struct NumberTextTests {
  @Test("a rounded number has at least one decimal, and ties go away from 0")
  func rounded() {
    let texts = [2, 0.25, -0.25, 1.005, 0, -0.0, -0.04].map { NumberText.rounded($0, 1) }
    #expect(texts == ["2.0", "0.3", "-0.3", "1.0", "0.0", "-0.0", "-0.0"])
    #expect(NumberText.rounded(0.125, 2) == "0.13" && NumberText.rounded(1.23456, 4) == "1.2346")
    #expect(NumberText.rounded(12.5, 0) == "13.0" && NumberText.nearest(-2.5, 0) == -3)
    #expect(NumberText.rounded(.nan, 2) == "nan" && NumberText.rounded(-.infinity, 2) == "-inf")
  }

  @Test("the shortest text of a whole number has no decimals, below 10¹⁵")
  func shortest() {
    let texts = [3, -3, 0, -0.0, 0.1, 1e16, 1e15, 999_999_999_999_999, .nan, .infinity].map { NumberText.shortest($0) }
    #expect(texts == ["3", "-3", "0", "0", "0.1", "1e+16", "1000000000000000.0", "999999999999999", "nan", "inf"])
    #expect(NumberText.shortest(2.999, 2) == "3" && NumberText.shortest(0.125, 2) == "0.13")
    #expect(NumberText.shortest(-0.001, 2) == "0")
  }

  @Test("a number has four significant digits, but at most three decimals")
  func fourDigits() {
    let texts = [1234.5, 123.45, 12.345, 1.2345, 0.00012, -1234.5, 100].map(NumberText.fourDigits)
    #expect(texts == ["1235", "123.5", "12.35", "1.235", "0", "-1235", "100"])
  }

  @Test("a number has the requested significant digits, however small it is")
  func significant() {
    let texts = [123_456, 0.000123456, -0.0, 0, 2, .nan, 1e308, .leastNonzeroMagnitude].map {
      NumberText.significant($0)
    }
    #expect(texts == ["123500.0", "0.0001235", "-0.0", "0.0", "2.0", "nan", "1e+308", "5e-324"])
  }

  @Test("a factor has as many digits as it needs")
  func factor() {
    let texts = [12.5, 9.999, 2.346, 0.0123456, -4, 1e300, .nan].map(NumberText.factor)
    #expect(texts == ["13", "9.999", "2.346", "0.0123", "-4.0", "1000000000", "nan"])
  }

  @Test("thousandths of metres or seconds are rounded to a tenth")
  func thousandths() {
    #expect(NumberText.thousandths(0.06251) == "62.5" && NumberText.thousandths(-0.1) == "-100.0")
  }

  @Test("a number is rounded to a whole number and clamped to the limit")
  func whole() {
    let texts = [0.5, -0.5, 2.5, -0.2, -0.0, 1e300, -.infinity, .nan].map { NumberText.whole($0) }
    #expect(texts == ["1", "-1", "3", "0", "0", "9000000000000000000", "-9000000000000000000", "nan"])
    #expect(NumberText.whole(1e12, within: 1e9) == "1000000000")
  }

  @Test("a count of 1 is singular, and 0 is plural")
  func counts() {
    #expect([0, 1, 2, -1].map { NumberText.count($0, "take") } == ["0 takes", "1 take", "2 takes", "-1 takes"])
    #expect([1, 2].map { NumberText.count($0, "person", "people") } == ["1 person", "2 people"])
    #expect([1, 2].map { NumberText.word($0, "is", "are") } == ["is", "are"])
    #expect([1, 2].map(NumberText.times) == ["once", "2 times"])
  }
}
