import GazePipeline
import TestSupport
import Testing

@testable import GazeSimulation

struct PersonTests {
  private let people = (0..<4000).map { Person(GazePreset.typical.parameters, seed: 1, participant: $0) }

  @Test("everybody is within the limits of adults, and each flag occurs")
  func limits() {
    #expect(people.allSatisfy { (18.0...80).contains($0.age) && (0.050...0.076).contains($0.interpupillaryDistance) })
    #expect(Set(people.compactMap(\.flag)) == Set(PersonFlag.allCases))
  }

  @Test("eyes sit left and right of the nose, ARKit's left at +x, in front")
  func eyes() {
    let (left, right) = (people[0].eyeCentre(.left), people[0].eyeCentre(.right))
    #expect(left.x > 0 && right.x < 0 && left.x == -right.x)
    #expect(left.z == 0.03 && left.y == 0.03)
  }

  @Test("a session's posture, distance, latency and scale are its own")
  func sessions() {
    let simulation = Simulation(.personal, seed: 4)
    var later = simulation
    later.session = 1
    let (a, b) = (simulation.session(3), later.session(3))
    #expect(a.posture != b.posture && a.distance != b.distance && a.latency != b.latency)
    #expect(a.distanceScale != b.distanceScale && a.bias != b.bias && a.faceBias != b.faceBias)
    #expect(simulation.person(3).kappa.left == later.person(3).kappa.left)
    // Another scenario of a session is another take: the same posture, another path.
    let (reading, staring) = (
      Simulation(.reading, seed: 4), Simulation(.stare, seed: 4)
    )
    #expect(reading.session(3).posture == staring.session(3).posture)
  }
}
