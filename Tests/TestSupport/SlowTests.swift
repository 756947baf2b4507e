import Foundation
package import Testing

/// Tests that take 4 s or more in a release build; the developer's set leaves them out.
package enum SlowTests {
  /// True if slow tests run; `script/test` sets the environment variable that this reads.
  package static let areWanted = ProcessInfo.processInfo.environment["GAZESIM_ALL_TESTS"] == "1"
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test out of the developer's set.
  ///
  /// - Parameter reason: its duration in seconds and the work that takes it.
  package static func slow(_ reason: String) -> Self {
    .enabled(if: SlowTests.areWanted, "slow: \(reason)")
  }
}
