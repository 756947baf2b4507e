import Foundation
import Testing

@testable import GazeSimulation

struct ApproachTests {
  @Test("it matches a recursion whose goal jumps between two ticks")
  func recursion() {
    let jumps = [3: SIMD2(0.1, -0.2), 40: SIMD2(-0.3, 0.05), 41: SIMD2(0.2, 0), 300: SIMD2(0.25, 0.1)]
    let timeConstant = 36.0
    var approach = Approach(at: SIMD2(0.02, 0.01))
    let decay = Decay(timeConstant: timeConstant)
    var (x, goal) = (approach.goal, approach.goal)
    for tick in 1...2000 {
      if let jump = jumps[tick] {
        goal = jump
        approach.go(to: jump, at: tick - 1, by: decay)
      }
      x += (goal - x) * (1 - exp(-1 / timeConstant))
      let off = approach.goal - approach.lag(at: tick, by: decay) - x
      // The rest after 25 time constants, 1.4e-11 of a jump, is dropped.
      #expect(abs(off.x) < 1e-11 && abs(off.y) < 1e-11)
    }
    #expect(approach.lag(at: 300 + Int(25 * timeConstant) + 1, by: decay) == .zero)
  }
}
