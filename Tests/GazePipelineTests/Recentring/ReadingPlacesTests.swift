import TestSupport
import Testing

@testable import GazePipeline

@Suite("Places along a line")
struct ReadingPlacesTests {
  private let saccade = ReadingPlaces.Saccade(from: 200, to: 90, pitch: 22, stepLength: 57, model: ReadingModel())

  private func places(
    _ subject: inout ReadingPlaces, of line: ReadingFilter.Line, _ saccade: ReadingPlaces.Saccade
  ) -> [ReadingPlaces.Place] {
    let index = subject.index(of: line, saccade)
    return subject.with(index) { Array($0) }
  }

  @Test("the places of two lines are kept, and those that are computed again have the same bits (seed 17)")
  func kept() {
    var random = SeededGenerator(seed: 17)
    let ends = [(20.0, 355.0), (20, 180), (20, 300), (60, 355)]
    let lines = ends.map { ReadingFilter.Line(left: $0.0, right: $0.1, middle: 0) }
    let alone = lines.map { line in
      var fresh = ReadingPlaces()
      return places(&fresh, of: line, saccade)
    }
    var subject = ReadingPlaces()
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
    var (subject, fresh) = (ReadingPlaces(), ReadingPlaces())
    let before = places(&subject, of: line, saccade)
    subject.forget()
    let after = places(&subject, of: line, other)
    #expect(after != before && after == places(&fresh, of: line, other))
  }

  @Test("chances are between 0 and 1, within the line high and beyond it low")
  func chances() {
    var subject = ReadingPlaces()
    let all = places(&subject, of: .init(left: 20, right: 355, middle: 0), saccade)
    #expect(all.allSatisfy { (0...1).contains($0.inside) && (0...1).contains($0.ending) && $0.landing > 0 })
    let middle = ReadingGrid.bins / 2
    // Without an offset the fixation is at 90 points; with the largest one it is 190 points beside the screen.
    #expect(all[middle].inside > 0.99 && all[ReadingGrid.bins - 1].inside < 1e-6)
  }
}
