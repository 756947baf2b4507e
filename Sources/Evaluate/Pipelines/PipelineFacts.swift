/// What a pipeline is, where it comes from, and what had to be assumed to run it here.
public struct PipelineFacts: Sendable, Equatable, Codable {
  /// Whose it is.
  public enum Kind: String, Sendable, Codable {
    /// Of an article.
    case article
    /// A reproduction from published code.
    case reproduction = "reproduction from published code"
    /// The project's own.
    case own = "the project's own"
  }

  /// The pipeline's name.
  public var name: String
  /// Whose it is.
  public var kind: Kind
  /// What it does, in a line.
  public var summary: String
  /// The source, with the repository's name.
  public var source: String
  /// Its smoothing; nil where it is the one that was chosen.
  public var smoothing: String?
  /// What was assumed, a clause each; empty where nothing had to be.
  public var assumptions: [String]
}

extension PipelineName {
  /// What it is, where it comes from, and what had to be assumed.
  public var facts: PipelineFacts {
    func facts(
      _ kind: PipelineFacts.Kind, _ summary: String, source: String, smoothing: String?, _ assumptions: [String]
    ) -> PipelineFacts {
      PipelineFacts(
        name: rawValue, kind: kind, summary: summary, source: source, smoothing: smoothing, assumptions: assumptions)
    }
    func published(
      _ summary: String, _ repository: String, _ smoothing: String, _ assumptions: [String] = []
    ) -> PipelineFacts {
      facts(
        .reproduction, summary, source: "github.com/\(repository)", smoothing: smoothing,
        assumptions + ["it scrolls no page: the article's rule"])
    }
    let worldAsLocal = "world points taken for local ones (documented, not observed)"
    let articleOpen = "its pointer's size and place, its web view's height"
    let own312 = "beyond the iPhone X the device's metres, 312 as it stands"
    return switch self {
    case .article2021:
      facts(
        .article, "gain 1 from the camera's plane, no offset", source: "the 2021 article", smoothing: "mean of 10",
        [worldAsLocal, articleOpen])
    case .article2021Converted:
      facts(
        .article, "article2021 with the hit converted to the phone's frame", source: "the 2021 article",
        smoothing: "mean of 10", [articleOpen])
    case .virakri:
      published(
        "gain 2, 312 pt up from the centre", "virakri/eye-tracking-ios-prototype", "mean of 10",
        [worldAsLocal, own312])
    case .virakriConverted:
      published(
        "virakri with the hit converted to the phone's frame", "virakri/eye-tracking-ios-prototype", "mean of 10",
        [own312])
    case .heatmap:
      published(
        "gain 2, 312 pt down from the corner, clamped", "andrewzimmer906/HeatMapEyeTracking",
        "mean of 10", [own312])
    case .eyetrackkit:
      published(
        "gain 2, body for screen size, a miss keeps the last hit", "ukitomato/EyeTrackKit", "mean of 1",
        [worldAsLocal, "beyond its table the screen's metres, the width (iPad: half) as the offset"])
    case .eyetrackkitConverted:
      published(
        "eyetrackkit with the hit converted to the phone's frame", "ukitomato/EyeTrackKit", "mean of 1",
        ["beyond its table the screen's metres, the width (iPad: half) as the offset"])
    case .headgazelib:
      published(
        "the head's direction, 4 screens a metre", "eBay/HeadGazeLib", "mean of 11, then EMA 0.9",
        ["simulated heads do not steer it, as its users would"])
    case .kylefox:
      published(
        "lookAtPoint projected by the camera, then w − x, h − y", "kyle-fox/ios-eye-tracking", "EMA 0.85",
        [
          "a focal length of 1440 px in a 1440 px image",
          "simulated lookAtPoints lie on the phone, where it is singular",
        ])
    case .shiru99:
      published(
        "lookAtPoint itself, gain 2, clamped; 163 pixels an inch", "Shiru99/AR-Eye-Tracker", "none",
        ["simulated lookAtPoints lie on the phone"])
    case .moawinberg:
      published(
        "metres as shares of the screen, 5-point scale + shift", "moawinberg/eye-tracking",
        "mean of 30 once calibrated",
        ["of its versions the one without a scale", "a look is its settled mean"])
    case .blendshapes:
      facts(
        .article, "eyeLook coefficients × gain, from the centre",
        source: "the way that the 2021 article did not take", smoothing: "none",
        ["the gain: 1 is 35° across, 32° down, at 35 cm", "the article's scroll rule"])
    case .gazecapture:
      published(
        "cam2screen, four orientations, on the eyes' mean hit", "CSAILVision/GazeCapture", "none",
        ["the hit for its network's prediction", "the profile's geometry"])
    case .standard:
      facts(
        .own, "one cyclopean ray, the profile's geometry, a person's offset and gain, its own scroll trigger",
        source: "this project",
        smoothing: nil, [])
    }
  }

  /// All of them for a command's help, a line each: where each comes from, with a star for published code.
  public static var listing: String {
    let width = allCases.map(\.rawValue.count).max() ?? 0
    return allCases.map { pipeline in
      let facts = pipeline.facts
      let pad = String(repeating: " ", count: width - pipeline.rawValue.count)
      let source = facts.source.hasPrefix("github.com/") ? String(facts.source.dropFirst(11)) : facts.source
      return "  \(pipeline.rawValue)\(pad)  \(source)\(facts.kind == .reproduction ? " *" : "")"
    }.joined(separator: "\n")
  }
}
