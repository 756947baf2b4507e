extension SimulationParameters {
  /// Deliberate signs of the face that confirm a scroll, and how people compensate the error of a visible pointer.
  /// The rows are in the order of the properties (`ConstantTable`); the numbers of `shape` and `upShape` are raw values
  /// of `SignShape`.
  package struct Signs: Equatable {
    var made, shape, upShape, twoShapes, rest, wander, wanderTime, noise, peak, peakSD, miss, cannot, reaction,
      reactionSD, retryAfter, relax, hiddenMade, spontaneous, spontaneousTime, lookUp, compensation,
      compensationRate: Double

    static let rows = """
      [sign]
      made              0         choice  whole:0...2[0...2]  assumed  0 no signal, 1 the face signals and people make
        signs in order to scroll, 2 it signals, but without such signs
      shape             0         choice  whole:0...7[0...7]  assumed  0 raised brows, 1 mouthPucker, 2 mouthLeft, 3
        mouthRight, 4 smile, 5 cheekPuff, 6 nod, 7 both lids closed for 0.8 s
      upShape           1         choice  whole:0...7[0...7]  assumed  sign for scrolling up with twoShapes = 1, as
        shape
      twoShapes         0         choice  whole:0...1[0...1]  assumed  0 one sign, and gaze gives the direction; 1 a
        sign for each direction
      rest              1         1       0...4         recorded  factor on the shape's rest level: browInnerUp 0.05 to
        0.15, mouthPucker 0.04 to 0.05, mouthLeft 0 to 0.02, cheekPuff 0.01 to 0.04 in public takes; mouthRight and
        smile are assumed
      wander            0.02      1       0...0.2       assumed   SD of the slow wander of the brows' rest; of another
        shape's in proportion to its rest
      wanderTime        5         s       0.5...120     assumed   time constant of the wander
      noise             0.01      1       0...0.2       assumed   SD of the tracker's noise, white
      peak              0.85      1       0.2...1[0.6...1]  assumed  deliberate; recorded: brows 0.97 to 1, mouthLeft
        0.71 to 0.77, mouthPucker 0.61 to 0.72, cheekPuff 0.32
      peakSD            0.12      1       0...0.5       assumed   as peak, from attempt to attempt
      miss              0.15      1       0...1         assumed   share of attempts that are too weak, 0.2 to 0.45 at
        their peak
      cannot            0.05      1       0...1         assumed   share of people whose attempts are all too weak
      reaction          500       ms      100...5000    assumed   from the eyes' arrival where they look in order to
        scroll to the sign's beginning
      reactionSD        150       ms      0...2000      assumed   as reaction
      retryAfter        1.5       s       0.5...60      assumed   closed loop: without movement of the page
      relax             0.4       s       0.25...10     assumed   between two attempts
      hiddenMade        0         1       0...1         assumed   share of the intents hidden from gaze that are signed
        all the same
      spontaneous       =0.015000000000000001  1/min  0...60[0.2...3]  recorded  upper bound (95 %, one-sided): no raise
        above 0.6 for 0.3 s in 206 s of public takes
      spontaneousTime   0.5       s       0.05...10     assumed   median for which such a raise, of 0.55 to 1, is held
      lookUp            0.15      1       0...1         assumed   the brows go up by it with an upward gaze of 20 deg
      [behaviour]
      compensation      0         1       0...1[0...1]  assumed   share of a visible pointer's error that people take
        off where they look in order to scroll
      compensationRate  0.3       1       0...1         assumed   how much of the pointer's present error is learned an
        intent
      """
  }
}
