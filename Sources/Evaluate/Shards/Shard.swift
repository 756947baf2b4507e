import GazeMetrics
import GazeRecording
package import GazeSimulation
import GazeTesting
import PortableFoundation

/// One of several equal shares of a command's cells: `3/16` is the third of sixteen. Cell i, from 0 on, is in share
/// (i mod n) + 1, so that people who take long spread over all shares.
package struct Shard: Sendable, Equatable {
  /// Largest number of shares: all parts are open while they are merged, and systems allow about a thousand files.
  package static let most = 1000

  /// Number of the share, 1…count.
  package let number: Int
  /// Number of shares.
  package let count: Int

  /// Creates a share; nil if the numbers are out of range.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Creates the share `k/n`; nil for any other text.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }

  /// The share that the environment states, nil if it states none: `TEST_SHARD_INDEX`, from 0 on, and
  /// `TEST_TOTAL_SHARDS`, as Bazel sets them (bazel.build, Test encyclopedia).
  ///
  /// - Throws: `SimulationError` if only one is set, or if they are not such numbers.
  package static func stated(in environment: [String: String]) throws(SimulationError) -> Shard? {
    let (index, total) = (environment[indexName], environment[totalName])
    if index == nil, total == nil { return nil }
    guard let index = index.flatMap({ Int($0) }), let total = total.flatMap({ Int($0) }), index < Int.max,
      let shard = Shard(index + 1, of: total)
    else {
      throw SimulationError.argument(
        """
        \(indexName)=\(index ?? "unset"), \(totalName)=\(total ?? "unset"): expected an index from 0 on below the \
        total; correct both or unset both
        """)
    }
    return shard
  }

  private static let indexName = "TEST_SHARD_INDEX"
  private static let totalName = "TEST_TOTAL_SHARDS"

}

extension Shard: CustomStringConvertible {
  /// The share as `--shard` takes it.
  package var description: String { "\(number)/\(count)" }
}
