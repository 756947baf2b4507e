private import GazePipeline
package import GazeRecording

extension Simulation {
  /// The layout of the page that everyone reads in this scenario; nil if the scenario has no page.
  package var pageLayout: PageLayout? { scenario.hasPage ? textLayout : nil }

  /// The boxes of the page's lines from top to bottom, points of the page; at most 10,000, as many as a header may
  /// hold. In `steer`, the boxes of the text that is on the screen meanwhile; empty in other scenarios without a page.
  package var lineBoxes: [RecordingHeader.LineBox] { textLayout?.lineBoxes ?? [] }

  /// True if the app states the text's place in its recording: the page's offset in every frame, and the lines in the
  /// header.
  var tellsText: Bool {
    guard scenario.hasText else { return false }
    let task = parameters.task
    return task.appStates == 1 || task.dotAtStart == 1 || task.tapInterval > 0
  }

  private var textLayout: PageLayout? {
    guard scenario.hasText else { return nil }
    return PageLayout(
      parameters.task, screen: screen.points,
      paragraph: scenario == .recipe ? RecipeScript.paragraph : ReadingScript.paragraph,
      RandomStream(seed: seed, .page))
  }
}
