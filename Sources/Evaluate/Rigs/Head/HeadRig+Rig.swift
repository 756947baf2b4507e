import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeSimulation
package import GazeTesting

extension HeadRig: Rig {
  /// One person's results.
  package typealias Person = HeadPerson
  /// Sums over people.
  package typealias Summary = HeadSummary
  /// Makes a head pipeline from the settings and the picture that it turns.
  package typealias Engine = @Sendable (Setup, HeadPicture) -> HeadTrial.Choice
  /// The displayed head and its reference.
  package typealias Output = HeadReadout

  /// Facts about the rig, and its defaults.
  package static let facts = RigFacts<HeadRig>(
    summary: "headphones turn a character: a picture follows the head",
    scenarios: [.long, .turning], calibrationScenario: .calibration,
    truth: "the simulator's true head, relative to straight ahead", standIn: "the attitude that the app stated",
    settings: settings, headlines: headlines,
    conclusion: RigConclusion(
      metric: "orientation.errorDegrees.mean", after: " off on average",
      also: ("picture.errorPoints.mean", "in the picture")),
    conditions: conditions, sweep: sweep)

  /// A head that never turns, the article's pipeline and this project's.
  package static let pipelines = [
    Pipeline<HeadRig>(
      "still", "the first pose stays: what every figure has to be better than", source: "this project", kind: .project,
      settings: ["perspective", "flattens"], engine: { .still(Article2024HeadPipeline(picture: $1)) }),
    Pipeline<HeadRig>(
      "article2024", "the attitude's angles in three chained rotation3DEffect calls, as published",
      source: "the 2024 article on AirPods and a character", kind: .article,
      assumptions: [
        "each rotation3DEffect call flattens its result to the plane",
        "perspective 1 puts the eye one larger side of the view before it",
        "no recentring: straight ahead is the headphones' own zero",
        "where the headphones give nothing, the last turn stays",
      ], settings: ["perspective", "flattens"], engine: { .article(Article2024HeadPipeline(picture: $1)) }),
    Pipeline<HeadRig>(
      "standard",
      "recentred by quaternions when a reference comes, smoothed, latency, yaw drift and new zeros corrected",
      source: "this project", kind: .project,
      assumptions: [
        "one rotation3DEffect call about the turn's own axis", "people look straight ahead to 1.5 deg",
        "before the first reference straight ahead is the headphones' own zero",
        "looks scatter by 30 deg about where the head rests, which is within 20 deg (SD) of straight ahead",
      ], engine: { .standard(StandardHeadPipeline(StandardHeadPipeline.Settings($0), picture: $1)) }),
  ]

  /// The pipelines' parameters. The latencies in a source are those of `sweep`, and assumptions of the pipeline
  /// `standard` above repeat `forwardDegrees`; nothing checks that the sentences agree.
  package static let settings = [
    RigSetting(
      "latencyMilliseconds", "ms", 80, 0...400, .assumed,
      """
      delay from a movement to its sample: not the simulator's own mean, since a phone's is unknown; calibrate fits \
      it, and compare shows the error with samples that are 60, 120 and 200 ms late
      """),
    RigSetting(
      "mountingPitchDegrees", "deg", 0, -90...90, .assumed, "how the headphones sit, about x; calibrate fits it"),
    RigSetting("mountingRollDegrees", "deg", 0, -90...90, .assumed, "about y; calibrate fits it"),
    RigSetting("mountingYawDegrees", "deg", 0, -90...90, .assumed, "about z; calibrate fits it"),
    RigSetting(
      "yawDriftDegreesPerMinute", "deg/min", 0, -60...60, .assumed, "expected drift of the yaw; calibrate fits it"),
    RigSetting("yawWalkDegrees", "deg/√min", 1, 0...30, .assumed, "random walk of the yaw"),
    RigSetting("forwardDegrees", "deg", 1.5, 0.01...30, .assumed, "how well people look straight ahead when asked"),
    RigSetting("smoothingMinCutoffHertz", "Hz", 0.4, 0.001...100, .assumed, "of the 1 euro filter on rotation vectors"),
    RigSetting("smoothingBeta", "1", 0.5, 0...100, .assumed, "Hz per rad/s"),
    RigSetting("perspective", "1", 1, 0...2, .assumed, "SwiftUI's default; its scale is an assumption"),
    RigSetting(
      "flattens", "1", 1, 0...1, .assumed, "1: each chained call is flat before the next; 0: one turn in space"),
  ]

  /// Metrics that are shown first.
  package static let headlines = [
    "orientation.errorDegrees.mean", "orientation.errorDegrees.p95", "orientation.afterOneMinute.errorDegrees",
    "orientation.afterTenMinutes.errorDegrees", "orientation.afterTenMinutes.yawDegrees", "orientation.yawDegrees.mean",
    "orientation.pitchDegrees.mean", "orientation.rollDegrees.mean", "picture.errorPoints.mean",
    "orientation.lagMilliseconds", "orientation.jitterDegrees", "gestures.f1", "gestures.falsePerMinute",
    "orientation.dataLoss",
  ]

  /// Conditions of `compare`: the article's app never asks people to look straight ahead; an app that uses the pipeline
  /// `standard` may ask them.
  package static let conditions = [
    RigCondition(
      "without prompts", "the app never asks people to look straight ahead, like the article's",
      ["task.forwardAtStart": 0, "task.forwardInterval": 0]),
    RigCondition("with prompts", "the app asks people to look straight ahead at the start and once a minute"),
  ]

