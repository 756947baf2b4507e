/// Runs `body` for 0…count−1 on up to `jobs` tasks and returns the results by index, so that the outcome depends
/// neither on the number of tasks nor on their order.
///
/// - Parameter progress: called with the number of results so far. Only this function counts, not the tasks, so that
///   the numbers increase.
package func mapInParallel<Result: Sendable>(
  count: Int, jobs: Int, progress: (Int) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> Result
) async throws -> [Result] {
  var results = [Result?](repeating: nil, count: count)
  var done = 0
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var next = 0
    while next < min(max(jobs, 1), count) {
      let index = next
      group.addTask { (index, try body(index)) }
      next += 1
    }
    while let (index, result) = try await group.next() {
      results[index] = result
      done += 1
      progress(done)
      if next < count {
        let index = next
        group.addTask { (index, try body(index)) }
        next += 1
      }
    }
  }
  return results.compactMap { $0 }
}
