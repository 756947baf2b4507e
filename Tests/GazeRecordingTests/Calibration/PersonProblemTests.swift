import CalibrationSupport
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct PersonProblemTests {
  private func problem(_ parameters: [GeometryParameter], precision: Double, places: [SIMD2<Double>]) -> PersonProblem {
    let session = SyntheticSession(geometry: SyntheticSession.nominal)
    let looks = places.map { session.fixation($0 * session.geometry.points, SyntheticPose()) }
    let nominal = ModelParameters(session.geometry, .none)
    return PersonProblem(
      model: AngularModel(looks, points: session.geometry.points, people: [0: 0]), nominal: nominal,
      columns: parameters.map { .init(parameter: $0, start: nominal[$0], precision: precision) })
  }

  private let places = [SIMD2(0.5, 0.5), SIMD2(0.1, 0.1), SIMD2(0.9, 0.2), SIMD2(0.2, 0.9)]
  private let four: [GeometryParameter] = [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV]

  @Test("far starts descend to the same minimum, and no step raises the cost")
  func descends() {
    var random = SeededGenerator(seed: 12)
    let problem = problem(four, precision: 1e-4, places: places)
    let least = problem.solution(from: problem.start)
    #expect(least.stop.isConverged)
    for _ in 0..<200 {
      func draw(_ size: Double) -> Double { .random(in: -size...size, using: &random) }
      let start = [draw(25), draw(25), 1 + draw(0.6), 1 + draw(0.6)]
      let found = problem.solution(from: start)
      #expect(found.stop.isConverged)
      #expect(problem.squaredResiduals(at: found.x) <= problem.squaredResiduals(at: start) + 1)
      for (a, b) in zip(found.x, least.x) { expectNear(a, b, 1e-6, "\(start): \(found.x)") }
    }
  }

  @Test("parameters that nothing determines stay finite, and have no variance")
  func undetermined() {
    let problem = problem(four, precision: 0, places: [SIMD2(0.5, 0.5)])
    let found = problem.solution(from: problem.start)
    #expect(found.x.allSatisfy { $0.isFinite })
    #expect(problem.variances(at: found.x) == nil)
    #expect(problem.squaredResiduals(at: found.x) < 1e-6)
  }
}
