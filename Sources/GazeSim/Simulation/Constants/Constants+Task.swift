import GazeRecording

extension GazeConstants {
  /// Tasks of the scenarios.
  static let task: [GazeConstant] = [
    GazeConstant("task.targetTime", \.task.targetTime, "s", 0.7...60, .assumed, "a dot is shown for"),
    GazeConstant("task.grid", \.task.grid, "1", 2...16, .assumed, "validation shows grid x grid points", isWhole: true),
    GazeConstant(
      "task.pursuitSpeed", \.task.pursuitSpeed, "deg/s", 0.5...60, .assumed, "of the moving target, its mean"),
    GazeConstant(
      "task.script", \.task.script, "choice", 0...1, .assumed, "0 Latin, 1 Japanese", sweep: 0...1, isWhole: true),
    GazeConstant(
      "task.textSize", \.task.textSize, "pt", 8...60, .assumed,
      "lines are 22/17 of it apart; a Latin character is 9.1/17, a Japanese one all of it wide"),
    GazeConstant("task.pageScreens", \.task.pageScreens, "1", 1...1000, .assumed, "length of the page in screens"),
    GazeConstant(
      "task.samePage", \.task.samePage, "choice", 0...1, .assumed,
      "1: everybody reads one page, that of participant 0; 0: each person has a page of their own", isWhole: true),
    GazeConstant(
      "task.layout", \.task.layout, "choice", 0...3, .assumed,
      "0 text, 1 two columns whose lines the app states, 2 short items with pictures, 3 headings over short text",
      sweep: 0...3, isWhole: true),
    GazeConstant("task.step", \.task.stepMean, "1", 1...30, .published, "Rayner 1998: 7 to 9 letters a saccade"),
    GazeConstant("task.stepSD", \.task.stepSD, "1", 0...10, .published, "Rayner 1998"),
    GazeConstant("task.stepJapanese", \.task.stepMeanJapanese, "1", 1...30, .assumed, "characters a saccade"),
    GazeConstant("task.stepSDJapanese", \.task.stepSDJapanese, "1", 0...10, .assumed, "as stepJapanese"),
    GazeConstant("task.regressions", \.task.regressions, "1", 0...0.9, .published, "Rayner 1998: share of saccades"),
    GazeConstant(
      "task.fixationMean", \.task.fixationMean, "ms", 60...2000, .published,
      "Rayner 1998: 225 to 250, between two saccades, at 238 words a minute"),
    GazeConstant(
      "task.fixationSD", \.task.fixationSD, "ms", 0...1000, .derived,
      "within one reader: 90 over fixations and readers (Rayner 1998), less the spread of readingRateSpread"),
    GazeConstant(
      "task.scrollFrom", \.task.scrollFrom, "1", 0.2...1, .assumed,
      "share of the height from which a reader wants the page to move"),
    GazeConstant("task.scrollFromSD", \.task.scrollFromSD, "1", 0...0.3, .assumed, "as scrollFrom"),
    GazeConstant("task.scrollTo", \.task.scrollTo, "1", 0.05...0.6, .assumed, "where the text then lands"),
    GazeConstant("task.scrollToSD", \.task.scrollToSD, "1", 0...0.3, .assumed, "as scrollTo"),
    GazeConstant("task.scrollHazard", \.task.scrollHazard, "1/s", 0.1...100, .assumed, "of wanting, past scrollFrom"),
    GazeConstant("task.flippers", \.task.flippers, "1", 0...1, .assumed, "share of readers who flip whole screens"),
    GazeConstant(
      "task.creepers", \.task.creepers, "1", 0...1, .assumed,
      "share of readers who creep by lines; the rest move blocks"),
    GazeConstant(
      "task.scrollGaze", \.task.scrollGaze, "1", 0.8...1.5, .assumed,
      "where a reader looks in order to scroll down, share of the height", sweep: 0.95...1.1),
    GazeConstant("task.scrollGazeSD", \.task.scrollGazeSD, "1", 0...0.3, .assumed, "as scrollGaze"),
    GazeConstant("task.intentTime", \.task.intentTime, "s", 0.3...10, .assumed, "for how long, where the page obeys"),
    GazeConstant("task.intentTimeSD", \.task.intentTimeSD, "s", 0...5, .assumed, "as intentTime"),
    GazeConstant(
      "task.patience", \.task.patience, "s", 0.5...600, .assumed,
      "an unanswered intent is then served by a finger", sweep: 3...12),
    GazeConstant(
      "task.learning", \.task.learning, "1", 0...1, .assumed,
      "how much of a page's going on is learned a scroll: the eyes then leave the edge that much ahead"),
    GazeConstant(
      "task.hiddenIntent", \.task.hiddenIntent, "1", 0...1, .assumed,
      "share of intents that gaze does not show"),
    GazeConstant("task.upIntent", \.task.upIntent, "1", 0...1, .assumed, "chance of going back up, a block of text"),
    GazeConstant(
      "task.earlyIntent", \.task.earlyIntent, "1", 0...1, .assumed,
      "chance of going on before the block is read, a block of text"),
    GazeConstant(
      "task.bottomDwell", \.task.bottomDwell, "1", 0...1, .assumed,
      "chance of looking at the bottom without intent, a block"),
    GazeConstant(
      "task.lookAway", \.task.lookAway, "1", 0...1, .assumed, "chance of looking away from the phone, a block"),
    GazeConstant("task.glance", \.task.glance, "s", 0.5...60, .assumed, "recipe: median glance at the phone"),
    GazeConstant("task.absence", \.task.absence, "s", 0.5...600, .assumed, "recipe: median time between glances"),
    GazeConstant(
      "task.worktop", \.task.worktop, "1", 0...1, .assumed,
      "recipe: share of absences that look at the work surface, 20 to 60 deg below or beside"),
    GazeConstant(
      "task.talking", \.task.talking, "1", 0...1, .assumed,
      "recipe: share of absences that talk to somebody; the rest walk off"),
    GazeConstant(
      "task.headTurns", \.task.headTurns, "deg", 0...60, .assumed,
      "stress: the head swings this far from target to target",
      sweep: 0...20),
    GazeConstant(
      "task.tapInterval", \.task.tapInterval, "s", 0...600, .assumed,
      "reading, recipe: mean time between taps on the content; 0: no taps", sweep: 0...60),
    GazeConstant(
      "task.tapSpread", \.task.tapSpread, "pt", 0...200, .assumed,
      "SD of the touch about the aim, an axis; no study states it for a phone held in the hand", sweep: 25...80),
    GazeConstant(
      "task.tapLead", \.task.tapLead, "ms", 0...2000, .published,
      "Weill-Tessier & Gellersen 2018: gaze reaches the place 337 before the touch, the median"),
    GazeConstant(
      "task.tapLeadSpread", \.task.tapLeadSpread, "1", 0...1, .assumed, "sigma of the logarithm of tapLead, a tap"),
    GazeConstant(
      "task.tapHandFirst", \.task.tapHandFirst, "1", 0...1, .assumed,
      "share of taps whose touch comes 200 to 400 ms before the eyes"),
    GazeConstant(
      "task.tapBelow", \.task.tapBelow, "pt", -50...50, .assumed, "touches land this far below the aim, the mean",
      sweep: 0...20),
    GazeConstant(
      "task.dotAtStart", \.task.dotAtStart, "choice", 0...1, .assumed,
      "reading, recipe: 1: the take begins with a recentring dot at the screen's middle", sweep: 0...1, isWhole: true),
    GazeConstant("task.dotTime", \.task.dotTime, "s", 0.7...60, .assumed, "a recentring dot is shown for"),
    GazeConstant(
      "task.appStates", \.task.appStates, "choice", 0...1, .assumed,
      "1: the recording holds the page's offset and lines as the app knows them; so it does with taps or a first dot",
      sweep: 0...1, isWhole: true),
    GazeConstant(
      "task.skimming", \.task.skimming, "1", 0...1, .assumed, "share of lines that get only 1 to 3 fixations",
      sweep: 0...0.5),
    GazeConstant(
      "task.skimmingUntil", \.task.skimmingUntil, "s", 0...3600, .assumed,
      "time from which no line is skimmed; 0: skimming goes on", sweep: 0...120),
    GazeConstant(
      "task.skipParagraph", \.task.skipParagraph, "1", 0...0.9, .assumed,
      "chance of leaving the next paragraph out, a paragraph", sweep: 0...0.3),
    GazeConstant(
      "task.reread", \.task.reread, "1", 0...1, .assumed, "chance of reading it once more, a paragraph",
      sweep: 0...0.3),
    GazeConstant(
      "task.startAt", \.task.startAt, "1", 0...0.9, .assumed,
      "share of the page's way at which a take begins", sweep: 0...0.9),
    GazeConstant(
      "task.notReading", \.task.notReading, "1", 0...0.9, .assumed,
      "share of the time at the page in which the eyes are on the screen, but do not read", sweep: 0...0.5),
    GazeConstant(
      "task.column", \.task.column, "1", 0.2...1, .assumed,
      "share of each line's width that is read, as one of two columns whose lines the app reports as one",
      sweep: 0.4...1),
    GazeConstant(
      "task.columnFrom", \.task.columnFrom, "1", 0...0.8, .assumed, "share of the line's width left of the column",
      sweep: 0...0.5),
    GazeConstant(
      "task.steerX", \.task.steerX, "1", -1...1, .assumed,
      "steer: where the person looks, right of the screen's middle, share of the width", sweep: -0.5...0.5),
    GazeConstant(
      "task.steerY", \.task.steerY, "1", -1...1, .assumed, "as steerX, below the middle, share of the height",
      sweep: -0.5...0.5),
  ]
}
