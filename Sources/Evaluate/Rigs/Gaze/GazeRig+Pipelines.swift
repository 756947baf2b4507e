import GazePipeline
import GazeRecording
package import GazeSimulation
import GazeTesting

/// The recipe for a gaze pipeline, with the properties that only a pointer has.
package struct PointerEngine: Sendable {
  /// A linear mapping: the pointer for a ray through the camera, points, and the slope, points per metre of the hit.
  typealias Rule = (origin: Vector2, slope: Vector2)

  /// Makes the pipeline, before its first frame.
  let make: @Sendable (Setup) -> any PointerPipeline & Sendable
  /// The pipeline's own smoothing, if it is one of the project's filters.
  var smoothing: Smoothing?
  /// Gain, offset, lag and orientations that the pipeline declares.
  var claims: @Sendable (Setup) -> PointerClaims = { _ in PointerClaims() }
  /// Knowledge of the pipeline's scrolling, which for an external program grows with its answers.
  var scrolling: @Sendable () -> Scrolling = { .judged }
  /// The mapping, if it is linear in the hit; also nil for a variant that differs from another pipeline only in the
  /// frame of the hit.
  var rule: (@Sendable (Setup) -> Rule)?
  /// True if the pipeline maps ARKit's lookAtPoint instead of the point where the ray meets the camera's plane.
  var mapsLookAt = false
  /// True if the pipeline's gain is about right or unknown, so that adding a constant can improve it; with a doubled
  /// gain a constant is useless.
  var isConstantWorthATry = false
  /// True if the outputs are those that a recording holds, so that `make` makes nothing.
  var isRecorded = false

  /// Knowledge of a pipeline's scrolling.
  enum Scrolling {
    /// The pipeline scrolls, or answers that it does not.
    case judged
    /// The pipeline claims to have no scrolling.
    case claimedAbsent
    /// No answer so far says anything about scrolling.
    case neverAnswered
  }

  init(_ make: @escaping @Sendable (Setup) -> any PointerPipeline & Sendable) { self.make = make }

  /// The recipe after a change.
  func with(_ change: (inout Self) -> Void) -> Self {
    var changed = self
    change(&changed)
    return changed
  }

  /// A published pointer with its settings on a device, and its mapping if that is linear.
  init<Published: PublishedPipeline>(
    _: Published.Type, _ settings: @escaping @Sendable (Setup) -> Published.Settings,
    rule: (@Sendable (Published.Settings) -> Rule)? = nil
  ) {
    make = { Published(settings($0), offset: $0.earlierSession.constantOffset) }
    if let rule { self.rule = { rule(settings($0)) } }
  }

  /// The rule of a screen whose geometry is known.
  @Sendable fileprivate static func nominal(_ screen: ScreenGeometry) -> Rule {
    (screen.camera * screen.pointsPerMetre, screen.pointsPerMetre)
  }
}

extension GazeRig {
  /// Pipelines of the articles, of other apps from their published code, and of this project; the last is judged by
  /// default.
  package static let pipelines: [Pipeline<GazeRig>] = [
    article2021, article2021Converted, virakri, virakriConverted, heatmap, eyetrackkit, eyetrackkitConverted,
    headgazelib,
    kylefox, shiru99, moawinberg, blendshapes, gazecapture, standard,
  ]

  /// The project's pipeline: one cyclopean ray, the device's geometry, the person's calibration, smoothing and trigger.
  package static let standard = Pipeline<GazeRig>(
    "standard",
    "one cyclopean ray, the profile's geometry, a person's offset and gain, its own scroll trigger",
    source: "this project", kind: .project, learns: .person,
    engine: PointerEngine { standardPointer($0) }.with { $0.rule = { PointerEngine.nominal($0.geometry) } })

  /// The pipeline of the 2021 article, implemented literally.
  package static let article2021 = Pipeline<GazeRig>(
    "article2021", "gain 1 from the camera's plane, no offset", source: "the 2021 article", kind: .article,
    assumptions: [worldAsLocal, articleOpen], smoothing: "mean of 10",
    engine: PointerEngine { Article2021GazePipeline(articleSettings(.worldTakenAsLocal, $0)) }.with {
      ($0.smoothing, $0.isConstantWorthATry, $0.claims) = (.movingAverage(10), true, upright)
      $0.rule = {
        let settings = articleSettings(.converted, $0)
        return (settings.pointerOrigin, settings.points / settings.metres)
      }
    })

