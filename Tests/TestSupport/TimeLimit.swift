package import Testing

extension Trait where Self == TimeLimitTrait {
  /// Fails a test that never ends. All tests run at once on few cores, where a test of a second can wait a quarter of
  /// an hour for its turn, so this says nothing about speed.
  package static var ends: Self { .timeLimit(.minutes(30)) }
}

/// Longest wait for another process to do something, seconds. It ends a wait for a process that has failed, and says
/// nothing about speed, for the same reason.
package let longestWait = 600.0
