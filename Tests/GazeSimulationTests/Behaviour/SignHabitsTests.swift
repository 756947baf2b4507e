import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct SignHabitsTests {
  private func habits(_ change: (inout SimulationParameters.Signs) -> Void, participant: Int = 0) -> SignHabits? {
    var p = SimulationParameters().signs
    p.made = 1
    change(&p)
    return SignHabits(p, seed: 3, participant: participant)
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
}
