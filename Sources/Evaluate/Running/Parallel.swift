/// Runs `body` for 0…count−1 on up to `jobs` tasks and returns the results by index, so that the outcome depends
/// neither on the number of tasks nor on their order.
package func mapInParallel<Result: Sendable>(
  count: Int, jobs: Int, _ body: @escaping @Sendable (Int) throws -> Result
) async throws -> [Result] {
  var results = [Result?](repeating: nil, count: count)
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var next = 0
    while next < min(max(jobs, 1), count) {
      let index = next
      group.addTask { (index, try body(index)) }
      next += 1
    }
    while let (index, result) = try await group.next() {
      results[index] = result
      if next < count {
        let index = next
        group.addTask { (index, try body(index)) }
        next += 1
      }
    }
  }
  return results.compactMap { $0 }
}
