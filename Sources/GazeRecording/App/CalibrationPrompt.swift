import GazePipeline

/// What an app tells the person to do next.
public enum CalibrationPrompt: Sendable, Equatable {
  /// A way to turn the head, as the person sees the screen.
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

  /// No face is seen; nothing goes on until one is.
  case showFace
  /// The eyes are `from` metres away and should be `to`.
  case comeCloser(to: Double, from: Double)
  /// The eyes are `from` metres away and should be `to`.
  case goFurther(to: Double, from: Double)
  /// Turn the head so, by about `degrees`, and keep looking at the screen.
  case turnHead(Turn, degrees: Double)
  /// Face the screen straight.
  case faceScreen
  /// All is right: stay so for a moment.
  case holdStill
  /// Look at the dot at `CalibrationProtocol.target`.
  case look
  /// Read the page and wish for nothing.
  case read
  /// Wish the page to scroll towards its end, as the app is used to be told.
  case scrollDown
  /// Wish the page to scroll towards its beginning.
  case scrollUp
  /// It is over.
  case done

  /// An English sentence to show or speak; an app with other languages says it in its own.
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
