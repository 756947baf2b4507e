import Foundation
import TestSupport
import Testing

@testable import GazeRecording

/// The standard library's conversion, which is rounded correctly, is the reference.
struct DecimalTextTests {
  private func decimal<T>(_ text: String, _ body: (DecimalText, UnsafeRawBufferPointer) -> T) -> T? {
    Array(text.utf8).withUnsafeBytes { bytes in
      var index = 0
      guard let number = DecimalText(bytes, at: &index), index == bytes.count else { return nil }
      return body(number, bytes)
    }
  }

  private func check(_ text: String) {
    let double = decimal(text) { $0.double(in: $1) }
    #expect(double?.bitPattern == Double(text)?.bitPattern, "\(text)")
    let float = decimal(text) { $0.float(in: $1) }
    #expect(float?.bitPattern == Float(text)?.bitPattern, "\(text)")
  }

  @Test("the shortest text of a number is read bit for bit")
  func shortest() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let double = Double(bitPattern: generator.next())
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      let near = generator.number(-1000...1000)
      for text in [double.description, float.description, near.description, (near * 1e-9).description]
      where !text.contains("n") { check(text) }
    }
  }

  @Test("numbers of 1 to 25 digits are rounded once")
  func digits() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<50_000 {
      let count = generator.int(1...25)
      var text = (0..<count).map { _ in "\(generator.int(0...9))" }.joined()
      let point = generator.int(0..<count)
      let zeros = String(repeating: "0", count: generator.int(0...12) / 4)
      text = point == 0 ? "0." + zeros + text : text.prefix(point) + "." + text.dropFirst(point)
      if point > 1, text.hasPrefix("0") { text = "1" + text }
      if Bool.random(using: &generator) { text = "-" + text }
      if generator.int(0..<4) == 0 { text += "e\(generator.int(-330...330))" }
      check(text)
    }
  }

  @Test("numbers at or next to halfway between two others are rounded right")
  func halfway() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      // 54 bits are halfway between two Doubles, 25 bits between two Floats.
      let odd = (generator.next() >> 10 | 1 << 53 | 1, generator.next() >> 39 | 1 << 24 | 1)
      for whole in [odd.0, odd.1, odd.0 * 4 + 1, odd.1 * 4 - 1] {
        for text in ["\(whole)", "\(whole).0", "\(whole).5", "\(whole / 4).\(whole % 4 * 25)"] { check(text) }
        let places = generator.int(1...27)
        let padded = String(repeating: "0", count: max(places + 1 - "\(whole)".count, 0)) + "\(whole)"
        check(padded.dropLast(places) + "." + padded.suffix(places))
      }
    }
    for text in [
      "0", "-0", "0.0", "-0.000", "0e5", "0.000000000000000000000000000", "9007199254740993", "9007199254740993.0",
      "18446744073709551615", "18446744073709551616", "9999999999999999999", "0.9999999999999999999",
      "1e-27", "7.450580596923828125", "0.000000000000000000000000001", "1e22", "1e23", "8.5e-46", "3.4028236e38",
      "1.7976931348623159e308", "4.9e-324", "2.4e-324", "0.1e-400", "1e99999999999999999999",
      "0.953559547662735", "5.085076093673706", "-24.57979106903076", "0.00000000000000000001234",
      "12345678901234567890123", "1.00000000000000000000",
    ] { check(text) }
  }

  @Test("bytes behind the text are not read as digits, wherever the text ends")
  func end() {
    let text = "-12.345678901234567890e12"
    for count in 1...text.utf8.count {
      let expected = decimal(String(text.prefix(count))) { $0.double(in: $1) }
      let found = Array(text.utf8).withUnsafeBytes { bytes in
        var index = 0
        let start = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        return DecimalText(start, at: &index).map { $0.double(in: start) }
      }
      #expect(found == expected, "\(count)")
    }
  }

  @Test(
    "text that is not a number of JSON is refused, and the place stays",
    arguments: ["", "-", "+1", "01", "-01.5", ".5", "1.", "1.e5", "1e", "1e+", "nan", "e5", "--1"])
  func refused(text: String) {
    Array(text.utf8).withUnsafeBytes { bytes in
      var index = 0
      #expect(DecimalText(bytes, at: &index) == nil)
      #expect(index == 0)
    }
  }
}
