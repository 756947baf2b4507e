import GazeRecording

/// The drag simulator's constants. Strokes are minimum-jerk movements (Flash & Hogan 1985); all other values are
/// assumed unless stated otherwise.
enum DragConstants {
  typealias C = ParameterConstant<DragParameters>

  static let all: [C] = view + touch + hand + task

  private static let view: [C] = [
    C(
      "view.fieldOfView", \.view.fieldOfView, "deg", 10...170, .published,
      "Apple, SCNCamera.fieldOfView: 60 degrees, vertical, by default", sweep: 40...100),
    C(
      "view.fieldOfViewError", \.view.fieldOfViewError, "deg", -40...40, .assumed,
      "the picture's true field of view beyond the stated one: a horizontal one stated as vertical, a scaled view",
      sweep: -10...10),
    C(
      "view.orientation", \.view.orientation, "choice", 0...3, .published,
      "how the interface is turned: 0 portrait, 1 landscapeRight, 2 portraitUpsideDown, 3 landscapeLeft; "
        + "the 2021 article is landscape only", isWhole: true),
  ]

  private static let touch: [C] = [
    C(
      "touch.noise", \.touch.noise, "pt", 0...20, .assumed,
      "1 to 2 points an axis, a report; filtered reports have less"
    ),
    C(
      "touch.latency", \.touch.latency, "ms", 0...250, .assumed,
      "from the finger to the picture: digitiser, a frame of the app, the display"),
    C("touch.latencySpread", \.touch.latencySpread, "1", 0...0.5, .assumed, "over phones, relative"),
  ]

  private static let hand: [C] = [
    C("hand.aim", \.hand.aim, "pt", 0...60, .assumed, "how far off a mark the finger is put, an axis"),
    C("hand.reach", \.hand.reach, "1", 0.05...0.9, .assumed, "longest stroke, share of the screen's width and height"),
    C("hand.reachSpread", \.hand.reachSpread, "1", 0...1, .assumed, "over people, sigma of the logarithm"),
    C("hand.strokeTime", \.hand.strokeTime, "s", 0.1...3, .assumed, "of a very short stroke"),
    C(
      "hand.strokeTimePerScreen", \.hand.strokeTimePerScreen, "s", 0...5, .assumed,
      "more for a stroke of the screen's longer side"),
    C(
      "hand.timeSpread", \.hand.timeSpread, "1", 0...1, .assumed,
      "from stroke to stroke and over people, sigma of the logarithm"
    ),
    C("hand.liftTime", \.hand.liftTime, "s", 0.1...3, .assumed, "finger up between two strokes to one aim"),
    C(
      "hand.scatter", \.hand.scatter, "1", 0...0.3, .assumed,
      "of a stroke's middle about the screen's, share of the size"),
    C("hand.flickShare", \.hand.flickShare, "1", 0...1, .assumed, "strokes whose finger lifts while it moves fast"),
    C("hand.flickCut", \.hand.flickCut, "1", 0.3...0.9, .assumed, "share of a flick's time at which the finger lifts"),
    C("hand.flickTime", \.hand.flickTime, "1", 0.2...1, .assumed, "a flick's time over that of a drag as long"),
    C(
      "hand.side", \.hand.side, "1", 0...0.3, .assumed,
      "thumbs do not stroke about the middle: their distance from it, share of the width, SD over people"),
  ]

  private static let task: [C] = [
    C("task.restTime", \.task.restTime, "s", 0.2...60, .assumed, "mean looking time before something else is wanted"),
    C("task.tolerance", \.task.tolerance, "deg", 0.5...30, .assumed, "near enough to what is wanted"),
    C(
      "task.patience", \.task.patience, "1", 1...50, .assumed, "strokes after which an aim is given up", isWhole: true),
    C(
      "task.turnFactor", \.task.turnFactor, "1", 0.1...1.3, .assumed,
      "how far in heading the next aim is, over the scenario's own 20 to 130 deg (around, flick), "
        + "10 to 140 deg (targets), up to 10 deg (updown), up to 20 deg (poles); the scenario itself sets the pitch"),
  ]
}

/// Assumed quality of the digitiser and the hand.
enum DragPresets {
  static let all = [ideal, optimistic, typical, pessimistic]

  /// A preset without errors: the finger is reported at its true position without delay, and the person puts it exactly
  /// on the mark.
  static let ideal = preset("ideal", noise: 0, latency: 0, aim: 0, phone: 0)
  static let optimistic = preset("optimistic", noise: 1, latency: 0.03, aim: 3, phone: 1)
  static let typical = ParameterPreset<DragParameters>(name: "typical", parameters: DragParameters())
  static let pessimistic = preset("pessimistic", noise: 2, latency: 0.07, aim: 6, phone: 1)

  private static func preset(
    _ name: String, noise: Double, latency: Double, aim: Double, phone: UInt64
  ) -> ParameterPreset<DragParameters> {
    var p = DragParameters()
    p.touch.noise = noise
    p.touch.latency = latency
    p.hand.aim = aim
    return ParameterPreset(name: name, parameters: p, defaultPhone: phone)
  }
}
