import GazePipeline
import GazeSimulation
import Testing

@Suite struct PersonTests {
  private let people = (0..<4000).map { Person(Preset.typical.parameters, seed: 1, participant: $0) }

  @Test("kappa points to the nose in both eyes, and its mirrored part cancels in their mean")
  func kappa() {
    // n = 4,000; four standard errors.
    let n = Double(people.count)
    func mean(_ f: (Person) -> Double) -> Double { people.map(f).reduce(0, +) / n }
    let nasal = mean { (-$0.kappa.left.towardsX + $0.kappa.right.towardsX) / 2 }.degrees
    #expect(abs(nasal - 5.2) < 4 * 1.3 / n.squareRoot())
    let common = people.map { $0.cyclopeanKappa.towardsX.degrees }
    let sd = (common.map { $0 * $0 }.reduce(0, +) / n).squareRoot()
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

  @Test("one in twenty is failed by the tracker")
  func failing() {
    let share = Double(people.count { $0.isFailing }) / Double(people.count)
    #expect(abs(share - 0.05) < 4 * (0.05 * 0.95 / 4000).squareRoot())
  }
}
