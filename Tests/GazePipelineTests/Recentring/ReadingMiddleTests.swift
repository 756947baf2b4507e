import TestSupport
import Testing

@testable import GazePipeline

struct ReadingMiddleTests {
  private func observations(_ reader: LineReader, on lines: [TextLine]? = nil, seed: UInt64 = 6) -> [OffsetObservation]
  {
    guard var middle = ReadingMiddle(lines ?? reader.lines) else { return [] }
    var random = SeededGenerator(seed: seed)
    return reader.fixations(&random).compactMap { middle.step($0) }
  }

  @Test("a pointer 80 points off gives 80 within the stated noise, 0 in y")
  func reader() {
    let found = observations(LineReader(lines: .page, offset: SIMD2(80, -45), scatter: 5))
    // 22 of the 28 lines are full; those after a short line have no return sweep.
    #expect(found.count >= 8)
    let mean = found.reduce(0) { $0 + $1.offset.x } / Double(found.count)
    expectNear(mean, 80, 12)
    for seen in found {
      expectNear(seen.offset.x, 80, 2.5 * seen.noise.x.squareRoot())
      #expect(seen.noise.y == .infinity && seen.noise.x.isFinite)
    }
  }

  @Test("a reader of one column gives nothing", arguments: [(0.0, 0.5), (0.5, 1), (0, 0.6), (0.25, 0.75)])
  func column(from: Double, to: Double) {
    for seed in 0..<20 {
      let reader = LineReader(lines: .page, from: from, to: to, scatter: 6)
      #expect(observations(reader, seed: UInt64(seed)).isEmpty)
    }
  }

  @Test("short lines give nothing, on a page with a few full ones")
  func short() {
    let lines = [TextLine].paragraphs([(1, 1), (20, 0.65), (1, 1)])
    let short = lines.map { TextLine(x: $0.x, y: $0.y, width: min($0.width, 217), height: $0.height) }
    #expect(observations(LineReader(lines: short, scatter: 5), on: lines).isEmpty)
  }

  @Test("someone who looks off in one direction gives nothing in an hour")
  func aside() throws {
    var random = SeededGenerator(seed: 7)
    for way in [SIMD2(131.0, 0), SIMD2(-131, 0), SIMD2(0, 240), SIMD2(131, -240), SIMD2(-160, 0), SIMD2(160, 200)] {
      var middle = try #require(ReadingMiddle(.page))
      var (time, seen) = (0.0, 0)
      while time < 3600 {
        let isAside = random.next() % 6 != 0
        let place = SIMD2(187, 406) + (isAside ? way : .zero) + SIMD2(random.number(-30...30), random.number(-30...30))
        let end = time + random.number(0.1...1)
        if middle.step(GazeFixations.Fixation(place: place, start: time, end: end)) != nil { seen += 1 }
        time = end + 0.04
      }
      #expect(seen == 0, "\(way)")
    }
  }

