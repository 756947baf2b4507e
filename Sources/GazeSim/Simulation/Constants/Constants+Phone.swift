import GazeRecording

extension GazeConstants {
  /// Pose and motion of the phone.
  static let phone: [GazeConstant] = [
    GazeConstant(
      "phone.recline", \.phone.recline, "deg", 0...90, .assumed, "back from upright; 15 to 60 on a counter",
      sweep: 15...60),
    GazeConstant("phone.reclineSD", \.phone.reclineSD, "deg", 0...30, .assumed, "from session to session"),
    GazeConstant(
      "phone.roll", \.phone.roll, "deg", -180...180, .assumed,
      "the phone leans to the left; the face stays upright", sweep: -20...20),
    GazeConstant(
      "phone.orientation", \.phone.orientation, "choice", 0...3, .assumed,
      "0 portrait, 1 landscapeRight, 2 portraitUpsideDown, 3 landscapeLeft", sweep: 0...1, isWhole: true),
    GazeConstant(
      "phone.gravityAligned", \.phone.gravityAligned, "choice", 0...1, .assumed,
      "world alignment: 1 gravity, 0 camera (the pose stays put); ARKit's face default is not settled",
      sweep: 0...1, isWhole: true),
    GazeConstant(
      "phone.inHand", \.phone.inHand, "choice", 0...1, .assumed, "1 in the hand: sways and is regripped; 0 in a holder",
      sweep: 0...1, isWhole: true),
    GazeConstant("phone.swayPosition", \.phone.swayPosition, "mm", 0...50, .assumed, "held in the hand"),
    GazeConstant("phone.swayAngle", \.phone.swayAngle, "deg", 0...20, .assumed, "held in the hand"),
    GazeConstant("phone.swayTime", \.phone.swayTime, "s", 0.1...60, .assumed, "time constant"),
    GazeConstant("phone.regripTime", \.phone.regripTime, "s", 1...100000, .assumed, "between regrips"),
    GazeConstant("phone.regripPosition", \.phone.regripPosition, "mm", 0...100, .assumed, "SD of a regrip"),
    GazeConstant("phone.regripAngle", \.phone.regripAngle, "deg", 0...30, .assumed, "SD of a regrip"),
  ]
}
