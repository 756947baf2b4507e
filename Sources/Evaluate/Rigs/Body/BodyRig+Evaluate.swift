package import GazeMetrics
package import GazePipeline
package import GazeRecording
package import GazeSimulation
import GazeTesting

extension BodyRig: Rig {
  /// A person's results.
  package typealias Person = BodyPerson
  /// Sums over people.
  package typealias Summary = BodySummary
  /// Makes a body pipeline from the settings and the picture under the overlay; nil if the view has no size.
  package typealias Engine = @Sendable (Setup, BodyPicture) -> (any BodyPipeline)?
  /// The circles that are drawn.
  package typealias Output = BodyOverlay

  /// Facts about the rig, and its defaults.
  package static let facts = RigFacts<BodyRig>(
    summary: "a person's 2-D skeleton, drawn as circles over the rear camera's picture (2019 article)",
    device: "iphonexr",
    scenarios: [.walking, .waving, .standing, .occluded], calibrationScenario: .calibration,
    truth: "the simulator's true joints in the picture on the screen",
    standIn: "the joints as somebody marked them in the picture on the screen",
    settings: settings, headlines: headlines,
    conclusion: RigConclusion(
      before: "circles ", metric: "overlay.errorPoints.median", after: " off their joints",
      worst: "overlay.errorPoints.mean"),
    devices: { try BodyOverlayTable($0).table })

  /// A skeleton that never moves, three pipelines with deliberate mistakes, the article's pipeline, and the project's
  /// own.
  package static var pipelines: [Pipeline<BodyRig>] {
    let article = "2019 article on 2-D body tracking, iPhone XR"
    return [
      Pipeline(
        "still", "the first circles stay: what every figure has to be better than", source: "this project",
        kind: .project,
        settings: [],
        engine: { _, picture in
          (try? picture.display()).map { StillBodyPipeline(first: Article2019BodyPipeline(display: $0)) }
        }),
      Pipeline(
        "naive", "each normalised landmark times the view's width and height: the mistake that the article warns of",
        source: "warned of in the \(article)", kind: .project,
        assumptions: ["the multiply is taken at its word: no turn of the native landscape image, no aspect fill"],
        settings: [], engine: { _, picture in try? NaiveBodyPipeline(viewport: picture.viewport) }),
      Pipeline(
        "aspect-fit", "article2019 with a wrong content mode: aspect fit where the view shows aspect fill",
        source: "this project", kind: .project, settings: [],
        engine: { _, picture in
          (try? picture.display(fill: .aspectFit)).map { Article2019BodyPipeline(display: $0) }
        }),
      Pipeline(
        "wrong-rotation",
        "article2019 with a wrong interface orientation: landscapeRight on an upright view, portrait on any other",
        source: "this project", kind: .project, settings: [],
        engine: { _, picture in
          (try? picture.turnedWrongly()).map { Article2019BodyPipeline(display: $0) }
        }),
      Pipeline(
        "article2019", "displayTransform(for:viewportSize:) applied to each normalised landmark, scaled by the view",
        source: article, kind: .article,
        assumptions: ["no smoothing; circles are cleared every frame, as the article does"], settings: [],
        engine: { _, picture in (try? picture.display()).map { Article2019BodyPipeline(display: $0) } }),
      Pipeline(
        "standard",
        "the display transform, a fitted correction, a 1€ filter a joint; a lost joint is held for a moment, then gone",
        source: "this project", kind: .project,
        engine: { setup, picture in
          (try? picture.display()).map {
            StandardBodyPipeline(
              display: $0, settings: StandardBodyPipeline.Settings(setup, viewport: picture.viewport))
          }
        }),
    ]
  }

  /// The standard pipeline's parameters.
  package static var settings: [RigSetting] {
    func correction(_ name: String, _ unit: String, _ value: Double, _ what: String) -> RigSetting {
      RigSetting(
        name, unit, value, unit == "pt" ? -10_000...10_000 : -100...100, .derived,
        "\(what); no correction unless fitted: the display transform is exact if the view shows ARKit's own picture")
    }
    return [
      correction("scaleX", "1", 1, "of the overlay about the view's middle: x' by x"),
      correction("shearX", "1", 0, "x' by y"),
      correction("shearY", "1", 0, "y' by x"),
      correction("scaleY", "1", 1, "y' by y"),
      correction("offsetX", "pt", 0, "of the overlay, to the right"),
      correction("offsetY", "pt", 0, "of the overlay, down"),
      RigSetting(
        "smoothingCutoffHertz", "Hz", 3, 0...1000, .assumed,
        "1€ filter of each joint: cutoff at rest; 0 is no smoothing"),
      RigSetting("smoothingBeta", "1/pt", 0.05, 0...100, .assumed, "1€ filter: cutoff gained with speed"),
      RigSetting(
        "holdMilliseconds", "ms", 100, 0...5000, .assumed, "how long a lost joint's circle stays; then it is gone"),
      RigSetting(
        "bridgeMilliseconds", "ms", 150, 0...5000, .assumed,
        "longest gap after which a joint that returns is smoothed on from its old place; at least the hold"),
    ]
  }

