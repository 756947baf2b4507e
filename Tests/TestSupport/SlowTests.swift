import Foundation
package import Testing

/// Tests that take more than 5 s in a release build: the developer's set leaves them out.
package enum SlowTests {
  /// Says whether they run: `script/test --all` sets the variable.
  package static let areWanted = ProcessInfo.processInfo.environment["GAZESIM_ALL_TESTS"] == "1"
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test out of the developer's set.
  ///
  /// - Parameter reason: its seconds, and of what.
  package static func slow(_ reason: String) -> Self {
    .enabled(if: SlowTests.areWanted, "slow: \(reason)")
  }
}