  /// `article2021` with the hit's world points converted to the phone's frame.
  ///
  /// The pointer of this pipeline counts from the screen's top centre, wherever the camera is. This offset is the
  /// author's choice and not a fault of the mapping, so the pipeline declares it.
  static let article2021Converted = Pipeline<GazeRig>(
    "article2021-converted", "article2021 with the hit converted to the phone's frame", source: "the 2021 article",
    kind: .article, assumptions: [articleOpen], smoothing: "mean of 10",
    engine: PointerEngine { Article2021GazePipeline(articleSettings(.converted, $0)) }.with {
      ($0.smoothing, $0.isConstantWorthATry) = (.movingAverage(10), true)
      $0.claims = {
        var claims = upright($0)
        claims.offsetPoints =
          articleSettings(.converted, $0).pointerOrigin - PointerEngine.nominal($0.geometry).origin
        return claims
      }
    })

  /// virakri's eye-tracking-ios-prototype, with its gain of 2 and its offset of 312 points.
  static let virakri = published(
    "virakri", "gain 2, 312 pt up from the centre", "virakri/eye-tracking-ios-prototype", "mean of 10",
    [worldAsLocal, own312],
    PointerEngine(VirakriPipeline.self, { planeSettings(PlaneHit(ends: .worldTakenAsLocal), $0) }) {
      ($0.points / 2 - SIMD2(0, $0.heightCompensation), 2 * $0.points / $0.metres)
    })

  /// `virakri` with the hit's world points converted to the phone's frame.
  static let virakriConverted = published(
    "virakri-converted", "virakri with the hit converted to the phone's frame", "virakri/eye-tracking-ios-prototype",
    "mean of 10", [own312],
    PointerEngine(VirakriPipeline.self, { planeSettings(PlaneHit(ends: .converted), $0) }))

  /// andrewzimmer906's HeatMapEyeTracking.
  static let heatmap = published(
    "heatmap", "gain 2, 312 pt down from the corner, clamped", "andrewzimmer906/HeatMapEyeTracking", "mean of 10",
    [own312],
    PointerEngine(HeatMapPipeline.self, { planeSettings(HeatMapPipeline.plane, $0) }) {
      (SIMD2(0, $0.heightCompensation), 2 * $0.points / $0.metres)
    })

  /// ukitomato's EyeTrackKit.
  static let eyetrackkit = published(
    "eyetrackkit", "gain 2, body for screen size, a miss keeps the last hit", "ukitomato/EyeTrackKit", "mean of 1",
    [worldAsLocal, eyetrackkitOpen],
    PointerEngine(EyeTrackKitPipeline.self, { eyetrackkitSettings(.worldTakenAsLocal, $0) }) {
      ($0.points / 2 + SIMD2($0.compensation.x, -$0.compensation.y), 2 * $0.points / $0.metres)
    })

  /// `eyetrackkit` with the hit's world points converted to the phone's frame.
  static let eyetrackkitConverted = published(
    "eyetrackkit-converted", "eyetrackkit with the hit converted to the phone's frame", "ukitomato/EyeTrackKit",
    "mean of 1", [eyetrackkitOpen],
    PointerEngine(EyeTrackKitPipeline.self, { eyetrackkitSettings(.converted, $0) }))

  /// eBay's HeadGazeLib.
  static let headgazelib = published(
    "headgazelib", "the head's direction, 4 screens a metre", "eBay/HeadGazeLib", "mean of 11, then EMA 0.9",
    ["simulated heads do not steer it, as its users would"],
    PointerEngine(HeadGazeLibPipeline.self, { .init(points: $0.geometry.points) }) {
      ($0.points / 2, $0.scale * $0.points)
    })