  /// The limits of a device whose profile states no limits. Errors and noise arise in the camera's picture, so limits
  /// in points are proportional to the picture's scale on the upright screen, s = max(width/1440, height/1920) with
  /// aspect fill, relative to the scale on the iPhone XR.
  package static func defaultLimits(of profile: DeviceProfile) -> [AccuracyGate] {
    func scale(_ points: Vector2) -> Double { max(points.x / 1440, points.y / 1920) }
    let factor = scale(profile.geometry.points) / scale(SIMD2(414, 896))
    return DefaultLimits.scaled(facts.limits, by: factor) { name in
      Person.metrics.first { $0.name == name }?.unit == "pt"
    }
  }

  /// Metrics that are shown first.
  package static var headlines: [String] {
    [
      "overlay.errorPoints.mean", "overlay.errorPoints.median", "overlay.errorPoints.p95", "joints.shown",
      "joints.onScreen",
      "overlay.jitterPoints", "overlay.lagMilliseconds", "overlay.falsePerMinute", "overlay.dataLoss",
    ]
  }

  /// Refuses a picture or a view without a size, and an orientation among the header's constants, where it would be
  /// ignored.
  ///
  /// - Throws: `DisplayTransformError`, `SampleError`.
  package static func check(_ setup: Setup) throws {
    guard setup.header.constants["orientation"] == nil else {
      throw SampleError(
        "constants.orientation",
        "is not read; expected the header's own \"orientation\": "
          + ScreenOrientation.allCases.map(\.rawValue).joined(separator: ", "))
    }
    _ = try BodyPicture(setup).display()
  }

  /// A trial before the first sample.
  package static func trial(
    _ pipeline: Pipeline<BodyRig>, _ setup: Setup, participant: Int
  ) -> AnyTrial {
    BodyTrial(pipeline.engine(setup, BodyPicture(setup)), setup, participant: participant)
  }

  /// A fit to which no data have been added yet.
  package static func fit(_ setup: Setup) -> BodyFit { BodyFit(setup) }

  /// Sentences without which the report's numbers could be misunderstood.
  package static func remarks(_ people: Cohort<BodyRig>, _ subject: ReportSubject) -> [String] {
    var remarks: [String] = []
    if let view = people.summary.view {
      remarks.append(
        """
        aspect fill shows \(NumberText.brief(view.share.x * view.turned.x, 1)) of \
        \(NumberText.brief(view.turned.x, 0)) pixels across and \
        \(NumberText.brief(view.share.y * view.turned.y, 1)) of \(NumberText.brief(view.turned.y, 0)) down \
        (\(NumberText.brief(view.image.x, 0)) x \(NumberText.brief(view.image.y, 0)) on \
        \(NumberText.brief(view.size.x, 0)) x \(NumberText.brief(view.size.y, 0)) points): what is seen by the camera \
        may be off the screen
        """)
    }
    if ["article2019", "standard"].contains(subject.pipeline), subject.origin == .simulated {
      remarks.append(
        """
        the mapping is exact by construction: the simulated view shows the picture as the display transform says, but \
        for this phone's own small scale and shift (body.pictureScaleSD, body.pictureShiftSD). So article2019 \
        against standard compares smoothing, holding and lag, not mappings
        """)
    }
    if subject.pipeline == "naive" {
      remarks.append(
        """
        naive takes the native landscape image's coordinates for the view's: in portrait its skeleton lies on its \
        side, and in every orientation what aspect fill cuts off is missing
        """)
    }
    if people.summary.lacksTruth {
      remarks.append("without a simulator's truth the overlay is held against the marks; only marked joints count")
    }
    if subject.origin == .simulated {
      remarks.append(
        """
        how ARKit's joints err is assumed: nobody has published it. A joint's own offset (tracker.bias) is in the \
        error and no overlay can remove it
        """)
    }
    return remarks
  }

  /// The skeleton on the phone, and the error joint by joint.
  package static func page(_ report: Report<BodyRig>) -> RigPage {
    RigPage(pictures: BodySections.html(report.cohort, report.subject))
  }

  /// Numbers that `replay` shows.
  package static func replayed(_ overlay: BodyOverlay) -> [(name: String, unit: String, value: Double)] {
    let circles = overlay.circles
    let shown: [(String, BodyJoint)] = [
      ("head", .head), ("leftHand", .leftHand), ("rightHand", .rightHand), ("root", .root),
    ]
    return [("circles", "1", Double(circles.count))]
      + shown.flatMap { name, joint in
        circles[joint].map { [(name + "X", "pt", $0.x), (name + "Y", "pt", $0.y)] } ?? []
      }
  }
}
