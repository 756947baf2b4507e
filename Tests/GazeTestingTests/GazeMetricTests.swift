import GazeMetrics
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

/// Figures over people that `GazeMetric` forms from their results.
struct GazeMetricTests {
  @Test("a figure is the mean over people, however many samples each has")
  func overPeople() throws {
    let people = [(error: 10.0, samples: 1), (20, 1000), (60, 10)].map { error, samples in
      var person = PersonResult(participant: 0)
      for _ in 0..<samples { person.errorPoints.add(error) }
      return person
    }
    for statistic in ["mean", "median", "p90", "p95", "rms"] {
      let estimate = try #require(try GazeMetric.named("pointer.errorPoints.\(statistic)").estimate(people))
      expectNear(estimate.value, 30, 0.05)
      #expect(estimate.people == 3)
      #expect(estimate.interval.peopleNeeded == PeopleEstimate.fewestPeopleForMean)
    }
    #expect(try GazeMetric.named("pointer.errorDegrees.median").estimate(people) == nil)
    #expect(try GazeMetric.named("pointer.errorPoints.median").estimate([]) == nil)
  }

  @Test("each figure knows how many people it needs, simulated or recorded")
  func fewest() throws {
    func fewest(_ name: String, _ population: Population) throws -> Int {
      try GazeMetric.named(name).fewestPeople(of: population)
    }
    for (name, simulated, recorded) in [
      ("pointer.errorPoints.median", 8, 44), ("pointer.dataLoss", 5, 44), ("scroll.falsePerMinute", 12, 44),
      ("scroll.f1", 5, 44), ("pointer.sizeFor95Points", 100, 100), ("scroll.overshootPoints", 60, 60),
    ] {
      #expect(try fewest(name, .simulated) == simulated && fewest(name, .recorded) == recorded, "\(name)")
    }
    let people = (0..<44).map { index in
      var person = PersonResult(participant: index)
      person.errorPoints.add(40 + Double(index))
      return person
    }
    let metric = try GazeMetric.named("pointer.errorPoints.median")
    #expect(try #require(metric.estimate(people, of: .recorded)).interval.interval != nil)
    let few = try #require(metric.estimate(Array(people.dropLast()), of: .recorded))
    #expect(few.interval == .needsPeople(44) && metric.shortfall(of: 43, in: .recorded)?.needed == 44)
    #expect(metric.shortfall(of: 44, in: .recorded) == nil)
  }

  @Test("data loss is a share of all frames, and latency in milliseconds")
  func lossAndLatency() throws {
    let people = [(valid: 50, expected: 100, latency: 0.05), (290, 300, 0.07)].map { valid, expected, latency in
      var person = PersonResult(participant: 0)
      (person.validFrames, person.expectedFrames, person.latency) = (valid, expected, latency)
      return person
    }
    try expectNear(GazeMetric.named("pointer.dataLoss").estimate(people)?.value, 60.0 / 400, 1e-12)
    let latency = try #require(try GazeMetric.named("pointer.latencyMilliseconds").estimate(people))
    expectNear(latency.value, 60, 1e-9)
  }

  @Test("a pipeline that is ahead of the gaze has a latency, a negative one")
  func ahead() throws {
    let people = (0..<10).map { number in
      var person = PersonResult(participant: number)
      person.latency = number.isMultiple(of: 2) ? -0.012 : -0.008
      return person
    }
    let estimate = try #require(try GazeMetric.named("pointer.latencyMilliseconds").estimate(people))
    expectNear(estimate.value, -10, 1e-9)
    #expect(try #require(estimate.interval.interval).upper < 0)
  }
}
