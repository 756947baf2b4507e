import Foundation
import GazeRecording
import TestSupport
import Testing

@testable import GazeImport

struct ImportClockTests {
  @Test("Counts have the given unit; a huge first one is a date")
  func counts() throws {
    var plain = ImportClock(unit: .milliseconds)
    let count = try plain.seconds(count: 1_528_307_200_000, field: "t")
    #expect(count == 1_528_307_200 && plain.date == nil)
    var dated = ImportClock(unit: .seconds, recognisesDates: true)
    let dates = try [1_528_307_200_500, 1000].map { try dated.seconds(count: $0, field: "t") }
    #expect(dates == [1_528_307_200.5, 1] && dated.date?.unit == .milliseconds)
    #expect(message { _ = try plain.seconds(count: 2e19, field: "t") }?.contains("a time within ±1e19") == true)
  }

  @Test("Dates and times of day in words are seconds; anything else is not")
  func words() {
    var clock = ImportClock()
    for text in ["2024-05-01T10:00:00.5Z", "2024/05/01 10:00:00.5 +0000", "2024-05-01 12:00:00.5 +0200"] {
      let seconds = clock.seconds(words: text)
      #expect(seconds == 1_714_557_600.5, "\(text)")
    }
    var other = ImportClock()
    let none = ["05/01/2024 12:59:10", ""].compactMap { other.seconds(words: $0) }
    #expect(none.isEmpty && !other.hasWords)
    let time = other.seconds(words: "10:00:00.125")
    #expect(time == 36_000.125 && other.hasWords)
  }

  @Test("Times of day pass midnight, and back if out of order there")
  func midnight() {
    var clock = ImportClock()
    let times = [86_399, 1, 86_399.5, 2, 50_000].map { clock.continued($0) }
    #expect(times == [86_399, 86_401, 86_399.5, 86_402, 136_400])
    var takes = ImportClock()
    let apart = [72_000, 3600].map { takes.continued($0) }
    #expect(apart == [72_000, 3600])
  }

  @Test("A timecode counts its base's frames, by their highest in a second")
  func timecodes() throws {
    func seconds(_ clock: inout ImportClock, _ text: String) throws -> Double {
      try Array(text.utf8).withUnsafeBytes { bytes throws(LineFault) in try clock.seconds(timecode: bytes, field: "T") }
    }
    for (base, half) in [(60.0, "30.000"), (24, "12.000")] {
      var clock = ImportClock(timecodeBase: base)
      let times = try ["10:00:01:\(half)", "10:00:02:00.000", "10:00:02.250"].map { try seconds(&clock, $0) }
      #expect(times == [36_001.5, 36_002, 36_002.25])
      #expect(clock.timecode.largest == Double(half) && clock.timecode.seconds == 1)
      for text in ["", "10:00", "10:00:00:60", "24:00:00:00", "10:00:-1:00", "1:2:3:4:5"] {
        #expect(message { _ = try seconds(&clock, text) }?.contains("expected HH:MM:SS:FF.mmm") == true, "\(text)")
      }
    }
  }
}
