import Calibrate
package import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
package import GazeTesting

extension DragRig: Rig {
  /// Makes a pipeline's camera from the settings and the view that the app states.
  package typealias Engine = @Sendable (Setup, PerspectiveView) -> DragCamera
  /// The camera's pose, and the slip.
  package typealias Output = DragReadout
  /// A person's results.
  package typealias Person = DragPerson
  /// Sums over people.
  package typealias Summary = DragSummary

  /// Facts about the rig, and its defaults.
  package static let facts = RigFacts<DragRig>(
    summary: "drag turns the camera of a 360° picture",
    scenarios: [.around, .updown, .poles, .flick, .targets], calibrationScenario: .calibration,
    truth: "the finger, and the view that keeps content under it",
    standIn: "the finger as it was reported, in a picture of the stated field of view",
    settings: settings, headlines: headlines,
    conclusion: RigConclusion(before: "content slips ", metric: "slip.points.mean", after: " under the finger"))

  /// The pipelines; the first is a camera that never turns.
  package static let pipelines = [
    Pipeline<DragRig>(
      "still", "the camera never turns: what every figure has to be better than", source: "gazesim", kind: .project,
      settings: [], engine: { .turning(Article2021DragPipeline(view: $1, turnPerScreen: .zero)) }),
    Pipeline<DragRig>(
      "article2021-drag",
      """
      180 degrees a screen: yaw about the world's y on the left, pitch about the camera's x on the right; no stop at \
      the poles
      """,
      source: "an article on dragging the camera of a 360° video in SceneKit, 2021", kind: .article,
      assumptions: [
        "the interface is landscape, as the article restricts itself to; view.orientation=0 is portrait",
        "the gesture's minimum distance is 0: the article counts the first movement from the stroke's start anyway",
        "the end of a gesture moves nothing",
        "numbers are doubles, SceneKit's are floats",
      ], settings: [], engine: { .turning(Article2021DragPipeline(view: $1)) }),
    Pipeline<DragRig>(
      "fitted",
      "the article's arithmetic with degrees a screen for the field of view, fitted or as its centre asks for",
      source: "gazesim", kind: .project, settings: ["degreesPerScreenX", "degreesPerScreenY"],
      engine: { setup, view in
        let (across, down) = (setup["degreesPerScreenX"].radians, setup["degreesPerScreenY"].radians)
        let centre = view.turnPerScreen
        return .turning(
          Article2021DragPipeline(
            view: view, turnPerScreen: SIMD2(across > 0 ? across : centre.x, down > 0 ? down : centre.y)))
      }),
    Pipeline<DragRig>(
      "standard",
      """
      content stays under the finger as far as heading and pitch without roll can; pitch stops at the poles; coasts \
      if asked to
      """,
      source: "gazesim", kind: .project,
      settings: ["fieldOfViewScale", "pitchLimitDegrees", "inertiaMilliseconds"],
      engine: { setup, view in
        .holding(
          StandardDragPipeline(
            view: view.widened(by: setup["fieldOfViewScale"]),
            settings: .init(
              pitchLimit: setup["pitchLimitDegrees"].radians, inertia: setup["inertiaMilliseconds"] / 1000)))
      }),
  ]

  /// The pipelines' parameters.
  package static let settings = [
    RigSetting(
      "degreesPerScreenX", "deg", 0, 0...720, .derived,
      "fitted; 0: not fitted, but what the view's centre requires, 2 tan(fov/2) W/H; 143.3 for 60 degrees on 812 x 375"
    ),
    RigSetting(
      "degreesPerScreenY", "deg", 0, 0...720, .derived,
      "fitted; 0: not fitted, but what the view's centre requires, 2 tan(fov/2); 66.2 for 60 degrees"),
    RigSetting(
      "fieldOfViewScale", "1", 1, 0.1...10, .derived,
      "standard: tan of half the picture's true field of view over that of the stated one; the stated one is right"),
    RigSetting(
      "pitchLimitDegrees", "deg", 90, 0...90, .assumed, "standard: pitch stops here; 90 is the poles"),
    RigSetting(
      "inertiaMilliseconds", "ms", 0, 0...10_000, .assumed,
      "standard: time constant of coasting, 0: no coasting; UIScrollView's normal deceleration rate is 499.5 ms"),
  ]

  /// The limits of a device whose profile states no limits. Slip is proportional to the screen's shorter side, within a
  /// tenth over all devices.
  // The limits are for a screen of 375 points across: they detect changes of the code and say nothing about phones.
  // Nearly all of the slip occurs at the poles, where the camera's pitch stops and the finger moves on.
  package static func defaultLimits(of profile: DeviceProfile) -> [AccuracyGate] {
    let side = min(profile.points.width, profile.points.height)
    return DefaultLimits.scaled(facts.limits, by: side / 375) { $0 == "slip.points.mean" }
  }

  /// Metrics that are shown first.
  package static let headlines = [
    "slip.points.mean", "slip.points.p95", "slip.centrePoints.p95", "slip.feltPoints.mean",
    "heading.errorDegrees.mean", "roll.largestDegrees", "poles.upsideDown", "poles.crossings", "slip.lagMilliseconds",
    "inertia.coastingDegrees.mean",
  ]

