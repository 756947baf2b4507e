import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension RecentreStudy {
  /// Evidence from which the pipeline recentres its pointer, and what the people do for it.
  ///
  /// Every arm but `none` and the two pure ones also learns from the middle of reading, since an app that shows text
  /// has this evidence for nothing.
  enum Arm: String, Sendable, CaseIterable {
    /// No recentring.
    case none
    /// The middle of reading, for the horizontal offset.
    case x
    /// `x`, and one dot at the take's start.
    case dot
    /// `x`, and taps on content, one in 15 s.
    case tap15
    /// The lines read.
    case reading
    /// One dot at the take's start and nothing else.
    case dotOnly = "dot-only"
    /// Taps on content, one in 15 s, and nothing else.
    case tap15Only = "tap15-only"

    /// The arms that are compared with `none` by default.
    static let judged: [Arm] = [.x, .dot, .tap15, .reading]
    /// The arms that use one kind of evidence alone.
    static let pure: [Arm] = [.dotOnly, .tap15Only]

    /// Settings of the pipeline's recentring; nil for none.
    var recentring: Recentring.Settings? {
      switch self {
      case .none: nil
      case .x, .dot, .tap15: Recentring.Settings(reading: .middle)
      case .reading: Recentring.Settings(reading: .lines)
      case .dotOnly, .tap15Only: Recentring.Settings(reading: .ignored)
      }
    }

    /// Constants of the simulation: what the people do, and what the app states.
    var constants: [String: Double] {
      switch self {
      case .none: [:]
      case .x, .reading: ["task.appStates": 1]
      case .dot, .dotOnly: ["task.appStates": 1, "task.dotAtStart": 1]
      case .tap15, .tap15Only: ["task.appStates": 1, "task.tapInterval": 15]
      }
    }

    /// Windows in which the arm is judged; for `reading` the whole take is shown besides.
    var windows: [Window] { self == .reading ? [.early, .late, .whole] : [.whole] }
  }

  /// A part of the take.
  enum Window: String, Sendable {
    /// The whole take.
    case whole = "all"
    /// From 30 s to 60 s.
    case early = "30-60 s"
    /// The last 60 s of the person's take, which ends with the page for a fast reader.
    case late = "last 60 s"
    /// As `late`, the last two minutes.
    case lastTwoMinutes = "last 120 s"
  }

  /// The tracker's error: a preset with a split.
  struct World: Sendable {
    /// Name of a split, or of the preset `pessimistic` or `ideal`.
    let name: String
    let preset: GazePreset

    /// The world with this name: `pessimistic`, `ideal`, or a split of the preset `typical`.
    ///
    /// - Throws: `UnknownNameError` for another name.
    init(_ name: String) throws {
      self.name = name
      preset = try [.pessimistic, .ideal].first { $0.name == name } ?? ErrorSplit.named(name).preset()
    }

    /// The three splits that bracket the unknown one.
    static let defaults = ["person", "typical", "session"]
  }

  /// The numbers from which people and phone are drawn.
  struct Draw: Sendable, Equatable {
    var seed: UInt64
    var phone: UInt64

    init(seed: UInt64, phone: UInt64) { (self.seed, self.phone) = (seed, phone) }
  }
}

extension RecentreStudy.Arm {
  /// The arm with this name.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  static func named(_ name: String) throws(UnknownNameError) -> Self {
    guard let arm = Self(rawValue: name) else {
      throw UnknownNameError(kind: "arm", name: name, among: allCases.map(\.rawValue))
    }
    return arm
  }
}
