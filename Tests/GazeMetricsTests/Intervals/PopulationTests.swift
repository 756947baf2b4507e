import CGSL
import Foundation
import TestSupport
import Testing

@testable import GazeMetrics

struct PopulationTests {
  private func estimate(_ people: Int) -> PeopleEstimate {
    PeopleEstimate(value: 1, interval: .interval(ConfidenceInterval(0, 2)!), people: people)
  }

  @Test("recorded people need a sample of 44, as one in ten lacks in 43")
  func fewest() {
    #expect(Population.simulated.fewestPeople == 1 && Population.recorded.fewestPeople == 44)
    #expect(estimate(43).about(.recorded).interval == .needsPeople(44))
    #expect(estimate(44).about(.recorded) == estimate(44) && estimate(2).about(.simulated) == estimate(2))
    // A figure that needs even more people keeps its number.
    let open = PeopleEstimate(value: 1, interval: .needsPeople(100), people: 20)
    #expect(open.about(.recorded).interval == .needsPeople(100))
  }

  @Test("recorded people's verdict uses a wider interval, for people not recorded")
  func level() {
    expectNear(GateAnalyses.once(50, of: .recorded).level, 0.975, 1e-12)
    expectNear(GateAnalyses.once(50).level, 0.95, 1e-12)
  }
}
