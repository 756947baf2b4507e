import Testing

@testable import Evaluate

@Suite struct CellGridTests {
  @Test(
    "every cell has its group and its number there",
    arguments: [[], [0], [5], [3, 0, 4], [0, 0, 2], [2, 0, 0], [1, 1, 1, 1]])
  func cells(counts: [Int]) {
    let grid = CellGrid(counts)
    let expected = counts.enumerated().flatMap { group, count in (0..<count).map { [group, $0] } }
    #expect(grid.total == expected.count)
    #expect((0..<grid.total).map { [grid[$0].group, grid[$0].index] } == expected)
  }
}
