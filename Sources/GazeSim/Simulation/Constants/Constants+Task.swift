import GazeRecording

extension GazeConstants {
  /// What the scenarios do.
  static let task: [Constant] = [
    Constant("task.targetTime", \.task.targetTime, "s", 0.7...60, .assumed, "a dot is shown for"),
    Constant("task.grid", \.task.grid, "1", 2...16, .assumed, "validation shows grid x grid points", isWhole: true),
    Constant("task.pursuitSpeed", \.task.pursuitSpeed, "deg/s", 0.5...60, .assumed, "of the moving target, its mean"),
    Constant(
      "task.script", \.task.script, "choice", 0...1, .assumed, "0 Latin, 1 Japanese", sweep: 0...1, isWhole: true),
    Constant(
      "task.textSize", \.task.textSize, "pt", 8...60, .assumed,
      "lines are 22/17 of it apart; a Latin character is 9.1/17, a Japanese one all of it wide"),
    Constant("task.pageScreens", \.task.pageScreens, "1", 1...1000, .assumed, "length of the page in screens"),
    Constant("task.step", \.task.stepMean, "1", 1...30, .published, "Rayner 1998: 7 to 9 letters a saccade"),
    Constant("task.stepSD", \.task.stepSD, "1", 0...10, .published, "Rayner 1998"),
    Constant("task.stepJapanese", \.task.stepMeanJapanese, "1", 1...30, .assumed, "characters a saccade"),
    Constant("task.stepSDJapanese", \.task.stepSDJapanese, "1", 0...10, .assumed, "as stepJapanese"),
    Constant("task.regressions", \.task.regressions, "1", 0...0.9, .published, "Rayner 1998: share of saccades"),
    Constant(
      "task.fixationMean", \.task.fixationMean, "ms", 60...2000, .published,
      "Rayner 1998: 225 to 250, between two saccades, at 238 words a minute"),
    Constant(
      "task.fixationSD", \.task.fixationSD, "ms", 0...1000, .derived,
      "one reader's: 90 of fixations and readers (Rayner 1998) less what readingRateSpread makes over readers"),
    Constant(
      "task.scrollFrom", \.task.scrollFrom, "1", 0.2...1, .assumed,
      "share of the height from which a reader wants the page to move"),
    Constant("task.scrollFromSD", \.task.scrollFromSD, "1", 0...0.3, .assumed, "as scrollFrom"),
    Constant("task.scrollTo", \.task.scrollTo, "1", 0.05...0.6, .assumed, "where the text then lands"),
    Constant("task.scrollToSD", \.task.scrollToSD, "1", 0...0.3, .assumed, "as scrollTo"),
    Constant("task.scrollHazard", \.task.scrollHazard, "1/s", 0.1...100, .assumed, "of wanting, past scrollFrom"),
    Constant("task.flippers", \.task.flippers, "1", 0...1, .assumed, "share of readers who flip whole screens"),
    Constant(
      "task.creepers", \.task.creepers, "1", 0...1, .assumed,
      "share of readers who creep by lines; the rest move blocks"),
    Constant(
      "task.scrollGaze", \.task.scrollGaze, "1", 0.8...1.5, .assumed,
      "where a reader looks in order to scroll down, share of the height", sweep: 0.95...1.1),
    Constant("task.scrollGazeSD", \.task.scrollGazeSD, "1", 0...0.3, .assumed, "as scrollGaze"),
    Constant("task.intentTime", \.task.intentTime, "s", 0.3...10, .assumed, "for how long, where the page obeys"),
    Constant("task.intentTimeSD", \.task.intentTimeSD, "s", 0...5, .assumed, "as intentTime"),
    Constant(
      "task.patience", \.task.patience, "s", 0.5...600, .assumed,
      "an unanswered wish is then served by a finger", sweep: 3...12),
    Constant(
      "task.learning", \.task.learning, "1", 0...1, .assumed,
      "how much of a page's going on is learned a scroll: the eyes then leave the edge that much ahead"),
    Constant(
      "task.hiddenIntent", \.task.hiddenIntent, "1", 0...1, .assumed,
      "share of intents that gaze does not show"),
    Constant("task.upIntent", \.task.upIntent, "1", 0...1, .assumed, "chance of going back up, a block of text"),
    Constant(
      "task.earlyIntent", \.task.earlyIntent, "1", 0...1, .assumed,
      "chance of going on before the block is read, a block of text"),
    Constant(
      "task.bottomDwell", \.task.bottomDwell, "1", 0...1, .assumed,
      "chance of looking at the bottom without intent, a block"),
    Constant("task.lookAway", \.task.lookAway, "1", 0...1, .assumed, "chance of looking away from the phone, a block"),
    Constant("task.glance", \.task.glance, "s", 0.5...60, .assumed, "recipe: median glance at the phone"),
    Constant("task.absence", \.task.absence, "s", 0.5...600, .assumed, "recipe: median time between glances"),
    Constant(
      "task.worktop", \.task.worktop, "1", 0...1, .assumed,
      "recipe: share of absences that look at the work surface, 20 to 60 deg below or beside"),
    Constant(
      "task.talking", \.task.talking, "1", 0...1, .assumed,
      "recipe: share of absences that talk to somebody; the rest walk off"),
    Constant(
      "task.headTurns", \.task.headTurns, "deg", 0...60, .assumed,
      "stress: the head swings this far from target to target",
      sweep: 0...20),
  ]
}