  @Test("a line broken by a picture, pause or fixation elsewhere does not count")
  func broken() throws {
    var random = SeededGenerator(seed: 8)
    let lines = [TextLine].paragraphs([(5, 1)])
    let plain = LineReader(lines: lines).fixations(&random)
    func count(_ change: (inout [GazeFixations.Fixation]) -> Void) throws -> Int {
      var (middle, changed) = (try #require(ReadingMiddle(lines)), plain)
      // The five lines three times over. The first begins and the last ends without a return sweep, so three can count;
      // those of another round are not recent.
      change(&changed)
      return (0..<3).reduce(0) { sum, round in
        changed.reduce(sum) { sum, fixation in
          var shifted = fixation
          (shifted.start, shifted.end) = (fixation.start + 100 * Double(round), fixation.end + 100 * Double(round))
          return sum + (middle.step(shifted) == nil ? 0 : 1)
        }
      }
    }
    let perLine = plain.count / 5
    let (whole, second) = (try count { _ in }, perLine + 2)
    #expect(whole > 0)
    #expect(try count { $0[second].place.y += 300 } == 0)
    #expect(try count { $0[second].place.x -= 200 } == 0)
    #expect(try count { for index in second..<$0.count { $0[index].start += 3; $0[index].end += 3 } } == 0)
    #expect(ReadingMiddle([]) == nil)
  }

  /// Adds a fixation to the middle of each return sweep.
  private func broken(_ fixations: [GazeFixations.Fixation]) -> [GazeFixations.Fixation] {
    var (found, delay) = ([GazeFixations.Fixation](), 0.0)
    for fixation in fixations {
      if let last = found.last, fixation.place.x < last.place.x - 100 {
        let place = (fixation.place + last.place) / 2
        found.append(.init(place: place, start: last.end + 0.04, end: last.end + 0.24))
        delay += 0.24
      }
      found.append(.init(place: fixation.place, start: fixation.start + delay, end: fixation.end + delay))
    }
    return found
  }

  @Test("return sweeps with a fixation count only where taken for reading")
  func brokenSweeps() throws {
    var random = SeededGenerator(seed: 9)
    let fixations = broken(LineReader(lines: .page, scatter: 3).fixations(&random))
    for (takes, least, most) in [(false, 0, 0), (true, 8, 28)] {
      var middle = try #require(ReadingMiddle(.page, isMeasuring: !takes))
      let count = fixations.count { middle.step($0) != nil }
      #expect((least...most).contains(count), "\(takes): \(count)")
    }
  }

  @Test("regressions within a line end no line, whether or not broken sweeps are taken")
  func regressions() throws {
    var random = SeededGenerator(seed: 10)
    let plain = LineReader(lines: .page, scatter: 3).fixations(&random)
    var (fixations, delay) = ([GazeFixations.Fixation](), 0.0)
    for (index, fixation) in plain.enumerated() {
      func add(_ shift: Double) {
        let place = fixation.place + SIMD2(shift, 0)
        fixations.append(.init(place: place, start: fixation.start + delay, end: fixation.end + delay))
      }
      add(0)
      // Two steps back of a quarter of the line together, and on again.
      if index % 6 == 4 {
        for shift in [-45.0, -85, 0] {
          delay += 0.29
          add(shift)
        }
      }
    }
    for isMeasuring in [true, false] {
      let counts = try [plain, fixations].map { fixations in
        var middle = try #require(ReadingMiddle(.page, isMeasuring: isMeasuring))
        return fixations.count { middle.step($0) != nil }
      }
      #expect(counts[0] >= 8 && counts[0] == counts[1], "\(counts)")
    }
  }

  /// Fixations of lines that begin at these times, each between two return sweeps.
  private func lines(at times: [Double]) -> [GazeFixations.Fixation] {
    times.flatMap { time in
      let places = [SIMD2(335.0, 82)] + [25.0, 105, 185, 265, 335].map { SIMD2($0, 100) } + [SIMD2(25, 118)]
      return places.enumerated().map { index, place in
        let start = time + 0.25 * Double(index)
        return GazeFixations.Fixation(place: place, start: start, end: start + 0.2)
      }
    }
  }

  @Test("an offset is measured from the third line that agrees within 20 s")
  func recent() throws {
    for (times, measured, read) in [
      ([0.0, 3], 0, 1), ([0, 3, 6], 1, 2), ([0, 3, 6, 9], 2, 3), ([0, 9, 18], 1, 2), ([0, 12, 24], 1, 2),
      ([0, 25, 50], 0, 2), ([0, 3, 60, 63, 66], 1, 4),
    ] {
      for (isMeasuring, expected) in [(true, measured), (false, read)] {
        var middle = try #require(ReadingMiddle(.page, isMeasuring: isMeasuring))
        #expect(lines(at: times).count { middle.step($0) != nil } == expected, "\(times), \(isMeasuring)")
      }
    }
  }
}
