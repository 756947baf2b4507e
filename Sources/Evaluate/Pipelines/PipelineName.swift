public import GazePipeline
public import GazeRecording
import GazeTesting

/// The pipelines that the command knows by name; an app's own joins through `GazeTesting`.
public enum PipelineName: String, Sendable, CaseIterable, Codable {
  /// The 2021 article, to the letter.
  case article2021
  /// The same with the hit's world points converted to the phone's frame.
  case article2021Converted = "article2021-converted"
  /// virakri's eye-tracking-ios-prototype: the gain of 2 and the 312 points.
  case virakri
  /// The same with the hit's world points converted to the phone's frame.
  case virakriConverted = "virakri-converted"
  /// andrewzimmer906's HeatMapEyeTracking.
  case heatmap
  /// ukitomato's EyeTrackKit.
  case eyetrackkit
  /// The same with the hit's world points converted to the phone's frame.
  case eyetrackkitConverted = "eyetrackkit-converted"
  /// eBay's HeadGazeLib.
  case headgazelib
  /// kyle-fox's ios-eye-tracking.
  case kylefox
  /// Shiru99's AR-Eye-Tracker.
  case shiru99
  /// moawinberg's eye-tracking, with its five-point scale and shift.
  case moawinberg
  /// ARKit's eyeLook coefficients times a gain.
  case blendshapes
  /// GazeCapture's cam2screen on the eyes' hits.
  case gazecapture
  /// One cyclopean ray, the device's geometry, the person's calibration, smoothing and trigger.
  case standard

  /// What a pipeline is made from.
  public struct Setup: Sendable {
    /// Screen and camera that the app believes in.
    public var geometry: ScreenGeometry
    /// The person's calibration.
    public var person: PersonCalibration
    /// The pointer's smoothing; nil is the pipeline's own.
    public var smoothing: Smoothing
    /// The scroll trigger.
    public var trigger: ScrollTrigger.Settings
    /// The device's identifier: an app's own constants are for its own phone.
    public var device: String
    /// The panel's pixels over the screen's scale, upright; nil takes the points.
    public var panelPoints: SIMD2<Double>?
    /// The person's calibration for the one published pipeline that has one.
    var fivePointMap: FivePointMap?
    /// A constant added to the pointer of every pipeline but `standard`, points.
    public var constantOffset = SIMD2<Double>.zero

    /// A setup from its parts.
    public init(
      geometry: ScreenGeometry, person: PersonCalibration, smoothing: Smoothing, trigger: ScrollTrigger.Settings,
      device: String, panelPoints: SIMD2<Double>? = nil
    ) {
      self.panelPoints = panelPoints
      self.geometry = geometry
      self.person = person
      self.smoothing = smoothing
      self.trigger = trigger
      self.device = device
    }
  }

  /// The pipeline with this name.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ name: String) throws(UnknownName) -> PipelineName {
    if let pipeline = PipelineName(rawValue: name) { return pipeline }
    throw UnknownName(kind: "pipeline", name: name, among: allCases.map(\.rawValue), listing: "gazesim compare --help")
  }

  /// Does the pipeline use the person's calibration of `standard`?
  public var takesPersonCalibration: Bool { self == .standard }

  /// Does it learn from a person's five points, in its own way?
  public var learnsFivePoints: Bool { self == .standard || self == .moawinberg }

  /// Is it the project's own or the articles', that is, what a command shows when nobody asks for others?
  public static let own: [PipelineName] = [.article2021, .article2021Converted, .standard]

  /// A pipeline at its start.
  public func pipeline(_ setup: Setup) -> any PointerPipeline {
    let (geometry, offset) = (setup.geometry, setup.constantOffset)
    let (points, metres) = (geometry.points, geometry.metres)
    return switch self {
    case .standard:
      StandardPipeline(geometry: geometry, person: setup.person, smoothing: setup.smoothing, trigger: setup.trigger)
    case .article2021: Article2021Pipeline(Self.articleSettings(.worldTakenAsLocal, setup))
    case .article2021Converted: Article2021Pipeline(Self.articleSettings(.converted, setup))
    case .virakri: VirakriPipeline(Self.virakriSettings(.worldTakenAsLocal, setup), offset: offset)
    case .virakriConverted: VirakriPipeline(Self.virakriSettings(.converted, setup), offset: offset)
    case .heatmap:
      HeatMapPipeline(Self.isIPhoneX(setup) ? .iPhoneX : .init(metres: metres, points: points), offset: offset)
    case .eyetrackkit:
      EyeTrackKitPipeline(.init(device: setup.device, metres: metres, points: points), offset: offset)
    case .eyetrackkitConverted:
      EyeTrackKitPipeline(
        .init(device: setup.device, metres: metres, points: points, ends: .converted), offset: offset)
    case .headgazelib: HeadGazeLibPipeline(.init(points: points), offset: offset)
    case .kylefox: KyleFoxPipeline(.init(points: points), offset: offset)
    case .shiru99: Shiru99Pipeline(Self.shiru99Settings(setup), offset: offset)
    case .moawinberg: MoawinbergPipeline(.init(points: points, map: setup.fivePointMap), offset: offset)
    case .blendshapes: BlendShapePipeline(.init(points: points, metres: metres), offset: offset)
    case .gazecapture: GazeCapturePipeline(.init(geometry), offset: offset)
    }
  }

  /// Gain, offset and lag that the pipeline itself declares: the usual ones for all but `article2021Converted`.
  ///
  /// The 2021 article's pointer counts from the screen's top centre, wherever the camera is. That is its author's constant,
  /// and no mistake of the mapping.
  func claims(_ setup: Setup) -> PointerClaims {
    var claims = PointerClaims()
    if self == .article2021Converted {
      claims.offsetPoints =
        Self.articleSettings(.converted, setup).pointerOrigin - setup.geometry.camera * setup.geometry.pointsPerMetre
    }
    return claims
  }

  /// On the 12 mini with the article's own size, on other devices with theirs, as an app built from it would.
  static func articleSettings(
    _ hit: Article2021Pipeline.Hit, _ setup: Setup
  ) -> Article2021Pipeline.Settings {
    var settings =
      setup.device == "iphone12mini" && setup.geometry.points == SIMD2(375, 812)
      ? Article2021Pipeline.Settings.iPhone12Mini(hit)
      : Article2021Pipeline.Settings(hit: hit, metres: setup.geometry.metres, points: setup.geometry.points)
    settings.offset = setup.constantOffset
    return settings
  }

  /// On the iPhone X as published, on other devices their own metres and points, and the 312 as it stands.
  static func virakriSettings(_ ends: Article2021Pipeline.Hit, _ setup: Setup) -> VirakriPipeline.Settings {
    isIPhoneX(setup)
      ? .iPhoneX(ends) : .init(metres: setup.geometry.metres, points: setup.geometry.points, ends: ends)
  }

  /// What `UIScreen` would say: `nativeBounds` is upright whatever the interface.
  static func shiru99Settings(_ setup: Setup) -> Shiru99Pipeline.Settings {
    let upright = setup.geometry.turned(to: .portrait).points
    return .init(points: setup.geometry.points, panelPoints: setup.panelPoints ?? upright)
  }

  private static func isIPhoneX(_ setup: Setup) -> Bool {
    setup.device == "iphonex" && setup.geometry.points == SIMD2(375, 812)
  }
}
