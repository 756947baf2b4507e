import GazePipeline
import TestSupport
import Testing

struct QuantilesTests {
  @Test("an even count's median is the middle numbers' mean, the upper median the larger")
  func medians() {
    #expect(Quantiles.median([3, 1, 2]) == 2 && Quantiles.upperMedian([3, 1, 2]) == 2)
    #expect(Quantiles.median([4, 1, 2, 3]) == 2.5 && Quantiles.upperMedian([4, 1, 2, 3]) == 3)
    #expect(Quantiles.median(sorted: [1, 2] as [Float]) == 1.5 && Quantiles.upperMedian(sorted: [1, 2]) == 2)
    #expect(Quantiles.median([7]) == 7 && Quantiles.upperMedian([7]) == 7)
    #expect(Quantiles.median([1, .infinity]) == .infinity && Quantiles.median([1e308, 1e308, 1e308]) == 1e308)
    #expect(Quantiles.upperMiddle(sorted: ["a", "b"]) == "b")
  }

  @Test("an empty array has no quantiles")
  func none() {
    #expect(Quantiles.median([]) == nil && Quantiles.upperMedian([]) == nil && Quantiles.upperMedian(sorted: []) == nil)
    #expect(Quantiles.upperMiddle(sorted: [String]()) == nil && Quantiles.linear(0.5, sorted: []) == nil)
  }

  @Test("a quantile is interpolated linearly between neighbours, as by default in NumPy")
  func linear() {
    // numpy.quantile([0, 10, 20, 40], [0, 0.25, 0.5, 0.9, 1])
    let quantiles = [0, 0.25, 0.5, 0.9, 1].map { Quantiles.linear($0, sorted: [0, 10, 20, 40]) }
    #expect(quantiles == [0, 7.5, 15, 34, 40])
    #expect(Quantiles.linear(-0.1, sorted: [1]) == nil && Quantiles.linear(.nan, sorted: [1]) == nil)
    #expect(Quantiles.linear(0.3, sorted: [1]) == 1)
  }
}

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

struct PlatformMathTests {
  @Test("each function returns its own known value, so no function is wired to another")
  func knownValues() {
    let values: [(Double, Double)] = [
      (Elementary.sin(1), 0.8414709848078965), (Elementary.cos(1), 0.5403023058681398),
      (Elementary.tan(1), 1.5574077246549023), (Elementary.asin(0.5), 0.5235987755982989),
      (Elementary.acos(0.5), 1.0471975511965979), (Elementary.atan(0.5), 0.4636476090008061),
      (Elementary.atan2(1, -2), 2.677945044588987), (Elementary.exp(1), 2.718281828459045),
      (Elementary.log(2), 0.6931471805599453), (Elementary.pow(2, 0.5), 1.4142135623730951),
    ]
    for (value, expected) in values { expectNear(value, expected, 4e-16 * max(1, expected)) }
  }

  @Test("sine and cosine at once equal the platform's to 3e-16")
  func sinesAndCosines() {
    for k in -2000...2000 {
      let x = SIMD2(Double(k) / 1000, 0.79 * Double(k) / 2000)
      let (sin, cos) = Elementary.sinCos(x)
      for i in 0..<2 {
        expectNear(sin[i], Elementary.sin(x[i]), 3e-16)
        expectNear(cos[i], Elementary.cos(x[i]), 3e-16)
      }
    }
  }

  @Test("angles of two directions at once equal the platform's to a relative 1e-15")
  func angles() {
    for k in -3141...3141 {
      let angle = SIMD2(Double(k) / 1000, 0.78 * Double(k) / 3141)
      let across = SIMD2(Elementary.sin(angle.x), Elementary.sin(angle.y)) * 0.4
      let along = SIMD2(Elementary.cos(angle.x), Elementary.cos(angle.y)) * 0.4
      let found = Elementary.angles(across, along: along)
      for i in 0..<2 {
        let expected = Elementary.atan2(across[i], along[i])
        #expect(abs(found[i] - expected) <= 1e-15 * abs(expected))
      }
    }
    #expect(Elementary.angles(.zero, along: SIMD2(1, -1)) == SIMD2(0, .pi))
    #expect(Elementary.angles(SIMD2(.nan, 0), along: SIMD2(1, 1)).x.isNaN)
  }

  @Test("one direction's angle equals the platform's to a relative 1e-15")
  func angleOfOne() {
    var inSeries = 0
    for k in -3141...3141 {
      let (across, along) = (0.4 * Elementary.sin(Double(k) / 1000), 0.4 * Elementary.cos(Double(k) / 1000))
      let (found, expected) = (Elementary.angle(across, along: along), Elementary.atan2(across, along))
      #expect(abs(found - expected) <= 1e-15 * abs(expected))
      if found != expected { inSeries += 1 }
    }
    #expect(inSeries > 0, "some last digit differs, so the series was used")
    #expect(Elementary.angle(0, along: 1) == 0 && Elementary.angle(0, along: -1) == .pi)
    #expect(Elementary.angle(1e-300, along: 1) == 1e-300 && Elementary.angle(0, along: 0) == 0)
    #expect(Elementary.angle(.nan, along: 1).isNaN && Elementary.angle(0, along: .nan).isNaN)
    #expect(Elementary.angle(.infinity, along: .infinity) == .pi / 4)
  }
}
