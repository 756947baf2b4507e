import GazeMetrics
import GazePipeline
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension ConfirmStudy {
  /// Evidence by which the pointer is recentred in the session. Each but `none` includes that of `x`, because an app
  /// that shows text has it for nothing.
  enum Recentre: String, Sendable, CaseIterable {
    /// Today's pipeline.
    case none
    /// The horizontal offset from the middle of the lines read.
    case x
    /// `x`, and one dot when the take begins.
    case dot
    /// `x`, and a tap on content each 15 s.
    case tap15
    /// Both offsets from the lines read.
    case reading

    var settings: Recentring.Settings? {
      switch self {
      case .none: nil
      case .x, .dot, .tap15: Recentring.Settings(reading: .middle)
      case .reading: Recentring.Settings(reading: .lines)
      }
    }

    /// Constants of the task that give the evidence.
    var constants: [(key: String, value: Double)] {
      switch self {
      case .none: []
      case .x, .reading: [("task.appStates", 1)]
      case .dot: [("task.appStates", 1), ("task.dotAtStart", 1)]
      case .tap15: [("task.appStates", 1), ("task.tapInterval", 15)]
      }
    }
  }

  /// A rule with its recentring on a tracker.
  struct Arm: Sendable, Hashable {
    var rule: ScrollRule
    var recentre = Recentre.none
    /// True on the preset `ideal`, whose tracker has no error.
    var isIdeal = false
    /// Factor on the rate of spontaneous signs. The rule `sign` needs two shapes, of which each has the rate of the one
    /// that `confirm` needs; with a half, both together have it.
    var spontaneous = 1.0

    /// The arms of the bars, which run through all cells.
    static let judged = [Arm(rule: .edge), Arm(rule: .confirm), Arm(rule: .sign), calmSign]
    /// The sign alone with as many spontaneous signs in all as `confirm`.
    static let calmSign = Arm(rule: .sign, spontaneous: 0.5)

    /// All arms in the order of the table.
    static let all: [Arm] =
      judged + [Arm(rule: .below)]
      + [ScrollRule.edge, .below].flatMap { rule in
        Recentre.allCases.filter { $0 != .none }.map { Arm(rule: rule, recentre: $0) }
      } + [ScrollRule.edge, .confirm, .sign, .below].map { Arm(rule: $0, isIdeal: true) }

    /// Name in tables.
    var name: String {
      var parts = [rule.rawValue]
      if recentre != .none { parts.append(recentre.rawValue) }
      if spontaneous != 1 { parts.append("calm") }
      if isIdeal { parts.append("ideal") }
      return parts.joined(separator: ", ")
    }

    /// The cells in which people use it. The off-screen zone comes with an instruction where to look.
    func cells(_ all: [Cell]) -> [Cell] {
      if rule == .below { return [Cell(gaze: rule.gazePlace, patience: nil)] }
      return recentre == .none && !isIdeal ? all : all.filter { $0.patience == nil }
    }
  }

  /// A place where people look in order to scroll, and the time for which they do.
  struct Cell: Sendable, Hashable {
    /// Share of the screen's height: `task.scrollGaze`.
    var gaze: Double
    /// Seconds after which a finger scrolls; nil for the task's own patience.
    var patience: Double?

    /// Name in tables, such as `gaze 1.02, 4 s`.
    var name: String {
      "gaze at \(NumberText.shortest(gaze))" + (patience.map { ", intent \(NumberText.shortest($0)) s" } ?? "")
    }
  }
}
