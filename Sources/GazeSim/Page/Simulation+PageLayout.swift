private import GazePipeline

extension Simulation {
  /// The page that everybody reads in this scenario; nil where there is none.
  package var pageLayout: PageLayout? {
    guard scenario.hasPage else { return nil }
    return PageLayout(
      parameters.task, screen: screen.points,
      paragraph: scenario == .recipe ? RecipeScript.paragraph : ReadingScript.paragraph,
      RandomStream(seed: seed, .page))
  }
}
