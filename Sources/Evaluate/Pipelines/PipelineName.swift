public import GazePipeline
public import GazeRecording

/// The pipelines that the command knows by name; an app's own joins through `GazeTesting`.
public enum PipelineName: String, Sendable, CaseIterable, Codable {
  /// The 2021 article, to the letter.
  case article2021
  /// The same with the hit's world points converted to the phone's frame.
  case article2021Converted = "article2021-converted"
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
    /// The device's identifier: the article's own screen size is for the 12 mini.
    public var device: String
    /// A constant added to the pointer of the article's pipelines, points.
    public var constantOffset = SIMD2<Double>.zero

    /// A setup from its parts.
    public init(
      geometry: ScreenGeometry, person: PersonCalibration, smoothing: Smoothing, trigger: ScrollTrigger.Settings,
      device: String
    ) {
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
    throw UnknownName(kind: "pipeline", name: name, among: allCases.map(\.rawValue), listing: "gazesim evaluate --help")
  }

  /// Does the pipeline use the person's calibration? The article's know none.
  public var takesPersonCalibration: Bool { self == .standard }

  /// A pipeline at its start.
  public func pipeline(_ setup: Setup) -> any PointerPipeline {
    switch self {
    case .standard:
      StandardPipeline(
        geometry: setup.geometry, person: setup.person, smoothing: setup.smoothing, trigger: setup.trigger)
    case .article2021: Article2021Pipeline(Self.articleSettings(.worldTakenAsLocal, setup))
    case .article2021Converted: Article2021Pipeline(Self.articleSettings(.converted, setup))
    }
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
}
