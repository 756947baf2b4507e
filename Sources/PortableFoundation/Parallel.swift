/// Runs `body` for 0…count−1 on up to `jobs` tasks and returns the results by index, so that the outcome depends
/// neither on the number of tasks nor on their order. After an error no further index begins; those that have begun are
/// finished, and the error of the smallest index is thrown: all smaller ones have begun, since they begin in order.
///
/// - Parameter progress: called with the number of results so far. Only this function counts, not the tasks, so that
///   the numbers increase.
package func mapInParallel<Result: Sendable>(
  count: Int, jobs: Int, progress: (Int) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> Result
) async throws -> [Result] {
  var results: [Result] = []
  results.reserveCapacity(count)
  try await eachInParallel(count: count, jobs: jobs, progress: progress, body) { results.append($0) }
  return results
}

/// Runs `body` like `mapInParallel`, and passes the results to `take` in the order of the index as soon as they and all
/// before them are there.
///
/// - Parameter ahead: number of indices by which `body` may be ahead of `take`, which bounds the results in memory.
package func eachInParallel<Result: Sendable>(
  count: Int, jobs: Int, ahead: Int = .max, progress: (Int) -> Void = { _ in },
  _ body: @escaping @Sendable (Int) throws -> Result, take: (Result) throws -> Void
) async throws {
  var waiting: [Int: Result] = [:]
  var (done, taken) = (0, 0)
  var failure: (index: Int, error: any Error)?
  func fail(_ index: Int, _ error: any Error) {
    if failure.map({ index < $0.index }) ?? true { failure = (index, error) }
  }
  await withTaskGroup(of: (Int, Swift.Result<Result, any Error>).self) { group in
    var (next, running) = (0, 0)
    func begin() {
      while next < count, running < max(jobs, 1), next - taken < max(ahead, 1), failure == nil {
        let index = next
        group.addTask { (index, Swift.Result { try body(index) }) }
        next += 1
        running += 1
      }
    }
    begin()
    for await (index, outcome) in group {
      running -= 1
      switch outcome {
      case .success(let result):
        waiting[index] = result
        done += 1
        if failure == nil { progress(done) }
      case .failure(let error): fail(index, error)
      }
      while failure == nil, let result = waiting.removeValue(forKey: taken) {
        do { try take(result) } catch { fail(taken, error) }
        taken += 1
      }
      begin()
    }
  }
  if let failure { throw failure.error }
}
