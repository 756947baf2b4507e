import TestSupport
import Testing

@testable import GazePipeline

struct ReadingFilterTests {
  private let screen = SIMD2(375.0, 812.0)

  private func filter(_ lines: [TextLine] = .page) throws -> ReadingFilter {
    try #require(ReadingFilter(lines, screen: screen, model: ReadingModel(), offset: OffsetModel()))
  }

  private func sum(_ filter: ReadingFilter) -> Double {
    (0..<filter.rows).reduce(0) {
      $0 + filter.reading.sum($1) + filter.sweeping.sum($1) + filter.elsewhere.sum($1)
    }
  }

  /// The expected horizontal offset by the weights.
  private func meanColumn(_ filter: ReadingFilter) -> Double {
    var mean = 0.0
    for row in 0..<filter.rows {
      for bin in 0..<ReadingGrid.bins {
        let index = row * ReadingGrid.bins + bin
        let all = filter.reading.weights[index] + filter.sweeping.weights[index] + filter.elsewhere.weights[index]
        mean += all * ReadingGrid.offset(bin)
      }
    }
    return mean
  }

  private func isFinite(_ filter: ReadingFilter) -> Bool {
    filter.offset.isFinite && filter.variance.isFinite && filter.variance.min() >= 0 && filter.stepLength.isFinite
      && (0...1.000001).contains(filter.confidence) && (0...1.000001).contains(filter.isReading)
      && filter.lines.indices.contains(filter.line)
  }

  @Test("a reader without noise: line and offset (150, −90) within 20 s, and kept")
  func reader() throws {
    var (subject, random) = (try filter(), SeededGenerator(seed: 12))
    let offset = SIMD2(150.0, -90)
    for fixation in LineReader(lines: .page, offset: offset).fixations(&random) {
      subject.step(fixation, page: 0)
      expectNear(sum(subject), 1, 1e-9)
      guard fixation.start > 20 else { continue }
      expectNear(subject.offset, offset, 11, "\(fixation.start): \(subject.offset)")
      let line = subject.lines[subject.line]
      expectNear(fixation.place.y - offset.y, line.middle, 1, "\(fixation.start)")
      #expect(subject.confidence > 0.5)
    }
  }

  @Test("a reader whom a scroll carries off is found on the line again")
  func carriedOff() throws {
    let lines = [TextLine].longPage
    var (subject, random) = (try filter(lines), SeededGenerator(seed: 15))
    let reader = LineReader(lines: Array(lines[0..<22]), offset: SIMD2(-60, 35), scatter: 4)
    var time = 0.0
    for fixation in reader.fixations(&random) {
      subject.step(fixation, page: 0)
      time = fixation.end
    }
    let line = subject.line
    #expect(line == 21)
    // The page jumps by 23 lines, so that the line is above the screen; the eyes wander, the page comes back, and the
    // person reads the line once more.
    for index in 0..<6 {
      time += 0.5
      let place = SIMD2(random.number(0...375), random.number(0...812))
      subject.step(.init(place: place, start: time - 0.3, end: time), page: lines[23].middle + Double(index))
      #expect(!subject.visible.contains(line - subject.first) && subject.first <= line)
    }
    let next = LineReader(lines: Array(lines[21..<25]), offset: SIMD2(-60, 35), scatter: 4)
    for var fixation in next.fixations(&random) {
      (fixation.start, fixation.end) = (fixation.start + time + 0.3, fixation.end + time + 0.3)
      subject.step(fixation, page: 0)
    }
    #expect(subject.line == 24)
    expectNear(subject.offset, SIMD2(-60, 35), 20)
  }

  @Test("the same fixations give the same bits")
  func determinism() throws {
    var random = SeededGenerator(seed: 13)
    let fixations = LineReader(lines: .page, offset: SIMD2(60, 30), scatter: 12).fixations(&random)
    var (one, two) = (try filter(), try filter(.page.reversed()))
    for fixation in fixations {
      one.step(fixation, page: 0)
      two.step(fixation, page: 0)
    }
    #expect(one == two)
    #expect(one.offset.x.bitPattern == two.offset.x.bitPattern && one.offset.y.bitPattern == two.offset.y.bitPattern)
  }

  @Test("weights sum to 1 and the offset stays while the window moves")
  func window() throws {
    let long = [TextLine].longPage
    var (subject, random) = (try filter(long), SeededGenerator(seed: 14))
    for fixation in LineReader(lines: Array(long.prefix(20)), offset: SIMD2(40, 20)).fixations(&random) {
      subject.step(fixation, page: 0)
    }
    for _ in 0..<500 {
      let (before, last) = (subject, random.next() % 4 == 0)
      let page = last ? random.number(-2000...9000) : subject.page + random.number(-200...200)
      subject.show(page)
      expectNear(sum(subject), 1, 1e-9)
      let columns = SIMD2(meanColumn(before), meanColumn(subject))
      expectNear(columns.x, columns.y, 1e-6, "the window moves the horizontal offset")
      subject.page = page
    }
  }

  @Test("5,000 hostile fixations, pages and lines give only finite numbers")
  func hostile() {
    var random = SeededGenerator(seed: 15)
    let numbers = [0, -1, 1e6, -1e6, 1e9, -1e9, 1e18, Double.leastNonzeroMagnitude, 375, 812]
    func number() -> Double {
      random.next() % 3 == 0 ? numbers[Int(random.next() % UInt64(numbers.count))] : random.number(-300...1200)
    }
    for count in [1, 2, 40, 10_000] {
      var boxes: [TextLine] = []
      for index in 0..<count {
        let (y, tiny) = (Double(index) * 22, random.next() % 5 == 0)
        boxes.append(
          TextLine(x: number(), y: count > 2 ? y : number(), width: tiny ? 1e-300 : 335, height: tiny ? 1e-300 : 22))
      }
      guard
        var subject = ReadingFilter(
          boxes.filter(\.isSound), screen: screen, model: ReadingModel(), offset: OffsetModel())
      else { continue }
      var time = 0.0
      for _ in 0..<(count == 10_000 ? 500 : 1500) {
        time += random.next() % 10 == 0 ? number() : 0.3
        let place = SIMD2(min(max(number(), -1e6), 1e6), min(max(number(), -1e6), 1e6))
        subject.step(
          GazeFixations.Fixation(place: place, start: time, end: time + 0.2),
          page: random.next() % 8 == 0 ? number() : subject.page)
        if random.next() % 20 == 0 {
          subject.observe(
            OffsetObservation(
              offset: SIMD2(random.number(-500...500), random.number(-500...500)),
              noise: random.next() % 2 == 0 ? SIMD2(100, 100) : SIMD2(625, .infinity)))
        }
        #expect(isFinite(subject), "\(count) lines, \(time)")
      }
    }
  }

  @Test("a page without visible lines, and no lines at all")
  func empty() throws {
    #expect(ReadingFilter([], screen: screen, model: ReadingModel(), offset: OffsetModel()) == nil)
    var subject = try filter()
    let before = subject
    subject.show(1e7)
    #expect(subject == before)
    var random = SeededGenerator(seed: 16)
    for fixation in LineReader(lines: .page).fixations(&random) { subject.step(fixation, page: 1e7) }
    #expect(isFinite(subject))
  }
}
