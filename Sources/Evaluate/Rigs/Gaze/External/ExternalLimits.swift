/// Limits of an external program. All but `answer` are constants for users; tests change them.
package struct ExternalLimits: Sendable {
  /// Longest time from the start to the line `ready`, seconds.
  var start = 10.0
  /// Longest time for an answer, seconds. On a busy machine a program that answers at once was seen to take 0.55 s.
  package static let answer = 5.0
  /// Longest time for an answer, seconds.
  var answer = ExternalLimits.answer
  /// Longest time from the end of the input to the program's end, seconds.
  var end = 10.0
  /// Time that a program which was asked no frame has to close a pipe before its input ends, seconds: a program does so
  /// within a millisecond of its line `ready`, if at all. Assumed.
  var idle = 0.05
  /// Longest line, bytes.
  var line = 64 << 10
  /// Most text on standard error, bytes.
  var errors = 1 << 20
}
