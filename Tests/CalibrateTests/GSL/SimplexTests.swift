import Foundation
import TestSupport
import Testing

@testable import Calibrate

struct SimplexTests {
  @Test("finds the minimum of Rosenbrock's valley without derivatives")
  func rosenbrock() throws {
    let found = try Simplex.minimise(from: [-1.2, 1], step: 0.5, tolerance: 1e-8, evaluations: 1000) { x in
      100 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1 - x[0]) * (1 - x[0])
    }
    expectNear(found.x[0], 1, 1e-4)
    expectNear(found.x[1], 1, 1e-4)
    #expect(found.value < 1e-8 && found.evaluations < 1000)
  }

  @Test("minimises a stepped, partly undefined cost within the evaluations' limit")
  func steps() throws {
    let found = try Simplex.minimise(from: [7, -4], step: 2, evaluations: 60) { x in
      x[0] < 0 ? .nan : (x[0] * 4).rounded() + abs((x[1] * 4).rounded())
    }
    #expect(found.value <= 4 && found.x[0] >= 0)
    #expect(found.evaluations <= 66)
  }

  @Test("an empty start is refused")
  func empty() {
    #expect(throws: LeastSquaresError.self) { try Simplex.minimise(from: [], step: 1, evaluations: 9) { _ in 0 } }
  }
}
