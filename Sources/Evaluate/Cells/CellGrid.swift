/// Numbers of the cells of several groups, one group after the other.
struct CellGrid: Sendable {
  /// Number of the first cell of each group.
  private let starts: [Int]
  /// Number of all cells.
  let total: Int

  /// Creates the grid of groups with so many cells each.
  init(_ counts: [Int]) {
    var (starts, total) = ([Int](), 0)
    for count in counts {
      starts.append(total)
      total += count
    }
    (self.starts, self.total) = (starts, total)
  }

  /// The group of a cell, and the cell's number in it. Groups without cells are never returned.
  subscript(cell: Int) -> (group: Int, index: Int) {
    // The last group that starts at or before the cell, by halving; groups without cells start where the next one does.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= cell { low = middle } else { high = middle }
    }
    return (low, cell - starts[low])
  }
}
