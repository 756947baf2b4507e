import Evaluate
import Foundation
import PortableFoundation
import Testing

@Suite struct ParallelTests {
  private struct Failure: Error, Equatable { var index: Int }

  @Test("results are in order, however many jobs there are", arguments: [-1, 0, 1, 2, 7, 1000])
  func order(jobs: Int) async throws {
    let squares = try await mapInParallel(count: 100, jobs: jobs) { index in
      // The later ones are done first.
      if index < 4 { Thread.sleep(forTimeInterval: 0.01 * Double(4 - index)) }
      return index * index
    }
    #expect(squares == (0..<100).map { $0 * $0 })
    #expect(try await mapInParallel(count: 0, jobs: jobs) { $0 }.isEmpty)
  }

  @Test("an error ends all jobs")
  func failure() async {
    await #expect(throws: Failure(index: 5)) {
      try await mapInParallel(count: 20, jobs: 2) { index in
        guard index != 5 else { throw Failure(index: index) }
        return index
      }
    }
  }

  @Test("the error of the smallest index is thrown, however much sooner a later one fails", arguments: [1, 2, 4, 20])
  func earliestFailure(jobs: Int) async {
    await #expect(throws: Failure(index: 3)) {
      try await mapInParallel(count: 20, jobs: jobs) { index in
        guard index >= 3 else { return }
        // The first to fail is much the last.
        if index == 3 { Thread.sleep(forTimeInterval: 0.3) }
        throw Failure(index: index)
      }
    }
  }

  @Test("progress counts in one place: each number once, in order, however many jobs there are", arguments: [1, 2, 7])
  func progress(jobs: Int) async throws {
    var counts: [Int] = []
    _ = try await mapInParallel(count: 30, jobs: jobs, progress: { counts.append($0) }) { index in
      if index % 3 == 0 { Thread.sleep(forTimeInterval: 0.002) }
      return index
    }
    #expect(counts == Array(1...30))
  }
}
