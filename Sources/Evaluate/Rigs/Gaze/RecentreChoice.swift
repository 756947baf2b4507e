package import GazePipeline

/// Evidence by which the pipeline `standard` recentres its pointer in a session. The raw values are the names that
/// `--recentre` takes.
///
/// Every choice but `none` includes `x`, because an app that shows text has this evidence for nothing.
package enum RecentreChoice: String, Sendable, CaseIterable {
  /// No recentring.
  case none
  /// One dot at the beginning of the take, and `x`.
  case dot
  /// A tap on the content about every 15 s, and `x`.
  case tap15
  /// The middle of the lines read, which tells the horizontal offset.
  case x
  /// The lines read, which tell both offsets.
  case reading

  /// The pipeline's settings, which use the named evidence and no other; nil for no recentring.
  package var settings: Recentring.Settings? {
    guard self != .none else { return nil }
    var settings = Recentring.Settings(reading: self == .reading ? .lines : .middle)
    (settings.usesDots, settings.usesTaps) = (self == .dot, self == .tap15)
    return settings
  }

  /// Constants of the simulation with which people give this evidence and the app states it, by key.
  package var constants: [String: Double] {
    switch self {
    case .none: [:]
    case .dot: ["task.appStates": 1, "task.dotAtStart": 1]
    case .tap15: ["task.appStates": 1, "task.tapInterval": 15]
    case .x, .reading: ["task.appStates": 1]
    }
  }

  /// The evidence in a few words.
  package var summary: String {
    switch self {
    case .none: "no recentring"
    case .dot: "one dot at the take's beginning, and x"
    case .tap15: "taps on the content, one about every 15 s, and x"
    case .x: "the middle of the lines read"
    case .reading: "the lines read"
    }
  }
}
