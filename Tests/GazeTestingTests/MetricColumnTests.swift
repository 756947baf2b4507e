import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

struct MetricColumnTests {
  private func person(_ participant: Int, error: Double?, hits: Int = 0, misses: Int = 0, extra: Int = 0)
    -> PersonResult
  {
    var person = PersonResult(participant: participant)
    if let error { person.errorPoints.add(error) }
    person.scroll.truePositives = hits
    person.scroll.falseNegatives = misses
    person.scroll.falsePositives = extra
    return person
  }

  @Test("the estimate is of the people who count alone")
  func mean() throws {
    let metric = try GazeMetric.named("pointer.errorPoints.median")
    var column = MetricColumn(metric)
    var kept: [Double] = []
    for number in 0..<40 {
      let error: Double? = number < 3 || number == 20 ? nil : 10 + Double(number * number % 17)
      let counts = number % 7 != 5
      column.add(person(number, error: error), counts: counts)
      if counts, let error { kept.append(error) }
    }
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    #expect(column.estimate() == PeopleEstimate.mean(of: kept, using: &rng))
    #expect(column.parts.map(\.numerator) == kept && column.count == 40)
    // A person who does not count has a part of the metric, but none that counts.
    #expect(column[5].numerator == 10 + 8 && column[5].denominator == 1)
    #expect(column.counted(5).denominator == 0 && column.counted(6) == column[6])
    // Nobody has a part before the first person who has a number.
    for place in [0, 2, 20] { #expect(column[place] == PeopleEstimate.Part(0, 0)) }
    for place in 0..<40 where column[place].denominator > 0 {
      let error = 10 + Double(place * place % 17)
      #expect(metric.part(of: person(place, error: error)) == column[place])
    }
  }

  @Test("a pooled share is of all events, if anybody asked to scroll")
  func pooled() throws {
    let metric = try GazeMetric.named("scroll.precision")
    let quiet = (0..<6).map { person($0, error: nil, extra: $0) }
    #expect(metric.estimate(quiet) == nil)
    let asked = quiet + [person(6, error: nil, misses: 2), person(7, error: nil, hits: 3, misses: 1, extra: 1)]
    let parts = asked.map { tally in
      (Double(tally.scroll.truePositives), Double(tally.scroll.truePositives + tally.scroll.falsePositives))
    }
    #expect(metric.estimate(asked) == PeopleEstimate.proportion(of: parts))
    // One who asked but does not count does not make the metric exist.
    var column = MetricColumn(metric)
    for person in asked { column.add(person, counts: person.participant < 6) }
    #expect(column.estimate() == nil)
  }

  @Test("kappa and the 95 % size are of people who count; a part is one's own")
  func tallied() throws {
    let (kappa, size) = (try GazeMetric.named("scroll.kappa"), try GazeMetric.named("pointer.sizeFor95Points"))
    var random = PhiloxGenerator(seed: 5, stream: 1)
    let people = (0..<120).map { number in
      var person = PersonResult(participant: number)
      for _ in 0..<30 {
        person.targetSizes.add(SIMD2(Double.random(in: -90...90, using: &random), 3))
        person.scroll.confusion.add(wanted: .down, made: Bool.random(using: &random) ? .down : .none)
        person.scroll.confusion.add(wanted: .none, made: .none)
      }
      return person
    }
    var columns = (MetricColumn(kappa), MetricColumn(size))
    for person in people {
      columns.0.add(person, counts: person.participant != 3)
      columns.1.add(person, counts: person.participant != 3)
    }
    let counted = people.filter { $0.participant != 3 }
    #expect(columns.0.estimate() == PeopleEstimate.kappa(counted.map(\.scroll.confusion)))
    #expect(columns.1.estimate() == PeopleEstimate.side(for: 0.95, counted.map(\.targetSizes)))
    #expect(columns.1.estimate()?.interval.interval != nil)
    #expect(columns.0[3].numerator == people[3].scroll.confusion.kappa)
    #expect(columns.1[3].numerator == PeopleEstimate.side(for: 0.95, [people[3].targetSizes])?.value)
  }

  @Test("numbers out of range are as good as none")
  func outOfRange() throws {
    let metric = GazeMetric.mean("x", "1", most: 1) { $0.latency }
    func person(_ number: Double?) -> PersonResult {
      var person = PersonResult(participant: 0)
      person.latency = number
      return person
    }
    for number in [-1, .nan, .infinity, 1e151, nil] { #expect(metric.part(of: person(number)).denominator == 0) }
    #expect(metric.part(of: person(0)).denominator == 1)
    // An interval does not go beyond the largest possible number.
    let people = (0..<9).map { person($0 == 0 ? 1 : 0) }
    let interval = try #require(metric.estimate(people)?.interval.interval)
    #expect(interval.upper <= 1)
  }
}
