import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

struct PeopleEstimateKappaTests {
  /// Events of one person; the agreement differs between people.
  private static func person(_ rng: inout SeededGenerator) -> ScrollConfusion {
    var confusion = ScrollConfusion()
    let skill = rng.beta(6, 3)
    for _ in 0..<20 {
      let wanted = ScrollConfusion.directions[Int(rng.next() % 3)]
      let made = rng.uniform() < skill ? wanted : ScrollConfusion.directions[Int(rng.next() % 3)]
      confusion.add(wanted: wanted, made: made)
    }
    return confusion
  }

  @Test("The interval of kappa covers .92 to .98 of 500 studies", arguments: [20, 60])
  func coverage(people: Int) throws {
    var rng = SeededGenerator(seed: 77)
    // With probability `skill` the command is the wanted one, and otherwise random, so kappa is the mean skill.
    let covered = try (0..<500).count { _ in
      let estimate = try #require(PeopleEstimate.kappa((0..<people).map { _ in Self.person(&rng) }))
      return try ends(of: estimate).contains(6.0 / 9)
    }
    #expect((0.92...0.98).contains(Double(covered) / 500))
  }

  @Test("It is the pooled events' kappa; few people have no interval, agreement an end below 1")
  func value() throws {
    var rng = SeededGenerator(seed: 3)
    let people = (0..<12).map { _ in Self.person(&rng) }
    var all = ScrollConfusion()
    for person in people { all.merge(person) }
    #expect(PeopleEstimate.kappa(people)?.value == all.kappa)
    #expect(
      PeopleEstimate.kappa(Array(people.prefix(5)))?.interval == .needsPeople(PeopleEstimate.fewestPeopleForKappa))
    #expect(PeopleEstimate.kappa([]) == nil && PeopleEstimate.kappa([ScrollConfusion()]) == nil)
    var perfect = ScrollConfusion()
    perfect.add(wanted: .down, made: .down, 5)
    perfect.add(wanted: .none, made: .none, 5)
    let estimate = try #require(PeopleEstimate.kappa(Array(repeating: perfect, count: 20)))
    let interval = try ends(of: estimate)
    // Clopper and Pearson's lower end of 20 of 20 is 0.025^(1/20) = 0.8316; chance is 0.5.
    #expect(estimate.value == 1 && interval.upper == 1)
    expectNear(interval.lower, (0.83157 - 0.5) / 0.5, 1e-4)
  }
}
