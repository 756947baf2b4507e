import Foundation
import TestSupport
import Testing

@testable import GazeRecording

struct ISO8601TimeTests {
  /// ICU's regular expressions decide independently which texts are dates.
  private static let grammar =
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[T ]([01][0-9]|2[0-4]):[0-5][0-9]:[0-9]{2}([.,][0-9]{1,9})?"
    + "(Z|[+-][0-9]{2}:?[0-9]{2})?"

  @Test("valid dates are the platform's calendar's, to the last bit")
  func valid() throws {
    var random = SeededGenerator(seed: 19)
    for _ in 0..<20_000 {
      let seconds = random.int(-62_000_000_000...250_000_000_000)
      var (time, parts) = (time_t(seconds), tm())
      try #require(gmtime_r(&time, &parts) != nil)
      let year = Int(parts.tm_year) + 1900
      guard (0...9999).contains(year) else { continue }
      let millionths = random.int(0..<1_000_000)
      let minutes = random.int(-720...840)
      let date = String(
        format: "%04d-%02d-%02d%@%02d:%02d:%02d", year, parts.tm_mon + 1, parts.tm_mday,
        Bool.random(using: &random) ? "T" : " ", parts.tm_hour, parts.tm_min, parts.tm_sec)
      let zone = String(
        format: "%@%02d%@%02d", minutes < 0 ? "-" : "+", abs(minutes) / 60, Bool.random(using: &random) ? ":" : "",
        abs(minutes) % 60)
      let fraction = String(format: "%06d", millionths)
      let second = try #require(Double("\(parts.tm_sec).\(fraction)"))
      let exact = Double(seconds - Int(parts.tm_sec)) + second
      #expect(
        ISO8601Time.seconds(of: date) == Double(seconds) && ISO8601Time.seconds(of: date + "Z") == Double(seconds))
      #expect(ISO8601Time.seconds(of: "\(date).\(fraction)") == exact, "\(date).\(fraction)")
      #expect(ISO8601Time.seconds(of: "\(date),\(fraction)\(zone)") == exact - Double(minutes * 60), "\(date) \(zone)")
    }
  }

  @Test("texts with a wrong, missing or added character follow the dates' grammar")
  func mutated() throws {
    let grammar = try NSRegularExpression(pattern: "^(?:\(Self.grammar))$(?!\\n)")
    var random = SeededGenerator(seed: 20)
    let alphabet = Array("0123456789999+-:.,TZ tz/٣\u{301}é\n".unicodeScalars)
    let bases = [
      "2024-05-06T10:00:00.125Z", "2018-07-01 23:59:59,123456789+09:30", "1999-12-31T24:00:60-0800",
      "2000-02-29 00:00:00",
    ]
    var accepted = 0
    for index in 0..<40_000 {
      var scalars = Array(bases[index % bases.count].unicodeScalars)
      for _ in 0..<random.int(0...3) {
        let place = random.int(0..<scalars.count)
        let other = alphabet[random.int(0..<alphabet.count)]
        switch random.int(0...3) {
        case 0: scalars.remove(at: place)
        case 1: scalars.insert(other, at: place)
        default: scalars[place] = other
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      let range = NSRange(text.startIndex..., in: text)
      let isDate = text.utf8.count <= 40 && grammar.firstMatch(in: text, range: range)?.range == range
      #expect((ISO8601Time.seconds(of: text) != nil) == isDate, "\(text.debugDescription)")
      if isDate { accepted += 1 }
    }
    #expect(accepted > 5000)
  }

  @Test("60,000 dates take less than 3 s in debug, 0.3 s in release")
  func cost() {
    let start = ContinuousClock.now
    var sum = 0.0
    for index in 0..<60_000 { sum += ISO8601Time.seconds(of: "2024-05-06 10:00:00.\(100 + index % 900)") ?? .nan }
    #expect(sum.isFinite && ContinuousClock.now - start < .seconds(3))
  }
}