  /// kyle-fox's ios-eye-tracking.
  static let kylefox = published(
    "kylefox", "lookAtPoint projected by the camera, then w − x, h − y", "kyle-fox/ios-eye-tracking", "EMA 0.85",
    [
      "a focal length of 1440 px in a 1440 px image",
      "simulated lookAtPoints lie on the phone, where it is singular",
    ], PointerEngine(KyleFoxPipeline.self, { .init(points: $0.geometry.points) }))

  /// Shiru99's AR-Eye-Tracker.
  static let shiru99 = published(
    "shiru99", "lookAtPoint itself, gain 2, clamped; 163 pixels an inch", "Shiru99/AR-Eye-Tracker", "none",
    ["simulated lookAtPoints lie on the phone"],
    // The points that `UIScreen` gives: `nativeBounds` is upright in every orientation, in panel pixels, here divided
    // by the screen's scale.
    PointerEngine(
      Shiru99Pipeline.self, { .init(points: $0.geometry.points, panelPoints: $0.profile.panelPoints) }
    ) { (.zero, $0.frame / ($0.metres / 2)) }.with { $0.mapsLookAt = true })

  /// moawinberg's eye-tracking, with its five-point scale and shift.
  static let moawinberg = published(
    "moawinberg", "metres as shares of the screen, 5-point scale + shift", "moawinberg/eye-tracking",
    "mean of 30 once calibrated", ["of its versions the one without a scale", "a fixation is its settled mean"],
    PointerEngine(
      MoawinbergPipeline.self, { .init(points: $0.geometry.points, map: $0.earlierSession.fivePointMap) }
    ) { ($0.points / 2, $0.scale * $0.points) }, learns: .fivePoints)

  /// ARKit's eyeLook coefficients times a gain.
  static let blendshapes = Pipeline<GazeRig>(
    "blendshapes", "eyeLook coefficients × gain, from the centre",
    source: "the way that the 2021 article did not take", kind: .article,
    assumptions: ["the gain: 1 is 35° across, 32° down, at 35 cm", "the article's scroll rule"], smoothing: "none",
    engine: PointerEngine(
      BlendShapePipeline.self, { .init(points: $0.geometry.points, metres: $0.geometry.metres) }
    ).with { ($0.isConstantWorthATry, $0.claims) = (true, upright) })

  /// GazeCapture's cam2screen on the eyes' hits.
  static let gazecapture = published(
    "gazecapture", "cam2screen, four orientations, on the eyes' mean hit", "CSAILVision/GazeCapture", "none",
    ["the hit for its network's prediction", "the profile's geometry"],
    PointerEngine(GazeCapturePipeline.self, { .init(geometry: $0.geometry) }) {
      PointerEngine.nominal($0.geometry)
    }.with { $0.isConstantWorthATry = true }, turns: true)

  private static func standardPointer(_ setup: Setup) -> any PointerPipeline & Sendable {
    let pipeline = StandardPipeline(
      geometry: setup.geometry, person: setup.person, smoothing: setup.smoothing, trigger: setup.trigger,
      recentring: setup.recentring, lines: setup.recentring == nil ? [] : setup.header.lines.map(\.line))
    let shift = setup.earlierSession.constantOffset
    return shift == .zero ? pipeline : ShiftedStandardPipeline(pipeline, by: shift, trigger: setup.trigger)
  }

  /// The claims of an app's published code, which computes with an upright interface.
  private static let upright: @Sendable (Setup) -> PointerClaims = { _ in
    var claims = PointerClaims()
    claims.orientations = [.portrait]
    return claims
  }

  /// - Parameter turns: true if the code follows the interface's orientation.
  private static func published(
    _ name: String, _ summary: String, _ repository: String, _ smoothing: String, _ assumptions: [String],
    _ engine: PointerEngine, learns: Pipeline<GazeRig>.Learning = .nothing, turns: Bool = false
  ) -> Pipeline<GazeRig> {
    Pipeline(
      name, summary, source: "github.com/\(repository)", kind: .reproduction,
      assumptions: assumptions + ["it scrolls no page: the article's rule"], smoothing: smoothing, learns: learns,
      engine: turns ? engine : engine.with { $0.claims = upright })
  }