  /// Refuses a header without a view.
  ///
  /// - Throws: `SampleError` naming the constant.
  package static func check(_ setup: Setup) throws { _ = try PerspectiveView(setup.header) }

  /// A trial on a person's samples, before the first sample.
  package static func trial(
    _ pipeline: Pipeline<DragRig>, _ setup: Setup, participant: Int
  ) -> AnyTrial {
    DragTrial(pipeline, setup, participant: participant)
  }

  /// A fit to which no data have been added yet.
  package static func fit(_ setup: Setup) -> DragRigFit { DragRigFit(setup) }

  /// Sentences without which the report's numbers could be misunderstood.
  package static func remarks(_ people: Cohort<DragRig>, _ subject: ReportSubject) -> [String] {
    var all = [
      """
      Slip counts from what lies under the finger when it comes down; "about the centre" are strokes of a nearly \
      level camera that stay within \(Int(DragFit.centralShare * 100)) % of the screen's shorter side from its \
      middle.
      """
    ]
    if subject.origin == .simulated {
      all.append(
        """
        Strokes are planned in an open loop: nobody corrects what a pipeline does. The heading and pitch that a \
        person wants are those of the pipeline standard on the true finger, without coasting: heading and pitch \
        off are what touch noise, latency and settings cost standard, and no test of its arithmetic. Slip is \
        measured by the picture's geometry alone.
        """)
    }
    let sums = people.summary
    if sums.assumesStatedView {
      all.append(
        """
        Nobody says how large the picture's field of view really is, so the stated one is believed: what lies under \
        the finger is where it would lie in that.
        """)
    }
    if subject.pipeline == "standard" {
      all.append(
        """
        standard stops at the poles while the finger goes on, and all of that counts as slip. A camera that goes over \
        them slips less there and is upside down: see the share of the time upside down beside it.
        """)
    } else {
      all.append(
        """
        The report with which a stroke ends moves nothing in the article's arithmetic: a finger that lifts while it \
        moves, a flick, leaves its content behind by the last step, and that counts as slip about the centre too.
        """)
    }
    let unfitted = ["degreesPerScreenX", "degreesPerScreenY"].filter { subject.settings[$0] == 0 }
    if subject.pipeline == "fitted", !unfitted.isEmpty {
      all.append(
        "Not fitted, but computed from the field of view for the screen's centre: \(unfitted.joined(separator: ", ")).")
    }
    if sums.crossings > 0 {
      all.append(
        """
        \(subject.pipeline) went over a pole in \(sums.crossings) strokes and was upside down for \
        \(NumberText.whole(sums.upsideDown)) s: nothing stops its pitch at 90 degrees. Beyond a pole heading is \
        on the other side, roll is 180 degrees, and a finger to the right moves the picture to the left. The \
        horizon stays level all the while: no roll creeps in.
        """
      )
    }
    if subject.pipeline == "article2021-drag" {
      all.append(
        """
        180 degrees a screen are content under the finger for no field of view that is the same both ways: at the \
        centre that takes 2 atan(pi/2) = 115 degrees down, and across as much over the screen's width.
        """)
    }
    if sums.hasFaults {
      all.append(
        """
        Some touches belong to no stroke (a move or an end without a beginning, a beginning within a stroke): \
        pipelines took the first for a beginning and the second for nothing.
        """)
    }
    return all
  }

  /// The rig's own parts of the page.
  package static func page(_ report: Report<DragRig>) -> RigPage {
    RigPage(pictures: DragSections.html(report.cohort.summary))
  }

  /// Numbers that `replay` shows.
  package static func replayed(_ output: DragReadout) -> [(name: String, unit: String, value: Double)] {
    let pose = output.pose
    return [
      ("heading", "deg", pose.heading.degrees), ("pitch", "deg", pose.pitch.degrees),
      ("roll", "deg", pose.roll.degrees), ("slip", "pt", output.slip ?? .nan),
    ]
  }
}

/// The drag rig's fit in the form that `calibrate` reports.
package struct DragRigFit: RigFit {
  private var fit: DragFit?
  /// Reason why the header states no valid view; empty if it states one.
  private var refusal = ""

  init(_ setup: Setup) {
    do { fit = DragFit(view: try PerspectiveView(setup.header)) } catch { refusal = error.description }
  }

  /// Takes an observation in.
  package mutating func add(_ observation: RecordedDrag.Observation, participant: Int) {
    fit?.add(observation, participant: participant)
  }

  /// The fit.
  ///
  /// - Throws: `RigFitFailure` if there are too few strokes, or if the header states no view.
  package func solved() throws -> CalibrationFile.Fit {
    guard let fit else { throw RigFitFailure(refusal) }
    let found: DragEstimate
    do { found = try fit.solved() } catch { throw RigFitFailure(error.description) }
    return CalibrationFile.Fit(
      parameters: found.parameters, unidentified: found.unidentified, condition: found.condition, stop: found.stop,
      residualRMS: found.slipRMS, residualUnit: "pt", heldOut: found.heldOut, outliers: found.outliers,
      remarks: found.remarks)
  }
}
