import GazeMetrics
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct ArmFiguresTests {
  @Test("the kept figures of a person are those that the rows need, and no sketch")
  func kept() async throws {
    let people = try await Run<GazeRig>.mini([.validation, .reading], participants: 3, duration: 20).people(jobs: 2)
    for person in people {
      let kept = ArmFigures(person)
      #expect(kept.isFailing == person.pointer.isFailing)
      #expect(kept.medianPoints == person.pointer.errorPoints.median)
      #expect(kept.medianDegrees == person.pointer.errorDegrees.median)
      let whole = person.scroll.scroll
      #expect(kept.scroll.precision == whole.precision && kept.scroll.recall == whole.recall)
      #expect(kept.scroll.f1 == whole.f1 && kept.scroll.falsePerMinute == whole.falsePerMinute)
      #expect(kept.scroll.offScreenScrollPointsPerMinute == whole.offScreenScrollPointsPerMinute)
      #expect(kept.scroll.latencies == SignedQuantileSketch())
    }
  }
}
