package import GazeMetrics
import GazePipeline
package import GazeTesting

/// One person's results for the body overlay.
package struct BodyPerson: MeasuredPerson, Codable {
  /// A moment to draw: the joints and the circles drawn over them, in view points.
  struct Snapshot: Sendable, Equatable {
    /// Transform from the recording's picture to its view.
    var transform: DisplayTransform
    /// True positions of the joints; if they are unknown, the person's marks.
    var truth: BodyPoints
    /// Circles of the judged pipeline.
    var drawn: BodyPoints
    /// Circles of the naive multiply.
    var naive: BodyPoints
    /// Circles of the display transform alone.
    var display: BodyPoints
    /// Time of the sample, seconds.
    var time: Double

    /// The view's size.
    var viewport: Vector2 { transform.viewport }
  }

  /// The part of the picture that the view shows.
  struct View: Sendable, Equatable, Codable {
    /// Size of the native image, pixels.
    let image: Vector2
    /// Size of the image turned to the interface, pixels.
    let turned: Vector2
    /// Size of the view, points.
    let size: Vector2
    /// Share of the turned image that the view shows, per axis.
    let share: Vector2

    init(_ display: DisplayTransform) {
      (image, size, share) = (display.image, display.viewport, display.visibleShare)
      turned = display.orientation.turned(display.image)
    }
  }

  /// The participant's number.
  package var participant: Int
  /// True for a person who is reported separately.
  package var isFailing = false
  /// Samples received.
  package var frames = 0
  /// Seconds from the first sample to the last, plus one sample interval.
  package var seconds = 0.0
  /// Distance of each circle from its joint, points, for joints that the camera sees.
  var error = ErrorSummary()
  /// The same error for each joint.
  var errorByJoint = Array(repeating: ErrorSummary(), count: BodyJoint.count)
  /// Number of circles drawn, and number of drawn circles that are on the screen.
  var drawn = 0, drawnOnScreen = 0
  /// Number of joints that the camera sees and the screen shows, and number of these joints that have a circle on the
  /// screen.
  var visible = 0, visibleShown = 0
  /// Sum of squared steps of the circles from sample to sample while the person is standing, points², and number of
  /// steps.
  var jitterSquares = 0.0, jitterSteps = 0
  /// Lag of the circles, seconds; nil if nothing moved enough, or if the circles do not follow their joints.
  var lag: Double?
  /// Number of times that a circle appeared where no joint is seen.
  var falseCircles = 0
  /// Number of samples expected while the body is in the picture, and number of these that are missing or have no
  /// skeleton.
  var expected = 0, lost = 0
  /// True if errors are relative to the true joints, false if the truth is unknown and the marks are the reference.
  var isAgainstTruth = false
  /// The moment with the most joints on the screen.
  var snapshot: Snapshot? { didSet { view = snapshot.map { View($0.transform) } } }
  /// The view at that moment.
  private(set) var view: View?

  /// A part holds no snapshot, which only a page draws.
  private enum CodingKeys: String, CodingKey {
    case participant, isFailing, frames, seconds, error, errorByJoint, drawn, drawnOnScreen, visible, visibleShown
    case jitterSquares, jitterSteps, lag, falseCircles, expected, lost, isAgainstTruth, view
  }

  /// RMS of a circle's step from sample to sample while the person is standing, points.
  var jitter: Double? { jitterSteps > 0 ? (jitterSquares / Double(jitterSteps)).squareRoot() : nil }

  /// Merges another scenario of the same person.
  package mutating func merge(_ other: BodyPerson) {
    lag = PersonResult.joined(lag, other.lag, seconds: (seconds, other.seconds))
    frames += other.frames
    seconds += other.seconds
    error.merge(other.error)
    for index in errorByJoint.indices { errorByJoint[index].merge(other.errorByJoint[index]) }
    (drawn, drawnOnScreen) = (drawn + other.drawn, drawnOnScreen + other.drawnOnScreen)
    (visible, visibleShown) = (visible + other.visible, visibleShown + other.visibleShown)
    (jitterSquares, jitterSteps) = (jitterSquares + other.jitterSquares, jitterSteps + other.jitterSteps)
    falseCircles += other.falseCircles
    (expected, lost) = (expected + other.expected, lost + other.lost)
    isAgainstTruth = isAgainstTruth || other.isAgainstTruth
    snapshot = snapshot ?? other.snapshot
  }

  /// All metrics, in the order of the report.
  package static let metrics: [PeopleMetric<BodyPerson>] =
    [
      .mean("overlay.errorPoints.mean", "pt", label: "overlay error, mean") { $0.error.mean },
      .mean("overlay.errorPoints.median", "pt", label: "overlay error, median") { $0.error.median },
      .mean("overlay.errorPoints.p95", "pt", label: "overlay error, 95 % below") { $0.error.p95 },
      .proportion("joints.shown", better: .min, label: "joints in view that have a circle") {
        .init(Double($0.visibleShown), Double($0.visible))
      }.called("joints in view with a circle"),
      .proportion("joints.onScreen", better: .min, label: "circles that lie on the screen, right or wrong") {
        .init(Double($0.drawnOnScreen), Double($0.drawn))
      }.called("circles on the screen"),
      .mean("overlay.jitterPoints", "pt", label: "jitter while standing") { $0.jitter },
      .difference("overlay.lagMilliseconds", "ms", label: "lag of circles that follow their joints") {
        $0.lag.map { $0 * 1000 }
      }.called("lag of the circles"),
      .rate("overlay.falsePerMinute", "1/min", label: "circles a minute where no joint is seen") { person in
        person.isAgainstTruth ? .init(Double(person.falseCircles), person.seconds / 60) : nil
      }.called("circles without a joint"),
      .proportion("overlay.dataLoss", label: "samples without a skeleton", smallestReference: 0.005) {
        .init(Double($0.lost), Double($0.expected))
      },
    ]
    + byJoint

  /// The metrics of the joints, in the joints' order.
  static let byJoint: [PeopleMetric<BodyPerson>] = BodyJoint.allCases.map { joint in
    .mean("overlay.byJoint.\(joint.name)", "pt") { $0.errorByJoint[joint.rawValue].mean }
      .called("overlay.byJoint.\(joint.name)", "overlay error at \(joint.name), mean")
  }
}

extension BodyPerson: CheckedContent {
  package var contentFault: ContentFault? {
    ContentFault("errorByJoint", count: errorByJoint.count, expected: BodyJoint.count)
  }
}

/// Sums over the people of the body rig for whom the sensor works.
package struct BodySummary: PeopleSummary {
  /// The first person's moment, if anybody has one.
  private(set) var drawn: BodyPerson?
  /// The first person's view, if anybody has one.
  private(set) var view: BodyPerson.View?
  /// True if the truth is unknown for somebody.
  private(set) var lacksTruth = false
  /// Distance of each circle from its joint over all people's samples, points, by joint.
  private(set) var errorByJoint = Array(repeating: ErrorSummary(), count: BodyJoint.count)

  /// A summary of nobody.
  package init() {}

  /// Adds the next person.
  package mutating func add(_ person: PersonMeasurement<BodyPerson>) {
    let result = person.person(.all)
    guard !result.isFailing else { return }
    if drawn == nil, result.snapshot != nil { drawn = result }
    view = view ?? result.view
    lacksTruth = lacksTruth || !result.isAgainstTruth
    for joint in errorByJoint.indices { errorByJoint[joint].merge(result.errorByJoint[joint]) }
  }
}
