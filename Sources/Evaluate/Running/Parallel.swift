/// Runs `body` for 0…count−1 on up to `jobs` tasks and returns the results by index, so that the outcome depends
/// neither on the number of tasks nor on their order. After an error no further index begins; those that have begun are
/// finished, and the error of the smallest index is thrown: all smaller ones have begun, since they begin in order.
///
/// - Parameter progress: called with the number of results so far. Only this function counts, not the tasks, so that
///   the numbers increase.
package func mapInParallel<Result: Sendable>(
  count: Int, jobs: Int, progress: (Int) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> Result
) async throws -> [Result] {
  var results = [Result?](repeating: nil, count: count)
  var done = 0
  var failure: (index: Int, error: any Error)?
  await withTaskGroup(of: (Int, Swift.Result<Result, any Error>).self) { group in
    var next = 0
    func begin() {
      let index = next
      group.addTask { (index, Swift.Result { try body(index) }) }
      next += 1
    }
    while next < min(max(jobs, 1), count) { begin() }
    for await (index, outcome) in group {
      switch outcome {
      case .success(let result):
        results[index] = result
        done += 1
        if failure == nil { progress(done) }
      case .failure(let error):
        if failure.map({ index < $0.index }) ?? true { failure = (index, error) }
      }
      if next < count, failure == nil { begin() }
    }
  }
  if let failure { throw failure.error }
  return results.compactMap { $0 }
}
