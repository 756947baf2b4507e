/// A person's last attempt at a deliberate sign. No frame states it; it is the truth to which a study compares a
/// detector.
package struct SignAttempt: Sendable, Equatable {
  /// Number of the attempt in the take, from 1.
  package var number: Int
  /// Time at which the face began to move, seconds.
  package var start: Double
  /// True if it is the sign for scrolling up of a person with two signs.
  package var isUp: Bool
  /// False for a person whose attempts are all too weak.
  package var canSign: Bool
}
