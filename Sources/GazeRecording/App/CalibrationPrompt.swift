import GazePipeline

/// Instruction that an app gives to the person.
public enum CalibrationPrompt: Sendable, Equatable {
  /// Direction in which to turn the head, as the person sees the screen.
  public enum Turn: String, Sendable, CaseIterable {
    /// To screen left.
    case left
    /// To screen right.
    case right
    /// Chin up.
    case up
    /// Chin down.
    case down
  }

  /// Hold the phone so that a face is in view; the protocol waits until a face is in view.
  case showFace
  /// Bring the phone closer: the eyes are `from` metres away and should be `to`.
  case comeCloser(to: Double, from: Double)
  /// Move the phone away: the eyes are `from` metres away and should be `to`.
  case goFurther(to: Double, from: Double)
  /// Turn the head in this direction, by about `degrees`, and keep looking at the screen.
  case turnHead(Turn, degrees: Double)
  /// Turn the face straight to the screen.
  case faceScreen
  /// The pose is right: keep it for a moment.
  case holdStill
  /// Look at the dot at `CalibrationProtocol.target`.
  case look
  /// Read the page: without scrolling in a stage with scroll prompts, and scrolling by hand in a stage without.
  case read
  /// Scroll the page towards its end, in the way that the app expects.
  case scrollDown
  /// Scroll the page towards its beginning.
  case scrollUp
  /// The protocol is finished.
  case done

  /// The instruction as an English sentence to show or speak; an app in another language provides its own.
  public var text: String {
    func centimetres(_ metres: Double) -> String { "\(NumberText.whole(100 * metres)) cm" }
    return switch self {
    case .showFace: "Hold the phone so that it sees your face."
    case .comeCloser(let to, let from): "Bring the phone closer, from \(centimetres(from)) to \(centimetres(to))."
    case .goFurther(let to, let from): "Move the phone away, from \(centimetres(from)) to \(centimetres(to))."
    case .turnHead(.left, _): "Turn your head a little to the left. Keep looking at the screen."
    case .turnHead(.right, _): "Turn your head a little to the right. Keep looking at the screen."
    case .turnHead(.up, _): "Lift your chin a little. Keep looking at the screen."
    case .turnHead(.down, _): "Lower your chin a little. Keep looking at the screen."
    case .faceScreen: "Turn your face straight to the screen."
    case .holdStill: "Good. Stay like this."
    case .look: "Look at the dot."
    case .read: "Read the page."
    case .scrollDown: "Make the page scroll down."
    case .scrollUp: "Make the page scroll up."
    case .done: "Done. Thank you."
    }
  }
}
