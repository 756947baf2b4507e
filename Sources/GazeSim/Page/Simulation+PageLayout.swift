private import GazePipeline

extension Simulation {
  /// The layout of the page that everyone reads in this scenario; nil if the scenario has no page.
  package var pageLayout: PageLayout? {
    guard scenario.hasPage else { return nil }
    return PageLayout(
      parameters.task, screen: screen.points,
      paragraph: scenario == .recipe ? RecipeScript.paragraph : ReadingScript.paragraph,
      RandomStream(seed: seed, .page))
  }
}
