extension SimulationParameters {
  /// Tasks of the scenarios. The rows are in the order of the properties (`ConstantTable`).
  package struct Task: Equatable {
    var targetTime, grid, pursuitSpeed, script, textSize, pageScreens, samePage, layout, step, stepSD,
      stepJapanese, stepSDJapanese, regressions, fixationMean, fixationSD, scrollFrom, scrollFromSD, scrollTo,
      scrollToSD, scrollHazard, flippers, creepers, scrollGaze, scrollGazeSD, intentTime, intentTimeSD, patience,
      learning, hiddenIntent, upIntent, earlyIntent, bottomDwell, lookAway, glance, absence, worktop, talking,
      headTurns, tapInterval, tapSpread, tapLead, tapLeadSpread, tapHandFirst, tapBelow, dotAtStart, dotTime,
      appStates, skimming, skimmingUntil, skipParagraph, reread, startAt, notReading, column, columnFrom, steerX,
      steerY: Double

    /// Width of a character, points: 9.1 of a Latin one at a text size of 17, as the row of `textSize` says.
    var characterWidth: Double { script == 1 ? textSize : textSize * 9.1 / 17 }

    static let rows = """
      [task]
      targetTime      1.5   s       0.7...60      assumed    a dot is shown for
      grid            4     1       whole:2...16  assumed    validation shows grid x grid points
      pursuitSpeed    8     deg/s   0.5...60      assumed    of the moving target, its mean
      script          0     choice  whole:0...1[0...1]  assumed  0 Latin, 1 Japanese
      textSize        17    pt      8...60        assumed    lines are 22/17 of it apart; a Latin character is 9.1/17, a
        Japanese one all of it wide
      pageScreens     4     1       1...1000      assumed    length of the page in screens
      samePage        0     choice  whole:0...1   assumed    1: everybody reads one page, that of participant 0; 0: each
        person has a page of their own
      layout          0     choice  whole:0...3[0...3]  assumed  0 text, 1 two columns whose lines the app states, 2
        short items with pictures, 3 headings over short text
      step            7.5   1       1...30        published  Rayner 1998: 7 to 9 letters a saccade
      stepSD          2.5   1       0...10        published  Rayner 1998
      stepJapanese    4     1       1...30        assumed    characters a saccade
      stepSDJapanese  1.8   1       0...10        assumed    as stepJapanese
      regressions     0.12  1       0...0.9       published  Rayner 1998: share of saccades
      fixationMean    250   ms      60...2000     published  Rayner 1998: 225 to 250, between two saccades, at 238 words
        a minute
      fixationSD      75    ms      0...1000      derived    within one reader: 90 over fixations and readers (Rayner
        1998), less the spread of readingRateSpread
      scrollFrom      0.72  1       0.2...1       assumed    share of the height from which a reader wants the page to
        move
      scrollFromSD    0.1   1       0...0.3       assumed    as scrollFrom
      scrollTo        0.33  1       0.05...0.6    assumed    where the text then lands
      scrollToSD      0.1   1       0...0.3       assumed    as scrollTo
      scrollHazard    2     1/s     0.1...100     assumed    of wanting, past scrollFrom
      flippers        0.3   1       0...1         assumed    share of readers who flip whole screens
      creepers        0.4   1       0...1         assumed    share of readers who creep by lines; the rest move blocks
      scrollGaze      1.02  1       0.8...1.5[0.95...1.1]  assumed  where a reader looks in order to scroll down, share
        of the height
      scrollGazeSD    0.03  1       0...0.3       assumed    as scrollGaze
      intentTime      1.5   s       0.3...10      assumed    for how long, where the page obeys
      intentTimeSD    0.4   s       0...5         assumed    as intentTime
      patience        6     s       0.5...600[3...12]  assumed  an unanswered intent is then served by a finger
      learning        0.5   1       0...1         assumed    how much of a page's going on is learned a scroll: the eyes
        then leave the edge that much ahead
      hiddenIntent    0.15  1       0...1         assumed    share of intents that gaze does not show
      upIntent        0.1   1       0...1         assumed    chance of going back up, a block of text
      earlyIntent     0.1   1       0...1         assumed    chance of going on before the block is read, a block of
        text
      bottomDwell     0.3   1       0...1         assumed    chance of looking at the bottom without intent, a block
      lookAway        0.1   1       0...1         assumed    chance of looking away from the phone, a block
      glance          4     s       0.5...60      assumed    recipe: median glance at the phone
      absence         8     s       0.5...600     assumed    recipe: median time between glances
      worktop         0.7   1       0...1         assumed    recipe: share of absences that look at the work surface, 20
        to 60 deg below or beside
      talking         0.2   1       0...1         assumed    recipe: share of absences that talk to somebody; the rest
        walk off
      headTurns       0     deg     0...60[0...20]  assumed  stress: the head swings this far from target to target
      tapInterval     0     s       0...600[0...60]  assumed  reading, recipe: mean time between taps on the content; 0:
        no taps
      tapSpread       50    pt      0...200[25...80]  assumed  SD of the touch about the aim, an axis; no study states
        it for a phone held in the hand
      tapLead         337   ms      0...2000      published  Weill-Tessier & Gellersen 2018: gaze reaches the place 337
        before the touch, the median
      tapLeadSpread   0.3   1       0...1         assumed    sigma of the logarithm of tapLead, a tap
      tapHandFirst    0.1   1       0...1         assumed    share of taps whose touch comes 200 to 400 ms before the
        eyes
      tapBelow        5     pt      -50...50[0...20]  assumed  touches land this far below the aim, the mean
      dotAtStart      0     choice  whole:0...1[0...1]  assumed  reading, recipe: 1: the take begins with a recentring
        dot at the screen's middle
      dotTime         1.5   s       0.7...60      assumed    a recentring dot is shown for
      appStates       0     choice  whole:0...1[0...1]  assumed  1: the recording holds the page's offset and lines as
        the app knows them; so it does with taps or a first dot
      skimming        0     1       0...1[0...0.5]  assumed  share of lines that get only 1 to 3 fixations
      skimmingUntil   0     s       0...3600[0...120]  assumed  time from which no line is skimmed; 0: skimming goes on
      skipParagraph   0     1       0...0.9[0...0.3]  assumed  chance of leaving the next paragraph out, a paragraph
      reread          0     1       0...1[0...0.3]  assumed  chance of reading it once more, a paragraph
      startAt         0     1       0...0.9[0...0.9]  assumed  share of the page's way at which a take begins
      notReading      0     1       0...0.9[0...0.5]  assumed  share of the time at the page in which the eyes are on
        the screen, but do not read
      column          1     1       0.2...1[0.4...1]  assumed  share of each line's width that is read, as one of two
        columns whose lines the app reports as one
      columnFrom      0     1       0...0.8[0...0.5]  assumed  share of the line's width left of the column
      steerX          0.35  1       -1...1[-0.5...0.5]  assumed  steer: where the person looks, right of the screen's
        middle, share of the width
      steerY          0     1       -1...1[-0.5...0.5]  assumed  as steerX, below the middle, share of the height
      """
  }
}
