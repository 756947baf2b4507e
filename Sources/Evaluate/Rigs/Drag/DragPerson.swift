package import GazeMetrics
package import GazeTesting

/// One person's results for the drag.
package struct DragPerson: MeasuredPerson, Codable {
  /// Empty bins for slip against a distance of the finger: 16 bins of 25 points.
  static let slipBins = BinnedErrors(from: 0, width: 25, size: 16)

  /// The participant's number.
  package var participant: Int
  /// True for a person who is reported separately; a digitiser fails for nobody.
  package var isFailing = false
  /// Samples received.
  package var frames = 0
  /// Sum of the intervals between samples, seconds; only intervals below 10 s count.
  package var seconds = 0.0
  /// Distance of the grabbed content from the reported finger, points; 0 if below 1e-9.
  var slip = ErrorSummary()
  /// Slip (points) in strokes that stay near the screen's centre.
  var centralSlip = ErrorSummary()
  /// Distance of the grabbed content from the true finger, points; it includes touch noise and latency.
  var feltSlip = ErrorSummary()
  /// Slip against the finger's distance from the stroke's start, points.
  var slipByWay = DragPerson.slipBins
  /// Slip against the finger's distance from the screen's centre, points.
  var slipByPlace = DragPerson.slipBins
  /// Difference between a stroke's change of heading and the change that keeps content under the finger, degrees.
  var headingError = ErrorSummary()
  /// Difference between a stroke's change of pitch and the change that keeps content under the finger, degrees.
  var pitchError = ErrorSummary()
  /// Largest tilt of the horizon, degrees.
  var largestTilt = 0.0
  /// Time in which the camera is upside down, seconds.
  var upsideDown = 0.0
  /// Number of complete strokes, and number of these that passed over a pole.
  var strokes = 0, crossings = 0
  /// Number of times that the heading jumped by more than 90° from one sample to the next.
  var jumps = 0
  /// Lag of the content behind the finger, seconds; nil if the content moved too little to measure it.
  var lag: Double?
  /// Angle by which the view goes on after a stroke, degrees.
  var coasting = ErrorSummary()
  /// Number of samples whose orientation was not finite or not a unit quaternion.
  var nonUnit = 0
  /// Number of touch events that fit no stroke: a move or an end without a beginning, or a beginning within a stroke.
  var faults = 0
  /// True if the true finger and the true camera are known from a simulator.
  var isAgainstTruth = false
  /// True if the picture's true field of view is unknown; slip is then measured with the field of view that the app
  /// states.
  var assumesStatedView = false
  /// Courses of the view's centre on the sphere, kept for the first participant only.
  var paths: [SpherePath] = []

  /// A part holds no paths, which only a page draws.
  private enum CodingKeys: String, CodingKey {
    case participant, isFailing, frames, seconds, slip, centralSlip, feltSlip, slipByWay, slipByPlace, headingError
    case pitchError, largestTilt, upsideDown, strokes, crossings, jumps, lag, coasting, nonUnit, faults
    case isAgainstTruth, assumesStatedView = "believesView"
  }

  /// Merges another scenario of the same person.
  package mutating func merge(_ other: DragPerson) {
    let weights = (Double(feltSlip.count), Double(other.feltSlip.count))
    if let a = lag, let b = other.lag {
      lag = (a * weights.0 + b * weights.1) / max(weights.0 + weights.1, 1)
    } else {
      lag = lag ?? other.lag
    }
    isFailing = isFailing || other.isFailing
    frames += other.frames
    seconds += other.seconds
    slip.merge(other.slip)
    centralSlip.merge(other.centralSlip)
    feltSlip.merge(other.feltSlip)
    slipByWay.merge(other.slipByWay)
    slipByPlace.merge(other.slipByPlace)
    headingError.merge(other.headingError)
    pitchError.merge(other.pitchError)
    largestTilt = max(largestTilt, other.largestTilt)
    upsideDown += other.upsideDown
    strokes += other.strokes
    crossings += other.crossings
    jumps += other.jumps
    coasting.merge(other.coasting)
    nonUnit += other.nonUnit
    faults += other.faults
    isAgainstTruth = isAgainstTruth || other.isAgainstTruth
    assumesStatedView = assumesStatedView || other.assumesStatedView
    paths += other.paths
  }

  private static func errors(
    _ name: String, _ unit: String, _ label: String, called words: String? = nil,
    _ error: @escaping @Sendable (DragPerson) -> ErrorSummary
  ) -> [PeopleMetric<DragPerson>] {
    [
      .mean("\(name).mean", unit, label: "\(label), mean") { error($0).mean }
        .called("\(words ?? label), mean"),
      .mean("\(name).p95", unit, label: "\(label), 95 % below") { error($0).p95 }
        .called(words.map { "\($0), 95 %" } ?? "\(label), 95 % below"),
    ]
  }

  /// All metrics, in the order of the report.
  package static let metrics: [PeopleMetric<DragPerson>] =
    errors("slip.points", "pt", "slip") { $0.slip }
    + errors("slip.centrePoints", "pt", "slip about the screen’s centre", called: "slip at the centre") {
      $0.centralSlip
    }
    + errors("slip.feltPoints", "pt", "slip with touch noise and lag", called: "slip with noise and lag") {
      $0.feltSlip
    }
    + errors("heading.errorDegrees", "deg", "a stroke’s heading off") { $0.headingError }
    + errors("pitch.errorDegrees", "deg", "a stroke’s pitch off") { $0.pitchError }
    + [
      .mean("roll.largestDegrees", "deg", label: "roll that creeps in, largest") {
        $0.frames > 0 ? $0.largestTilt : nil
      },
      // Shares are means over people, not pooled over samples, since the interval of a pooled share of 0 would not
      // depend on the number of samples.
      .mean("poles.upsideDown", "1", label: "share of the time upside down", most: 1) {
        $0.seconds > 0 ? min($0.upsideDown / $0.seconds, 1) : nil
      }.called("time upside down"),
      .mean("poles.crossings", "1", label: "share of the strokes that go over a pole", most: 1) {
        $0.strokes > 0 ? Double($0.crossings) / Double($0.strokes) : nil
      }.called("strokes over a pole"),
      .mean("poles.headingJumpsPerMinute", "1/min", label: "jumps of the heading a minute") {
        $0.seconds > 0 ? Double($0.jumps) / ($0.seconds / 60) : nil
      }.called("jumps of the heading"),
      .difference("slip.lagMilliseconds", "ms", label: "content behind the finger") { $0.lag.map { $0 * 1000 } },
    ]
    + errors("inertia.coastingDegrees", "deg", "the view goes on after a stroke", called: "view goes on") {
      $0.coasting
    }
    + [
      .mean("quaternion.nonUnit", "1", label: "share of orientations that are no unit quaternion", most: 1) {
        $0.frames > 0 ? Double($0.nonUnit) / Double($0.frames) : nil
      }.called("no unit quaternion"),
      .mean("touch.faultsPerMinute", "1/min", label: "touches that no stroke can have, a minute") {
        $0.seconds > 0 ? Double($0.faults) / ($0.seconds / 60) : nil
      }.called("impossible touches"),
    ]
}

extension DragPerson: CheckedContent {
  package var contentFault: ContentFault? {
    [slipByWay, slipByPlace].allSatisfy { $0.size == Self.slipBins.size }
      ? nil : ContentFault("slipByWay", "has another number of bins than \(Self.slipBins.size)")
  }
}
