import GazeRecording

extension GazeConstants {
  /// Signs of the face that confirm a scroll, and compensation of a visible pointer's error.
  static let signs: [GazeConstant] = [
    GazeConstant(
      "sign.made", \.signs.made, "choice", 0...2, .assumed,
      "0 no signal, 1 the face signals and people make signs in order to scroll, 2 it signals, but without such signs",
      sweep: 0...2, isWhole: true),
    GazeConstant(
      "sign.shape", \.signs.shape, "choice", 0...7, .assumed,
      """
      0 raised brows, 1 mouthPucker, 2 mouthLeft, 3 mouthRight, 4 smile, 5 cheekPuff, 6 nod, 7 both lids closed for \
      0.8 s
      """, sweep: 0...7, isWhole: true),
    GazeConstant(
      "sign.upShape", \.signs.upShape, "choice", 0...7, .assumed, "sign for scrolling up with twoShapes = 1, as shape",
      sweep: 0...7, isWhole: true),
    GazeConstant(
      "sign.twoShapes", \.signs.twoShapes, "choice", 0...1, .assumed,
      "0 one sign, and gaze gives the direction; 1 a sign for each direction", sweep: 0...1, isWhole: true),
    GazeConstant(
      "sign.rest", \.signs.rest, "1", 0...4, .recorded,
      """
      factor on the shape's rest level: browInnerUp 0.05 to 0.15, mouthPucker 0.04 to 0.05, mouthLeft 0 to 0.02, \
      cheekPuff 0.01 to 0.04 in public takes; mouthRight and smile are assumed
      """),
    GazeConstant(
      "sign.wander", \.signs.wander, "1", 0...0.2, .assumed,
      "SD of the slow wander of the brows' rest; of another shape's in proportion to its rest"),
    GazeConstant("sign.wanderTime", \.signs.wanderTime, "s", 0.5...120, .assumed, "time constant of the wander"),
    GazeConstant("sign.noise", \.signs.noise, "1", 0...0.2, .assumed, "SD of the tracker's noise, white"),
    GazeConstant(
      "sign.peak", \.signs.peak, "1", 0.2...1, .assumed,
      "deliberate; recorded: brows 0.97 to 1, mouthLeft 0.71 to 0.77, mouthPucker 0.61 to 0.72, cheekPuff 0.32",
      sweep: 0.6...1),
    GazeConstant("sign.peakSD", \.signs.peakSD, "1", 0...0.5, .assumed, "as peak, from attempt to attempt"),
    GazeConstant(
      "sign.miss", \.signs.miss, "1", 0...1, .assumed, "share of attempts that are too weak, 0.2 to 0.45 at their peak"
    ),
    GazeConstant(
      "sign.cannot", \.signs.cannot, "1", 0...1, .assumed, "share of people whose attempts are all too weak"),
    GazeConstant(
      "sign.reaction", \.signs.reaction, "ms", 100...5000, .assumed,
      "from the eyes' arrival where they look in order to scroll to the sign's beginning"),
    GazeConstant("sign.reactionSD", \.signs.reactionSD, "ms", 0...2000, .assumed, "as reaction"),
    GazeConstant(
      "sign.retryAfter", \.signs.retryAfter, "s", 0.5...60, .assumed, "closed loop: without movement of the page"),
    GazeConstant("sign.relax", \.signs.relax, "s", 0.25...10, .assumed, "between two attempts"),
    GazeConstant(
      "sign.hiddenMade", \.signs.hiddenMade, "1", 0...1, .assumed,
      "share of the intents hidden from gaze that are signed all the same"),
    GazeConstant(
      "sign.spontaneous", \.signs.spontaneous, "1/min", 0...60, .recorded,
      "upper bound (95 %, one-sided): no raise above 0.6 for 0.3 s in 206 s of public takes", sweep: 0.2...3),
    GazeConstant(
      "sign.spontaneousTime", \.signs.spontaneousTime, "s", 0.05...10, .assumed,
      "median for which such a raise, of 0.55 to 1, is held"),
    GazeConstant(
      "sign.lookUp", \.signs.lookUp, "1", 0...1, .assumed, "the brows go up by it with an upward gaze of 20 deg"),
    GazeConstant(
      "behaviour.compensation", \.signs.compensation, "1", 0...1, .assumed,
      "share of a visible pointer's error that people take off where they look in order to scroll", sweep: 0...1),
    GazeConstant(
      "behaviour.compensationRate", \.signs.compensationRate, "1", 0...1, .assumed,
      "how much of the pointer's present error is learned an intent"),
  ]
}
