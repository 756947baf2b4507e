import Foundation
import GazeRecording
import TestSupport
import Testing

@testable import GazeImport

struct ImportTableTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func table(_ text: String, preamble: Int = 1) throws -> ImportTable {
    try ImportTable(path: try scratch.write(text, to: "a.csv"), expected: "a table", preamble: preamble) {
      $0.simple.contains { $0.hasPrefix("time") }
    }
  }

  @Test("Tab, semicolon and comma separate, in this order; lines with nothing between separators are skipped")
  func rows() throws {
    for separator in ["\t", ";", ","] {
      let lines = [["Time (s)", "x"], ["", " "], ["1", "a"], ["2", ""]]
      let names = try table(lines.map { $0.joined(separator: separator) }.joined(separator: "\r\n") + "\n\n").names
      #expect(names.titles == ["Time (s)", "x"] && names.simple == ["times", "x"])
    }
    var table = try table("time;x,y\n;\n1;a\n2;b\n")
    var found: [String] = []
    while try table.next() { found.append("\(table.line) \(try table.number(0)) \(table.text(1))") }
    let count = table.rowCount
    #expect(found == ["3 1.0 a", "4 2.0 b"] && count == 2)
  }

  @Test(
    "A number is finite, missing, or an error by place; decimal commas on request")
  func numbers() throws {
    var table = try table("time;x\n1;n/a\n2;-\n3;1,5\n4;1e999\n5;\n")
    var found: [Double?] = []
    var faults: [String] = []
    var loose: [Double] = []
    while try table.next() {
      loose.append(table.numberOrNaN(1))
      do throws(LineFault) { found.append(try table.numberIfThere(1)) } catch { faults.append("\(table.fault(error))") }
    }
    #expect(found == [nil, nil, nil] && loose.map { $0.isNaN ? -1 : $0 } == [-1, -1, 1.5, -1, -1])
    let comma = "a.csv:4: field \"x\": expected a finite number, found `1,5`; write numbers with a decimal point"
    #expect(faults.count == 2 && faults[0].hasSuffix(comma))
  }

  @Test("Names are sought in the first lines; else the error says what is expected")
  func preamble() throws {
    var table = try table("made by me\n\"open\ntime,x\n1,2\n", preamble: 5)
    let (isThere, line) = (try table.next(), table.line)
    #expect(isThere && line == 4)
    for (text, preamble, expected) in [
      ("", 5, "is empty; expected a table"),
      ("a,b\nc,d\n", 5, ":1: has no fitting column names in its first 5 lines; expected a table, found `a,b`"),
      ("\"a\n", 1, ":1: expected the closing quote"),
    ] {
      let error = message { _ = try self.table(text, preamble: preamble) } ?? "none"
      #expect(error.contains(expected))
    }
  }

  @Test(
    "Rows of another length are an error, or counted out; one field may follow")
  func broken() throws {
    let text = "time,x\n1,2\n3\n4,5,\n6,7,8,9\n"
    var strict = try table(text)
    _ = (try strict.next(), try strict.next())
    do throws(LineFault) {
      try strict.checkFieldCount(or: ", or one")
      Issue.record("no error")
    } catch {
      #expect(error.message == "expected 2 fields as in the first line, or one, found 1")
    }
    var table = try table(text)
    while try table.nextWhole() {}
    let (rows, count, line) = (table.rowCount, table.broken.count, table.broken.line)
    #expect(rows == 2 && count == 2 && line == 3)
  }
}

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

struct ScreenAxesTests {
  private static let size = SIMD2(400.0, 800)

  @Test("targets' signs give the origin unless stated; y's direction is as stated")
  func detected() {
    func axes(_ low: SIMD2<Double>, _ high: SIMD2<Double>, _ up: Bool?) -> ScreenAxes {
      ScreenAxes(low: low, high: high, origin: nil, growsUpwards: up)
    }
    let corner = axes(SIMD2(0, 5), SIMD2(390, 790), nil)
    #expect(corner.origin == .topLeft && !corner.growsUpwards && !corner.isDirectionOpen)
    #expect(axes(SIMD2(0, 5), SIMD2(390, 790), true).origin == .bottomLeft)
    let middle = axes(SIMD2(-100, -5), SIMD2(390, 790), nil)
    #expect(middle.origin == .middle && middle.growsUpwards && middle.isDirectionOpen)
    #expect(axes(SIMD2(-100, -5), SIMD2(390, 790), false).isDirectionOpen == false)
    #expect(axes(SIMD2(5, -790), SIMD2(390, -5), true).origin == .topLeft)
    let stated = ScreenAxes(low: .zero, high: SIMD2(390, 790), origin: .middle, growsUpwards: true)
    #expect(stated.origin == .middle && !stated.isOriginDetected)
  }

  @Test("one place on the screen is one place from each origin")
  func fromMiddle() {
    func axes(_ origin: ScreenAxes.Origin, _ up: Bool) -> ScreenAxes {
      ScreenAxes(low: .zero, high: .zero, origin: origin, growsUpwards: up)
    }
    // 50 to the right of the middle and 100 above it.
    for (origin, up, point) in [
      (ScreenAxes.Origin.middle, true, SIMD2(50.0, 100)), (.middle, false, SIMD2(50, -100)),
      (.topLeft, false, SIMD2(250, 300)), (.topLeft, true, SIMD2(250, -300)), (.bottomLeft, true, SIMD2(250, 500)),
    ] {
      #expect(axes(origin, up).fromMiddle(point, size: Self.size) == SIMD2(50, 100), "\(origin) \(up)")
      #expect(axes(origin, up).contains(point, size: Self.size))
    }
    #expect(!axes(.topLeft, false).contains(SIMD2(250, -5), size: Self.size))
  }
}
