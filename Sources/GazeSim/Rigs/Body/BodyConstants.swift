import GazeRecording

/// The body simulator's constants, in the order of the data flow.
enum BodyConstants {
  typealias Number = ParameterConstant<BodyParameters>

  static let all: [Number] = people + camera + behaviour + tracker + marking

  private static let people: [Number] = [
    Number(
      "people.height", \.people.height, "cm", 100...210, .assumed,
      "mean stature of adults; segments follow by Drillis & Contini's ratios (Winter, Biomechanics and Motor Control "
        + "of Human Movement, fig. 4.1)"),
    Number("people.heightSD", \.people.heightSD, "cm", 0...20, .assumed, "between people, both sexes"),
    Number(
      "people.failingShare", \.people.failingShare, "1", 0...1, .assumed,
      "people whom the tracker hardly finds (long coats); reported apart"),
    Number(
      "people.failingNoise", \.people.failingNoise, "1", 1...100, .assumed, "times the noise on them"),
    Number(
      "people.failingDropouts", \.people.failingDropouts, "1", 1...100, .assumed, "times the dropouts on them"),
  ]

  private static let camera: [Number] = [
    Number(
      "body.imageWidth", \.camera.imageWidth, "px", 160...8192, .published,
      "ARCamera.imageResolution as others print it: 1920 x 1440, the long side", isWhole: true),
    Number(
      "body.imageHeight", \.camera.imageHeight, "px", 120...8192, .published, "the same", isWhole: true),
    Number(
      "body.fieldOfView", \.camera.fieldOfView, "deg", 20...120, .assumed,
      "across the picture's long side. An iPhone X prints a focal length of 1665 pixels for 1920: 59.9; the data "
        + "sheet's 26 mm equivalent of the iPhone XR would be 67, uncropped. The XR's own is not published",
      sweep: 58...68),
    Number(
      "body.orientation", \.camera.orientation, "choice", 0...3, .assumed,
      "how the phone and its interface are turned: 0 portrait, 1 landscapeRight, 2 portraitUpsideDown, 3 landscapeLeft",
      sweep: 0...1, isWhole: true),
    Number("body.cameraHeight", \.camera.height, "cm", 20...220, .assumed, "held before the chest"),
    Number(
      "body.cameraPitch", \.camera.pitch, "deg", -60...60, .assumed, "down, so that feet and head are in the picture"),
    Number("body.swayPosition", \.camera.swayPosition, "mm", 0...50, .assumed, "held in the hand, SD an axis"),
    Number("body.swayAngle", \.camera.swayAngle, "deg", 0...20, .assumed, "held in the hand, SD an axis"),
    Number("body.swayTime", \.camera.swayTime, "s", 0.1...60, .assumed, "time constant of both"),
    Number(
      "body.pictureScaleSD", \.camera.pictureScaleSD, "1", 0...0.2, .assumed,
      "how far the picture as shown is larger or smaller than the display transform says, between phones and apps: "
        + "a view that is not the whole screen, a cropped video"),
    Number(
      "body.pictureShiftSD", \.camera.pictureShiftSD, "pt", 0...200, .assumed, "the same, its place, along x and y"),
    Number("body.counter", \.counter.isThere, "choice", 0...1, .assumed, "1: a counter is in between", isWhole: true),
    Number("body.counterHeight", \.counter.height, "cm", 0...200, .assumed, "a bar's"),
    Number("body.counterDistance", \.counter.distance, "cm", 20...1000, .assumed, "from the phone"),
  ]

