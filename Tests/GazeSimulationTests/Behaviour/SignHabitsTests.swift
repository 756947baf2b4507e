import Foundation
import Testing

@testable import GazeSimulation

@Suite struct SignHabitsTests {
  private func habits(_ change: (inout SimulationParameters.Signs) -> Void, participant: Int = 0) -> SignHabits? {
    var p = SimulationParameters().signs
    p.made = 1
    change(&p)
    return SignHabits(p, seed: 3, participant: participant)
  }

  @Test("brows at rest are 0.10 ± 0.03 over people, and one person of twenty cannot raise them")
  func people() throws {
    // 4000 people; the bounds are four and a half standard errors.
    let all = try (0..<4000).map { try #require(habits({ _ in }, participant: $0)) }
    let rest = all.map(\.rest.x)
    let mean = rest.reduce(0, +) / 4000
    let sd = (rest.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 4000).squareRoot()
    // The limits take one in a hundred of the normal distribution's tails, and so a little of its SD.
    #expect(abs(mean - 0.10) < 0.0022)
    #expect(abs(sd - 0.0295) < 0.0016)
    #expect(rest.allSatisfy { (0.03...0.20).contains($0) })
    let cannot = Double(all.count { !$0.canSign }) / 4000
    #expect(abs(cannot - 0.05) < 4.5 * (0.05 * 0.95 / 4000).squareRoot())
  }

  @Test("a face without a signal has no habits; two signs need two different shapes")
  func shapes() throws {
    #expect(habits { $0.made = 0 } == nil)
    #expect(try #require(habits { _ in }).upShape == nil)
    #expect(try #require(habits { $0.twoShapes = 1 }).upShape == .pucker)
    let same = try #require(
      habits {
        $0.twoShapes = 1
        $0.shape = 1
      })
    #expect(same.shape == .pucker && same.upShape == nil)
  }

  @Test("a long blink closes the lids, and a nod lowers the head by a quarter of a radian at its mean peak")
  func headAndLids() throws {
    let blink = try #require(habits { $0.shape = 7 })
    #expect(blink.lid(SIMD2(0.9, 0.1)) == 0.9 && blink.nod(SIMD2(0.9, 0.1)) == 0)
    let nod = try #require(habits { $0.shape = 6 })
    #expect(nod.lid(SIMD2(0.85, 0)) == 0 && abs(nod.nod(SIMD2(0.85, 0)) - 0.25) < 1e-7)
    let brows = try #require(habits { _ in })
    #expect(brows.lid(SIMD2(1, 1)) == 0 && brows.nod(SIMD2(1, 1)) == 0)
  }
}
