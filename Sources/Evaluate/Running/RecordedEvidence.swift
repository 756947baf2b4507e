import GazePipeline
import GazeRecording

/// Evidence for recentring and for the trigger's signs that a recording of gaze holds.
package struct RecordedEvidence: Sendable {
  private var hasPage = false, hasTap = false, hasDot = false, hasShapes = false

  /// Nothing seen yet.
  init() {}

  /// Takes in a frame.
  mutating func add(_ observation: RecordedFrame.Observation) {
    let app = observation.app
    if app.page != nil { hasPage = true }
    if app.tap != nil { hasTap = true }
    if app.dot != nil { hasDot = true }
    if observation.frame.blendShapes != nil { hasShapes = true }
  }

  /// Refuses a recording whose header lacks the lines that recentring by reading needs, for everybody or for one
  /// person.
  static func check(_ header: RecordingHeader, _ choice: RecentreChoice, path: String) throws(FileError) {
    guard choice == .x || choice == .reading else { return }
    let pages = Dictionary(header.pages.map { ($0.participant, $0.lines.isEmpty) }) { first, _ in first }
    let lacking = (0..<header.participants).first { pages[$0] ?? header.lines.isEmpty }
    let isNowhere = header.lines.isEmpty && pages.values.allSatisfy { $0 }
    guard isNowhere || lacking != nil else { return }
    throw FileError(
      path: path, field: isNowhere ? "lines" : "pages",
      message: (isNowhere ? "is missing" : "has no lines of participant \(lacking ?? 0)")
        + ", so reading cannot recentre the pointer (--recentre \(choice.rawValue)); an app states its page's lines in "
        + "the header")
  }

  /// Refuses a recording whose frames lack what a choice of recentring, or a trigger, needs.
  func check(_ choice: RecentreChoice, _ trigger: ScrollTrigger.Settings?, path: String) throws(FileError) {
    let missing: (field: String, what: String)? =
      switch choice {
      case .none: nil
      case .dot: hasDot ? nil : ("dot", "a dot that the app showed for recentring")
      case .tap15: hasTap ? nil : ("tap", "a tap on the content")
      case .x, .reading: hasPage ? nil : ("page", "the page's offset, which places its lines on the screen")
      }
    if let missing {
      throw FileError(
        path: path, field: missing.field,
        message: "no frame holds \(missing.what), so --recentre \(choice.rawValue) has nothing to learn from")
    }
    if let trigger, trigger.needsBlendShapes, !hasShapes {
      throw FileError(
        path: path, field: "blendShapes",
        message: "no frame holds ARKit's facial coefficients, so --trigger \(trigger.rule.rawValue) cannot see a sign; "
          + "record them, or choose edge or below")
    }
  }
}