  private static let behaviour: [Number] = [
    Number("behaviour.near", \.behaviour.near, "cm", 120...1000, .assumed, "nearest place; 2 to 4 m show a whole body"),
    Number("behaviour.far", \.behaviour.far, "cm", 120...1000, .assumed, "furthest place"),
    Number("behaviour.aside", \.behaviour.aside, "cm", 0...500, .assumed, "how far to either side people go"),
    Number(
      "behaviour.speed", \.behaviour.speed, "m/s", 0.2...3, .assumed,
      "mean walking speed over a way with its start and stop; comfortable gait is 1.2 to 1.4 in the open"),
    Number("behaviour.speedSD", \.behaviour.speedSD, "m/s", 0...1, .assumed, "between people"),
    Number(
      "behaviour.stride", \.behaviour.stride, "1", 0.3...1.2, .assumed,
      "stride (two steps) over stature at that speed"),
    Number("behaviour.waveRate", \.behaviour.waveRate, "Hz", 0.2...4, .assumed, "of a waving forearm"),
    Number("behaviour.waveAngle", \.behaviour.waveAngle, "deg", 0...60, .assumed, "the forearm's swing to either side"),
    Number("behaviour.sway", \.behaviour.sway, "mm", 0...50, .assumed, "of somebody standing, SD an axis"),
    Number("behaviour.leaves", \.behaviour.leaves, "1", 0...1, .assumed, "share of walks that lead out of the picture"),
    Number(
      "behaviour.turn", \.behaviour.turn, "deg", 0...180, .assumed, "how far people turn on the spot, at most"),
  ]

  private static let tracker: [Number] = [
    Number(
      "tracker.bias", \.tracker.bias, "mm", 0...200, .assumed,
      "position of the joint in the shoulder: SD an axis, drawn for each joint and person. ARKit's is not published"),
    Number(
      "tracker.slowNoise", \.tracker.slowNoise, "mm", 0...200, .assumed, "wander of a joint, SD an axis at the body"),
    Number("tracker.slowTime", \.tracker.slowTime, "s", 0.05...10, .assumed, "its time constant"),
    Number("tracker.noise", \.tracker.noise, "mm", 0...200, .assumed, "from frame to frame, SD an axis at the body"),
    Number(
      "tracker.speedNoise", \.tracker.speedNoise, "ms", 0...100, .assumed,
      "SD an axis added for each unit of a joint's speed: motion blur and lag that varies"),
    Number("tracker.latency", \.tracker.latency, "ms", 0...500, .assumed, "the skeleton is of an earlier picture"),
    Number("tracker.dropoutRate", \.tracker.dropoutRate, "1/min", 0...600, .assumed, "of a joint by itself"),
    Number("tracker.dropoutLength", \.tracker.dropoutLength, "s", 0.02...10, .assumed, "median; log-normal, sigma 0.5"),
    Number("tracker.swapRate", \.tracker.swapRate, "1/min", 0...600, .assumed, "left and right exchanged, all at once"),
    Number("tracker.swapLength", \.tracker.swapLength, "s", 0.02...10, .assumed, "median; log-normal, sigma 0.5"),
    Number(
      "tracker.hiddenReported", \.tracker.hiddenReported, "1", 0...1, .assumed,
      "share of the time in which a joint behind something is guessed rather than left out"),
    Number(
      "tracker.hiddenNoise", \.tracker.hiddenNoise, "mm", 0...1000, .assumed,
      "how far such a guess is off, SD an axis"),
    Number("tracker.findTime", \.tracker.findTime, "ms", 0...5000, .assumed, "until a body that comes in is found"),
    Number(
      "tracker.fewestJoints", \.tracker.fewestJoints, "1", 1...19, .assumed, "seen for a body to be found",
      isWhole: true),
  ]

  private static let marking: [Number] = [
    Number(
      "marking.interval", \.marking.interval, "s", 0...60, .assumed,
      "between frozen pictures in which a person marks joints by touch while the other one keeps still; 0 is never"),
    Number("marking.joints", \.marking.joints, "1", 1...19, .assumed, "marked in each", isWhole: true),
    Number("marking.noise", \.marking.noise, "pt", 0...100, .assumed, "of a touch, SD an axis"),
    Number("marking.outliers", \.marking.outliers, "1", 0...0.5, .assumed, "marks that are anywhere on the screen"),
  ]
}
