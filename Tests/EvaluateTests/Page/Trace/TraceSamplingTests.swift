import Testing

@testable import Evaluate

@Suite struct TraceSamplingTests {
  @Test(
    "a few people keep twelve samples a second; more people are thinned out, then left out, then shortened")
  func thinning() {
    let few = TraceSampling(rate: 60, seconds: [60], participants: 4, pipelines: 1)
    #expect(few.keepsEvery == 5 && few.people == 4 && few.seconds == .infinity)
    let issue = TraceSampling(rate: 60, seconds: [180, 180, 180], participants: 20, pipelines: 1)
    #expect(issue.people == 20 && issue.seconds == .infinity && issue.keepsEvery == 5)
    let many = TraceSampling(rate: 60, seconds: [3600], participants: 1000, pipelines: 1)
    #expect(many.people < 20 && many.keepsEvery == 12)
    let long = TraceSampling(rate: 60, seconds: [864_000], participants: 3, pipelines: 1)
    #expect(long.people == 1 && long.seconds < 864_000)
    let contest = TraceSampling(rate: 60, seconds: [60, 180, 120], participants: 20, pipelines: 10)
    #expect(contest.keepsEvery > few.keepsEvery)
  }

  @Test("for any request, the samples stay within the budget", arguments: [1, 3, 20, 500], [1, 10])
  func budget(_ participants: Int, _ pipelines: Int) {
    for rate in [1.0, 30, 60, 120, 240] {
      for seconds in [1.0, 60, 600, 86_400, .infinity] {
        let plan = TraceSampling(rate: rate, seconds: [seconds, 120], participants: participants, pipelines: pipelines)
        let kept =
          Double(plan.people) * (min(seconds, plan.seconds) + min(120, plan.seconds)) * rate / Double(plan.keepsEvery)
        #expect(kept * Double(13 + 4 * pipelines) <= TraceSampling.budget * 1.05, "\(plan)")
        #expect(plan.people >= 1 && plan.keepsEvery >= 1)
      }
    }
  }
}