  private static let worldAsLocal = "world points taken for local ones (documented, not observed)"
  private static let articleOpen = "its pointer's size and place, its web view's height"
  private static let own312 = "beyond the iPhone X the device's metres, 312 unchanged"
  private static let eyetrackkitOpen = "beyond its table the screen's metres, the width (iPad: half) as the offset"

  /// On the iPhone 12 mini the sizes are the article's own; on another device they are that device's sizes, as in an
  /// app built from the article.
  private static func articleSettings(
    _ hit: Article2021GazePipeline.Hit, _ setup: Setup
  ) -> Article2021GazePipeline.Settings {
    var settings =
      setup.device == "iphone12mini" && setup.geometry.points == SIMD2(375, 812)
      ? Article2021GazePipeline.Settings.iPhone12Mini(hit)
      : Article2021GazePipeline.Settings(hit: hit, metres: setup.geometry.metres, points: setup.geometry.points)
    settings.offset = setup.earlierSession.constantOffset
    return settings
  }

  /// On the iPhone X the values are the published ones; on another device the metres and points are that device's, and
  /// the offset of 312 points is unchanged.
  private static func planeSettings(_ plane: PlaneHit, _ setup: Setup) -> PlaneSettings {
    setup.device == "iphonex" && setup.geometry.points == SIMD2(375, 812)
      ? .iPhoneX(plane) : .init(metres: setup.geometry.metres, points: setup.geometry.points, plane: plane)
  }

  private static func eyetrackkitSettings(
    _ ends: Article2021GazePipeline.Hit, _ setup: Setup
  ) -> EyeTrackKitPipeline.Settings {
    .init(device: setup.device, metres: setup.geometry.metres, points: setup.geometry.points, ends: ends)
  }
}

extension Pipeline where R == GazeRig {
  /// The pipeline before its first frame.
  func pointer(_ setup: Setup) -> any PointerPipeline & Sendable { engine.make(setup) }

  /// True if the pipeline learns from a person's five points.
  var learnsFivePoints: Bool { learns != .nothing }

  /// The smoothing as a value, if it is one of the project's filters; the parameter is the smoothing chosen for the
  /// run.
  func knownSmoothing(_ inForce: Smoothing) -> Smoothing? {
    engine.smoothing ?? (facts.smoothing == nil ? inForce : nil)
  }

  /// Judges the mapping on error-free faces in front of a phone whose geometry is that of the setup, with the interface
  /// in the setup's orientation and in the others that are claimed.
  func correctness(_ setup: Setup, rate: Double, seed: UInt64, claims: PointerClaims?) -> Correctness {
    var setup = setup
    // The screens of the correctness stage lie in the camera's plane, so tilt and depth are 0.
    (setup.geometry.tilt, setup.geometry.depth) = (.zero, 0)
    // The stage judges the mapping alone, and a recentring may learn from its faces.
    setup.recentring = nil
    var ending: [any EndingPipeline] = []
    defer { for pipeline in ending { pipeline.end() } }
    return CorrectnessStage.judge(
      screen: setup.geometry, rate: rate, seed: seed, claims: claims ?? engine.claims(setup)
    ) { screen in
      setup.geometry = screen
      let pipeline = pointer(setup)
      if let last = pipeline as? any EndingPipeline { ending.append(last) }
      return pipeline
    }
  }
}

extension GazeRig {
  /// All pipelines for a command's help, one per line, with their sources; a star marks published code.
  package static var listing: String {
    let width = pipelines.map(\.name.count).max() ?? 0
    return pipelines.map { pipeline in
      let facts = pipeline.facts
      let pad = String(repeating: " ", count: width - facts.name.count)
      let star = facts.kind == .reproduction ? " *" : ""
      return "  \(facts.name)\(pad)  \(facts.source.trimmingPrefix("github.com/"))\(star)"
    }.joined(separator: "\n")
  }

  /// The pipelines of this project and of the articles, which `replay` shows by default.
  package static let projectPipelines: [Pipeline<GazeRig>] = [article2021, article2021Converted, standard]
}
