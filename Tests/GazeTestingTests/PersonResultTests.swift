import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeMetrics
@testable import GazeTesting

struct PersonResultTests {
  private func result(seconds: Double, latency: Double?, errors: [Double], valid: Int) -> PersonResult {
    var result = PersonResult(participant: 2)
    (result.seconds, result.latency) = (seconds, latency)
    for error in errors { result.errorPoints.add(error) }
    (result.frames, result.expectedFrames, result.validFrames) = (10, 20, valid)
    return result
  }

  @Test("two scenarios of one person are as one longer one")
  func merge() {
    var joined = result(seconds: 10, latency: 0.1, errors: [1, 2], valid: 5)
    joined.merge(result(seconds: 30, latency: 0.2, errors: [6], valid: 15))
    #expect(joined.participant == 2)
    #expect(joined.seconds == 40)
    #expect(joined.frames == 20)
    #expect(joined.dataLoss == 0.5)
    #expect(joined.errorPoints.count == 3)
    expectNear(joined.errorPoints.mean, 3, 1e-12)
    // Weighted by their lengths: (0.1 · 10 + 0.2 · 30) / 40.
    expectNear(joined.latency, 0.175, 1e-12)
  }

  @Test("a lag that only one scenario has is kept, and zero seconds give no NaN")
  func latencies() {
    let with = result(seconds: 10, latency: 0.1, errors: [], valid: 0)
    let without = result(seconds: 10, latency: nil, errors: [], valid: 0)
    for (a, b) in [(with, without), (without, with)] {
      var joined = a
      joined.merge(b)
      #expect(joined.latency == 0.1)
    }
    var timeless = result(seconds: 0, latency: 0.1, errors: [], valid: 0)
    timeless.merge(timeless)
    #expect(timeless.latency == 0.1)
  }

  @Test("a person for whom tracking fails in one scenario is failing")
  func failing() {
    var joined = PersonResult(participant: 0)
    var other = joined
    other.isFailing = true
    joined.merge(other)
    #expect(joined.isFailing)
  }

  @Test("without frames there are no figures")
  func empty() {
    let empty = PersonResult(participant: 0)
    #expect(empty.dataLoss == nil)
    #expect(empty.accuracyDegrees == nil)
    #expect(empty.precisionRMSS2SDegrees == nil)
    #expect(empty.precisionSTDDegrees == nil)
    #expect(empty.bceaDegrees2 == nil)
  }

  @Test("a condensed person has the same metrics")
  func condensed() throws {
    let phone = try NominalPhone(device: "iphone12mini")
    let simulation = Simulation(device: phone, scenario: .reading, participants: 1, duration: 30)
    let person = simulation.result(try StandardPipeline(device: "iphone12mini"))
    var condensed = person
    condensed.condense()
    #expect(condensed != person)
    for metric in GazeMetric.all {
      let (part, kept) = (metric.part(of: person), metric.part(of: condensed))
      #expect(part.numerator == kept.numerator && part.denominator == kept.denominator, "\(metric.name)")
    }
  }
}
