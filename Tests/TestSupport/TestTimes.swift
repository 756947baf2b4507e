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

extension Trait where Self == TimeLimitTrait {
  /// Fails a test that never ends. All tests run at once on few cores, where a test of a second can wait a quarter of
  /// an hour for its turn, so this says nothing about speed.
  package static var ends: Self { .timeLimit(.minutes(30)) }
}

/// Longest wait for another process to do something, seconds. It ends a wait for a process that has failed, and says
/// nothing about speed, for the same reason.
package let longestWait = 600.0
