import GazePipeline
import GazeSimulation
import Testing

@Suite struct PersonTests {
  private let people = (0..<4000).map { Person(GazePreset.typical.parameters, seed: 1, participant: $0) }

  @Test("kappa points to the nose in both eyes, and its mirrored part cancels in their mean")
  func kappa() {
    // n = 4,000; the bounds are four standard errors.
    let n = Double(people.count)
    func mean(_ f: (Person) -> Double) -> Double { people.map(f).reduce(0, +) / n }
    let nasal = mean { (-$0.kappa.left.towardsX + $0.kappa.right.towardsX) / 2 }.degrees
    #expect(abs(nasal - 5.2) < 4 * 1.3 / n.squareRoot())
    // If only one eye sees, its kappa is not cancelled by the other eye's.
    let common = people.filter { $0.flag != .oneEye }.map { $0.cyclopeanKappa.towardsX.degrees }
    let sd = (common.map { $0 * $0 }.reduce(0, +) / Double(common.count)).squareRoot()
    // SD of half the difference of two numbers with SD 1.3 and correlation 0.95: 1.3·√(0.05/2) = 0.206°.
    #expect(abs(sd - 0.2055) < 4 * 0.2055 / (2 * n).squareRoot())
    #expect(abs(mean { $0.cyclopeanKappa.up }.degrees - 2.0) < 4 * 1.0 / n.squareRoot())
  }

  @Test("eyes sit left and right of the nose, at +x ARKit's left one, in front of the face's origin")
  func eyes() {
    let (left, right) = (people[0].eyeCentre(.left), people[0].eyeCentre(.right))
    #expect(left.x > 0 && right.x < 0 && left.x == -right.x)
    #expect(left.z == 0.03 && left.y == 0.03)
  }

  @Test("tracking fails for one person in twenty")
  func failing() {
    let share = Double(people.count { $0.isFailing }) / Double(people.count)
    let standardError = (0.05 * 0.95 / 4000).squareRoot()
    #expect(abs(share - 0.05) < 4 * standardError)
  }

  @Test(
    "interpupillary distance, kappa and its correlation, age, glasses, flags and blink rate are as published or assumed"
  )
  func population() {
    // n = 4,000; bounds are five standard errors of each statistic.
    let n = Double(people.count)
    func moments(_ f: (Person) -> Double) -> (mean: Double, sd: Double) {
      let mean = people.map(f).reduce(0, +) / n
      return (mean, (people.map { (f($0) - mean) * (f($0) - mean) }.reduce(0, +) / (n - 1)).squareRoot())
    }
    let ipd = moments { $0.interpupillaryDistance * 1000 }
    #expect(abs(ipd.mean - 63) < 5 * 3.8 / n.squareRoot() && abs(ipd.sd - 3.8) < 5 * 3.8 / (2 * n).squareRoot())
    #expect(people.allSatisfy { (0.050...0.076).contains($0.interpupillaryDistance) })
    let (left, right) = (people.map { -$0.kappa.left.towardsX.degrees }, people.map(\.kappa.right.towardsX.degrees))
    let covariance = zip(left, right).map { ($0 - 5.2) * ($1 - 5.2) }.reduce(0, +) / n
    // Standard error of a correlation of 0.95: (1 − ρ²)/√n.
    #expect(abs(covariance / (1.3 * 1.3) - 0.95) < 5 * (2 / n).squareRoot())
    #expect(people.allSatisfy { (18.0...80).contains($0.age) })
    func share(_ p: Double, _ f: (Person) -> Bool) -> Bool {
      abs(Double(people.count(where: f)) / n - p) < 5 * (p * (1 - p) / n).squareRoot()
    }
    #expect(share(0.5, \.hasGlasses) && share(0.05) { $0.flag != nil } && share(0.05, \.isFailing))
    #expect(share(0.3) { $0.scrolling == .flip } && share(0.4) { $0.scrolling == .creep })
    #expect(Set(people.compactMap(\.flag)) == Set(PersonFlag.allCases))
    let blinks = people.map { $0.blinkRate * 60 }.sorted()[people.count / 2]
    // The median of LogN(log 8, 0.7): its standard error is 1.25 · 0.7 · 8/√n.
    #expect(abs(blinks - 8) < 5 * 1.25 * 0.7 * 8 / n.squareRoot())
  }

  @Test("a session's posture, distance, latency and scale are its own; the person stays the same")
  func sessions() {
    let simulation = Simulation(device: mini, scenario: .personal, seed: 4)
    var later = simulation
    later.session = 1
    let (a, b) = (simulation.session(3), later.session(3))
    #expect(a.posture != b.posture && a.distance != b.distance && a.latency != b.latency)
    #expect(a.distanceScale != b.distanceScale && a.bias != b.bias && a.faceBias != b.faceBias)
    #expect(simulation.person(3).kappa.left == later.person(3).kappa.left)
    // Another scenario of a session is another take: the same posture, another path.
    let (reading, staring) = (
      Simulation(device: mini, scenario: .reading, seed: 4), Simulation(device: mini, scenario: .stare, seed: 4)
    )
    #expect(reading.session(3).posture == staring.session(3).posture)
  }
}
