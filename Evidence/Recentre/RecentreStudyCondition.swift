import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension RecentreStudy {
  /// Circumstances of reading. The pipeline is set up for none of them, and knows none.
  enum Condition: String, Sendable, CaseIterable {
    /// The preset `typical` as it is.
    case typical
    case pessimistic, drift, steps, skimming, skipParagraph, reread, startAt, notReading
    // Reading as the filter expects it, made harder.
    case text12, text23, text28, skimmingHalf, notReading60, driftTwice, japanese, skimmingFirst
    // No reading line by line.
    case column, text33, text40, skimmingAll, notReading80, columns
    // As the last ones. They were written down before the filter was made to let go, and nothing was tuned on them.
    case column36, list, restless, headings

    /// Question about reading in a condition.
    enum Question {
      /// Does it stay within a quarter of its ratio in the plain condition?
      case same
      /// Does it help, and how much?
      case help
      /// Does it do no harm, although no line fits?
      case harm
    }

    /// The question that the condition asks.
    var question: Question {
      switch self {
      case .typical, .pessimistic, .drift, .steps, .skimming, .skipParagraph, .reread, .startAt, .notReading: .same
      case .text12, .text23, .text28, .skimmingHalf, .notReading60, .driftTwice, .japanese, .skimmingFirst: .help
      case .column, .text33, .text40, .skimmingAll, .notReading80, .columns, .column36, .list, .restless, .headings:
        .harm
      }
    }

    /// The condition in few words, for help.
    var summary: String {
      switch self {
      case .typical: "the preset as it is"
      case .pessimistic: "that preset"
      case .drift: "1.5 times as large"
      case .steps: "5.5 characters instead of 8, more regressions"
      case .skimming: "3 lines in 10"
      case .skipParagraph: "3 in 10"
      case .reread: "1 paragraph in 5"
      case .startAt: "in the middle of the page"
      case .notReading: "30 % of the time"
      case .text12: "text of 12 pt"
      case .text23: "of 23 pt"
      case .text28: "of 28 pt"
      case .skimmingHalf: "every second line"
      case .notReading60: "60 % of the time"
      case .driftTwice: "drift twice as large"
      case .japanese: "Japanese text"
      case .skimmingFirst: "all lines skimmed in the first two minutes, of a long page"
      case .column: "the right one of two columns is read, and the app states lines over both"
      case .text33: "text of 33 pt"
      case .text40: "of 40 pt"
      case .skimmingAll: "all lines"
      case .notReading80: "80 % of the time"
      case .columns: "two columns, each stated"
      case .column36: "as column, text of 36 pt"
      case .list: "a list of short items with pictures"
      case .restless: "7 lines in 10 skimmed, not reading in 30 % of the time"
      case .headings: "headings over one to three lines"
      }
    }

    /// Constants that the condition changes, by key.
    private var constants: [(key: String, value: Double)] {
      switch self {
      case .typical, .pessimistic, .drift, .driftTwice: []
      case .steps: [("task.step", 5.5), ("task.regressions", 0.2)]
      case .skimming: [("task.skimming", 0.3)]
      case .skipParagraph: [("task.skipParagraph", 0.3)]
      case .reread: [("task.reread", 0.2)]
      case .startAt: [("task.startAt", 0.5)]
      case .notReading: [("task.notReading", 0.3)]
      case .text12: [("task.textSize", 12)]
      case .text23: [("task.textSize", 23)]
      case .text28: [("task.textSize", 28)]
      case .skimmingHalf: [("task.skimming", 0.5)]
      case .notReading60: [("task.notReading", 0.6)]
      case .japanese: [("task.script", 1)]
      case .skimmingFirst: [("task.skimming", 1), ("task.skimmingUntil", 120), ("task.pageScreens", 16)]
      case .column: [("task.column", 0.45), ("task.columnFrom", 0.55)]
      case .text33: [("task.textSize", 33)]
      case .text40: [("task.textSize", 40)]
      case .skimmingAll: [("task.skimming", 1)]
      case .notReading80: [("task.notReading", 0.8)]
      case .columns: [("task.layout", 1)]
      case .column36: [("task.column", 0.45), ("task.columnFrom", 0.55), ("task.textSize", 36)]
      case .list: [("task.layout", 2)]
      case .restless: [("task.skimming", 0.7), ("task.notReading", 0.3)]
      case .headings: [("task.layout", 3)]
      }
    }

    /// Factor of the slow drift.
    private var driftFactor: Double {
      switch self {
      case .drift: 1.5
      case .driftTwice: 2
      default: 1
      }
    }

    /// Changes a simulation to this condition; the sizes are those of the issues that ask for the study.
    func apply(to simulation: inout Simulation) throws {
      if self == .pessimistic { simulation.preset = .pessimistic }
      if driftFactor != 1 {
        let drift = try GazeConstant.named("tracker.driftSD").value(in: simulation.parameters)
        try simulation.set("tracker.driftSD", driftFactor * drift)
      }
      for (key, value) in constants { try simulation.set(key, value) }
    }
  }
}

extension RecentreStudy.Condition {
  /// The condition with this name.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  static func named(_ name: String) throws(UnknownNameError) -> Self {
    guard let condition = Self(rawValue: name) else {
      throw UnknownNameError(kind: "condition", name: name, among: allCases.map(\.rawValue))
    }
    return condition
  }
}
