import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

struct RestingPointerTests {
  private let phone: NominalPhone

  init() throws { phone = try NominalPhone(device: "iphone12mini") }

  private func results(_ pipeline: DummyPipeline, people: Int) -> [PersonResult] {
    let simulation = Simulation(device: phone, scenario: .validation, seed: 8, participants: people, duration: 60)
    return (0..<people).map { participant in
      var take = SimulatedTake<GazeRig>(simulation, participant: participant)
      let meter = PointerMeter(participant: participant, geometry: phone.geometry, reference: .truth, rate: 60)
      return GazeRig.measure(&take, [PersonTrial(pipeline, meter)], watching: nil)[0]
    }
  }

  private func mean(_ people: [PersonResult], _ figure: (PersonResult) -> Double?) -> Double {
    people.compactMap(figure).mean
  }

  /// A person's median lies between the distances of two targets, so it can differ from that of the few samples by a
  /// step of the grid; the mean over people does not.
  @Test("the middle's error is a pointer's there; no place beats the best (10 people)")
  func asMeasured() {
    let middle = results(DummyPipeline(.still, at: phone.geometry.points / 2), people: 10)
    expectNear(mean(middle, \.resting.middlePoints) / mean(middle, \.errorPoints.median), 1, 0.06)
    expectNear(mean(middle, \.resting.middleDegrees) / mean(middle, \.errorDegrees.median), 1, 0.06)
    let best = mean(middle, \.resting.bestPlacePoints)
    #expect(best > 100 && best < mean(middle, \.resting.middlePoints))
    #expect(mean(middle, \.resting.bestPlaceDegrees) < mean(middle, \.resting.middleDegrees))
    for place in [SIMD2(0.5, 0.3), SIMD2(0.5, 0.7), SIMD2(0.3, 0.5), SIMD2(0.7, 0.5)] {
      let others = results(DummyPipeline(.still, at: place * phone.geometry.points), people: 10)
      #expect(mean(others, \.errorPoints.median) > best)
      // The resting pointer depends on the person, and not on the pointer that is judged.
      #expect(others.map(\.resting) == middle.map(\.resting))
    }
  }

  @Test("samples are bounded in number, and takes are joined by their time")
  func bounds() throws {
    var meter = RestingMeter(phone.geometry)
    for second in 0..<200_000 {
      let point = second % 3 == 0 ? SIMD2(100.0, 100) : SIMD2(200.0, 600)
      meter.add(ScreenPoint(point, phone.geometry, .unknown), .unknown, at: Double(second))
    }
    let long = meter.finish()
    #expect(try #require(long.bestPlacePoints) < 1 && long.middleDegrees == nil)
    let middle = try #require(long.middlePoints)
    expectNear(middle, (SIMD2(200.0, 600) - phone.geometry.points / 2).length, 1e-9)
    var joined = RestingErrors()
    #expect(joined.middlePoints == nil && joined.bestPlaceDegrees == nil)
    joined.merge(long)
    #expect(joined == long)
    var short = RestingMeter(phone.geometry)
    short.add(ScreenPoint(SIMD2(187.5, 406), phone.geometry, .unknown), .unknown, at: 0)
    joined.merge(short.finish())
    let both = try #require(joined.middlePoints)
    #expect(both < middle && both > 0.99 * middle)
  }
}
