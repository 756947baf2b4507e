private import GazePipeline
import GazeRecording

extension Simulation {
  /// The layout of the page that a participant reads in this scenario; nil if the scenario has no page.
  package func pageLayout(of participant: Int) -> PageLayout? {
    scenario.hasPage ? textLayout(of: participant) : nil
  }

  /// The boxes of the lines of a participant's page from top to bottom, points of the page; at most 10,000, as many as
  /// a header may hold. In `steer`, the boxes of the text that is on the screen meanwhile; empty in other scenarios
  /// without a page.
  func lineBoxes(of participant: Int) -> [RecordingHeader.LineBox] {
    textLayout(of: participant)?.lineBoxes ?? []
  }

  /// True if everybody reads one and the same page.
  package var hasSharedPage: Bool { parameters.task.samePage == 1 }

  /// True if the app states the text's place in its recording: the page's offset in every frame, and the lines in the
  /// header.
  var recordsTextLines: Bool {
    guard scenario.hasText else { return false }
    let task = parameters.task
    return task.appStates == 1 || task.dotAtStart == 1 || task.tapInterval > 0
  }

  private func textLayout(of participant: Int) -> PageLayout? {
    guard scenario.hasText else { return nil }
    return PageLayout(
      parameters.task, screen: screen.points,
      paragraph: scenario == .recipe ? RecipeScript.paragraph : ReadingScript.paragraph, seed: seed,
      participant: participant)
  }
}