  /// Unknown constants that `compare` varies, by their keys in `HeadParameters`: the position in which heads rest, the
  /// delay of samples, and the zero of a new connection.
  package static let sweep =
    [0.0, 10, 20].map {
      RigCondition(
        "rests \(Int($0)) deg aside", "looks scatter about a place beside straight ahead", ["motion.restYaw": $0])
    }
    + [60.0, 120, 200].map {
      RigCondition(
        "samples \(Int($0)) ms late", "every session has this latency", ["sensor.latency": $0, "sensor.latencySD": 0])
    }
    + [RigCondition("zeros are kept", "a new connection has the old one's zero", ["sensor.resets": 0])]

  /// Every setup can be used: a head needs no view.
  package static func check(_ setup: Setup) throws {}

  /// A trial before the first sample.
  package static func trial(
    _ pipeline: Pipeline<HeadRig>, _ setup: Setup, participant: Int
  ) -> AnyTrial {
    var picture = HeadPicture()
    picture.effect.perspective = setup["perspective"]
    picture.effect.isFlattened = setup["flattens"] != 0
    return HeadTrial(
      pipeline.engine(setup, picture), article: Article2024HeadPipeline(picture: picture), rate: setup.header.rate,
      participant: participant)
  }

  /// A fit to which no data have been added yet.
  package static func fit(_ setup: Setup) -> HeadRigFit { HeadRigFit(setup) }

  /// Remarks on unobservable quantities, and on differences of the article's pipeline.
  package static func remarks(_ people: Cohort<HeadRig>, _ subject: ReportSubject) -> [String] {
    var remarks: [String] = []
    let sums = people.summary
    if sums.withoutDrift > 0 {
      remarks.append(
        """
        yaw drift is unobservable: no reference returns in the samples of \(sums.withoutDrift) of \(sums.working) \
        people, and gravity says nothing about a turn around the vertical; ask people to look straight ahead now \
        and then (task.forwardInterval in a simulation) or state the head's attitude from the camera
        """)
    }
    if sums.withoutReference > 0, subject.pipeline != "article2024" {
      remarks.append(
        """
        nothing says where straight ahead is for \(sums.withoutReference) of \(sums.working) people: the yaw's zero \
        is the headphones' own, as in article2024, and cannot be found without a reference; pitch and roll are \
        gravity's, off by how the headphones sit. The pipeline corrects only latency and, from where the head \
        looked before, the zero of a new connection
        """
      )
    }
    if let ten = Quantiles.upperMedian(sums.yawAfterTenMinutes),
      let article = Quantiles.upperMedian(sums.articleYawAfterTenMinutes),
      subject.pipeline != "article2024"
    {
      remarks.append(
        """
        yaw in the eleventh minute, median of the people: \(NumberText.typeset(ten, 2))° with \(subject.pipeline), \
        \(NumberText.typeset(article, 2))° with article2024 on the same samples; pitch and roll, which gravity \
        holds, are reported apart
        """)
    }
    if sums.lacksTruth {
      remarks.append(
        """
        there is no truth in these samples: errors are against the attitude that the app stated, which the standard \
        pipeline uses too; where none was stated there is no error
        """)
    }
    if subject.pipeline == "article2024" {
      remarks.append(
        """
        article2024 shows the headphones' own zero as straight ahead, and its three chained rotation3DEffect calls \
        are no rotation: the picture's error holds both
        """)
    }
    if sums.working == 0 {
      remarks.append("no sample holds an attitude: the headphones gave nothing")
    }
    return remarks
  }

  /// The head's parts of the page.
  package static func page(_ report: Report<HeadRig>) -> RigPage {
    RigPage(pictures: HeadSection.html(report.cohort.summary, report.subject))
  }

  /// Yaw, pitch and roll of the displayed head, and their error.
  package static func replayed(_ output: HeadReadout) -> [(name: String, unit: String, value: Double)] {
    guard let pose = output.pose else { return [] }
    let shown = HeadAngles(pose.attitude)
    var numbers: [(name: String, unit: String, value: Double)] = [
      ("yaw", "deg", shown.yaw.degrees), ("pitch", "deg", shown.pitch.degrees), ("roll", "deg", shown.roll.degrees),
    ]
    if let truth = output.truth { numbers.append(("error", "deg", pose.attitude.angle(to: truth).degrees)) }
    return numbers
  }
}

/// A head pipeline's output for a sample, and the reference.
package struct HeadReadout: Sendable {
  var pose: HeadPose?
  var truth: UnitQuaternion?
}

extension StandardHeadPipeline.Settings {
  /// The rig's settings in radians and seconds. The names are those of `HeadRig.settings`; `Setup` traps for any other.
  init(_ setup: Setup) {
    self.init()
    latency = setup["latencyMilliseconds"] / 1000
    mounting =
      UnitQuaternion(
        rotationVector: SIMD3(
          setup["mountingPitchDegrees"].radians, setup["mountingRollDegrees"].radians,
          setup["mountingYawDegrees"].radians)) ?? .identity
    drift.rate = setup["yawDriftDegreesPerMinute"].radians / 60
    drift.walk = setup["yawWalkDegrees"].radians / 60.0.squareRoot()
    forwardNoise = setup["forwardDegrees"].radians
    smoothing = OneEuroFilter.Settings(
      minCutoff: setup["smoothingMinCutoffHertz"], beta: setup["smoothingBeta"], derivativeCutoff: 1)
  }
}
