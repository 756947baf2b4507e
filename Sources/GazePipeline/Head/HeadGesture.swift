/// A gesture of the head.
public enum HeadGesture: String, Sendable, CaseIterable, Codable {
  /// Up and down: yes.
  case nod
  /// From side to side: no.
  case shake
  /// An ear to the shoulder and back.
  case tilt
}
