import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

struct ConfusionListTests {
  @Test("the list gives back every matrix that has an event, and their sum")
  func matrices() {
    let people = (0..<20).map { person in
      var matrix = ScrollConfusion()
      matrix.add(wanted: .down, made: .down, person % 3)
      matrix.add(wanted: .none, made: .up, person % 2)
      return matrix
    }
    let list = ConfusionList(people)
    let kept = people.filter { $0.total > 0 }
    #expect(Array(list.matrices) == kept && list.count == kept.count && kept.count == 16)
    #expect(list.all[wanted: .down, made: .down] == people.reduce(0) { $0 + $1[wanted: .down, made: .down] })
  }

  @Test("a count beyond 32 bits saturates instead of trapping")
  func saturates() {
    var matrix = ScrollConfusion()
    matrix.add(wanted: .up, made: .up, .max)
    #expect(ConfusionList([matrix]).matrices.map { $0[wanted: .up, made: .up] } == [Int(UInt32.max)])
  }
}
