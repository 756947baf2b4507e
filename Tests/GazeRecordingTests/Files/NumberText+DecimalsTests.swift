import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct NumberTextDecimalsTests {
  @Test("exact decimals are those of Foundation, whether the number fits an integer or not")
  func exactLikeFoundation() {
    let locale = Locale(identifier: "en_US_POSIX")
    var random = SeededGenerator(seed: 1)
    for decimals in 0...15 {
      let drawn = (0..<200).map { _ in
        let size = pow(10, random.number(-18...17))
        return (random.number(-1...1) * size, Double(random.int(-9999...9999)))
      }
      let ties = drawn.map { ($0.1 + 0.5) / pow(10, Double(decimals)) }
      for value in drawn.map(\.0) + ties + [
        0.5, -0.0, .leastNonzeroMagnitude, 999_999_999_999_999, 1e15, 1e300, .nan, -.infinity,
      ] {
        let expected = String(format: "%.\(decimals)f", locale: locale, value)
        #expect(NumberText.exact(value, decimals) == expected, "\(value), \(decimals)")
      }
    }
  }

  @Test("a fixed number has no sign before zeros; a missing one is a dash")
  func fixed() {
    let texts = [2.5, -2.5, -0.04, -0.0, nil, .nan, .infinity].map { NumberText.fixed($0) }
    #expect(texts == ["2.5", "-2.5", "0.0", "0.0", "-", "-", "-"])
    #expect(NumberText.fixed(0.5, 0) == "0" && NumberText.fixed(1.5, 0) == "2" && NumberText.fixed(-0.2, 0) == "0")
  }

  @Test("a brief number has four or five digits and a zero's sign, or is empty")
  func brief() {
    let texts = [1234.5, 123.45, 12.345, 1.23456, -0.00001, nil, .nan].map { NumberText.brief($0) }
    #expect(texts == ["1234", "123.4", "12.34", "1.2346", "-0.0000", "", ""])
    #expect(NumberText.brief(0.5, 1) == "0.5" && NumberText.brief(123.45, 0) == "123")
  }

  @Test("a share is shown in per cent, to a tenth")
  func percent() {
    #expect([0.12345, -0.0001, nil, .nan].map { NumberText.percent($0) } == ["12.3 %", "0.0 %", "-", "- %"])
  }

  @Test("a plain number is whole, or has as many decimals as it needs")
  func plain() {
    let texts = [12, 0.23456, 12.345, 1234.5, 2e9, -0.0, .nan].map(NumberText.plain)
    #expect(texts == ["12", "0.235", "12.3", "1234", "2000000000", "0", "-"])
  }

  @Test("three digits are three, six decimals at most")
  func threeDigits() {
    let texts = [12.345, 0.0012345, 1e-9, 1234, 0, -0.0, nil, .infinity].map { NumberText.threeDigits($0) }
    #expect(texts == ["12.3", "0.00123", "0.000000", "1234", "0", "0", "-", "-"])
    #expect([nil, .nan, 0, 100, 10, 0.1, 0.001, 1e-9].map { NumberText.decimals($0) } == [2, 2, 2, 0, 1, 2, 4, 6])
  }

  @Test(
    "a typeset number has a hyphen and its unit on its line, or is a dash")
  func typeset() {
    #expect([nil, .nan, .infinity].allSatisfy { NumberText.typeset($0, 2, "pt") == "–" })
    #expect(NumberText.typeset(-0.001, 2) == "0.00" && NumberText.typeset(-12.34, 1, "°") == "-12.3°")
    #expect(
      NumberText.typeset(1234.5, 2, "pt") == "1234\u{A0}pt" && NumberText.typeset(123.45, 2, "%") == "123.4\u{A0}%")
    #expect(NumberText.typeset(3, 1, "/min") == "3.0/min" && NumberText.typeset(123.45, 0) == "123")
    #expect(NumberText.typeset(fixed: -1234.5, 2) == "-1234.50" && NumberText.typeset(fixed: -0.0, 1) == "0.0")
  }

  @Test("general drops zeros at the end; printf is the same in lower case")
  func general() {
    #expect(
      [2.675, 0.000012, 1_234_567, 2, .nan].map { NumberText.printf($0, 3) } == [
        "2.68", "1.2e-05", "1.23e+06", "2", "nan",
      ])
    let locale = Locale(identifier: "en_US_POSIX")
    var random = SeededGenerator(seed: 2)
    for digits in 1...17 {
      let drawn = (0..<200).map { _ in
        random.number(-1...1) * pow(10, random.number(-18...17))
      }
      let special = [0, -0.0, 999.6, 1000.4, 999_999.5, .leastNonzeroMagnitude, 1e300, -.nan, -.infinity]
      for value in drawn + special {
        let expected = String(format: "%.\(digits)g", locale: locale, value)
        let text = NumberText.general(value, digits)
        // 999.6 with three digits is 1E+03 by C's rule, which counts the digits after rounding; Foundation has 1000.
        let isRoundedUp = text.contains("1E+") && Double(text) == Double(expected)
        #expect(text == expected || isRoundedUp, "\(value), \(digits): \(text)")
      }
    }
    #expect(NumberText.printf(0.3) == "0.3" && NumberText.printf(1.0 / 3) == "0.333333")
  }
}
