import TestSupport
import Testing

@testable import GazePipeline

struct ReadingPlacesTests {
  private let saccade = ReadingPlaces.Saccade(from: 200, to: 90, pitch: 22, stepLength: 57, model: ReadingModel())

  private func places(
    _ subject: inout ReadingPlaces, of line: ReadingFilter.Line, _ saccade: ReadingPlaces.Saccade
  ) -> [ReadingPlaces.Place] {
    let index = subject.index(of: line, saccade)
    return subject.with(index) { Array($0) }
  }

  @Test("two lines' places are kept, with the same bits if computed again")
  func kept() {
    var random = SeededGenerator(seed: 17)
    let ends = [(20.0, 355.0), (20, 180), (20, 300), (60, 355)]
    let lines = ends.map { ReadingFilter.Line(left: $0.0, right: $0.1, middle: 0) }
    let alone = lines.map { line in
      var fresh = ReadingPlaces(rows: 4)
      return places(&fresh, of: line, saccade)
    }
    var subject = ReadingPlaces(rows: 4)
    for _ in 0..<200 {
      let (one, two) = (Int(random.next() % 4), Int(random.next() % 4))
      let (first, second) = (subject.index(of: lines[one], saccade), subject.index(of: lines[two], saccade))
      #expect(subject.with(first) { Array($0) } == alone[one] && subject.with(second) { Array($0) } == alone[two])
      #expect((first == second) == (one == two))
    }
  }

  @Test("another saccade has other places")
  func forget() {
    let line = ReadingFilter.Line(left: 20, right: 355, middle: 0)
    let other = ReadingPlaces.Saccade(from: 90, to: 150, pitch: 22, stepLength: 57, model: ReadingModel())
    var (subject, fresh) = (ReadingPlaces(rows: 4), ReadingPlaces(rows: 4))
    let before = places(&subject, of: line, saccade)
    subject.forget()
    let after = places(&subject, of: line, other)
    #expect(after != before && after == places(&fresh, of: line, other))
  }

  @Test("sums over jumps to a line are row weights times the line's density")
  func jumps() {
    var random = SeededGenerator(seed: 18)
    var (reading, elsewhere) = (
      ReadingGrid(rows: 4, offset: DriftingOffset(OffsetModel())),
      ReadingGrid(rows: 4, offset: DriftingOffset(OffsetModel()))
    )
    for index in reading.weights.indices {
      (reading.weights[index], elsewhere.weights[index]) = (random.number(0...1), random.number(0...1))
    }
    var subject = ReadingPlaces(rows: 4)
    let line = ReadingFilter.Line(left: 20, right: 355, middle: 0)
    let index = subject.index(of: line, saccade)
    // The density itself: one added to a row without weight.
    var density = ReadingGrid(rows: 1, offset: DriftingOffset(OffsetModel()))
    subject.addJumps(index, of: [Double](repeating: 1, count: ReadingGrid.bins), to: 0, of: &density)
    #expect(Set(density.weights.map { ($0 * (355 - 20 + 44) * 100).rounded() }) == [5, 100])
    subject.sum(index, reading: reading, held: 1..<3, elsewhere: elsewhere, rows: 4, chances: (0.1, 0.2))
    for row in 0..<4 {
      func sum(_ grid: ReadingGrid) -> Double {
        (0..<ReadingGrid.bins).reduce(0) { $0 + grid.weights[row * ReadingGrid.bins + $1] * density.weights[$1] }
      }
      let sums = subject.sums(index, row: row)
      expectNear(sums.reading, (1..<3).contains(row) ? sum(reading) : 0, 1e-12)
      expectNear(sums.elsewhere, sum(elsewhere), 1e-12)
    }
    // A new step has other weights, and the sums of the last one do not remain.
    subject.forget()
    let again = subject.index(of: line, saccade)
    subject.sum(again, reading: elsewhere, held: 0..<4, elsewhere: reading, rows: 4, chances: (0.1, 0.2))
    #expect(subject.sums(again, row: 1).reading > 0 && subject.sums(again, row: 0).reading > 0)
  }

  @Test("chances at a line's end are logistic, for lines of any size (seed 19)")
  func logistic() {
    var random = SeededGenerator(seed: 19)
    func logistic(_ x: Double) -> Double { 1 / (1 + Elementary.exp(-x)) }
    for size in [1e-3, 0.1, 1, 10, 22, 100] {
      for _ in 0..<20 {
        let saccade = ReadingPlaces.Saccade(
          from: random.number(-300...1500), to: random.number(-300...1500), pitch: size, stepLength: 2 * size,
          model: ReadingModel())
        let line = ReadingFilter.Line(left: random.number(0...100), right: random.number(100...1300), middle: 0)
        var subject = ReadingPlaces(rows: 1)
        let all = places(&subject, of: line, saccade)
        for bin in 0..<ReadingGrid.bins {
          let (x, was) = (saccade.to - ReadingGrid.offset(bin), saccade.from - ReadingGrid.offset(bin))
          let end = logistic((line.right + size - x) / (0.5 * size))
          let leaves = logistic((was - line.right + 2 * size * ReadingModel().sweepsWithin) / (0.7 * size))
          expectNear(all[bin].inside, all[bin].right * end, 1e-12)
          expectNear(all[bin].ending, leaves, 1e-12)
        }
      }
    }
  }

  @Test("chances are between 0 and 1, within the line high and beyond it low")
  func chances() {
    var subject = ReadingPlaces(rows: 4)
    let all = places(&subject, of: .init(left: 20, right: 355, middle: 0), saccade)
    #expect(all.allSatisfy { (0...1).contains($0.inside) && (0...1).contains($0.ending) && $0.landing > 0 })
    let middle = ReadingGrid.bins / 2
    // Without an offset the fixation is at 90 points; with the largest one it is 190 points beside the screen.
    #expect(all[middle].inside > 0.99 && all[ReadingGrid.bins - 1].inside < 1e-6)
  }
}
