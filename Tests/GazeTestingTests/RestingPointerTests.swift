import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

@testable import GazeTesting

@Suite struct RestingPointerTests {
  private let phone: NominalPhone

  init() throws { phone = try NominalPhone(device: "iphone12mini") }

  private func result(_ simulation: Simulation, _ pipeline: DummyPipeline) -> PersonResult {
    var take = SimulatedTake<GazeRig>(simulation, participant: 0)
    let meter = PointerMeter(participant: 0, geometry: phone.geometry, reference: .truth, rate: 60)
    return GazeRig.measure(&take, [PersonTrial(pipeline, meter)], watching: nil)[0]
  }

  /// The medians of a few samples a second differ from those of all frames by the samples' own scatter.
  @Test("the error in the middle is that of a pointer in the middle, and no place is better than the best one (seed 8)")
  func asMeasured() throws {
    let simulation = Simulation(device: phone, scenario: .validation, seed: 8, participants: 1, duration: 90)
    let middle = result(simulation, DummyPipeline(.still, at: phone.geometry.points / 2))
    let resting = middle.resting
    let (points, degrees) = (try #require(resting.middlePoints), try #require(resting.middleDegrees))
    let measured = (
      points: try #require(middle.errorPoints.median), degrees: try #require(middle.errorDegrees.median)
    )
    #expect(abs(points / measured.points - 1) < 0.03)
    #expect(abs(degrees / measured.degrees - 1) < 0.03)
    let (best, bestDegrees) = (try #require(resting.bestPlacePoints), try #require(resting.bestPlaceDegrees))
    #expect(best <= points && bestDegrees < degrees)
    for place in [SIMD2(0.5, 0.3), SIMD2(0.5, 0.7), SIMD2(0.3, 0.5), SIMD2(0.7, 0.5)] {
      let other = result(simulation, DummyPipeline(.still, at: place * phone.geometry.points))
      #expect(try #require(other.errorPoints.median) > 0.97 * best)
      // The resting pointer depends on the person, and not on the pointer that is judged.
      #expect(other.resting == resting)
    }
  }

  @Test("samples are bounded in number, and takes are joined by their time")
  func bounds() throws {
    var meter = RestingMeter(phone.geometry)
    for second in 0..<200_000 {
      let point = second % 4 == 0 ? SIMD2(100.0, 100) : SIMD2(200.0, 600)
      meter.add(SeenPoint(point, phone.geometry, .unknown), .unknown, at: Double(second))
    }
    let long = meter.finish()
    #expect(try #require(long.bestPlacePoints) < 1 && long.middleDegrees == nil)
    let middle = try #require(long.middlePoints)
    #expect(abs(middle - (SIMD2(200.0, 600) - phone.geometry.points / 2).length) < 1e-9)
    var joined = RestingErrors()
    #expect(joined.middlePoints == nil && joined.bestPlaceDegrees == nil)
    joined.merge(long)
    #expect(joined == long)
    var short = RestingMeter(phone.geometry)
    short.add(SeenPoint(SIMD2(187.5, 406), phone.geometry, .unknown), .unknown, at: 0)
    joined.merge(short.finish())
    let both = try #require(joined.middlePoints)
    #expect(both < middle && both > 0.99 * middle)
  }
}
