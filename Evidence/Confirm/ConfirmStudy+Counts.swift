import GazeMetrics

@testable import Evaluate
@testable import StudySupport

extension ConfirmStudy {
  /// Counts of one person with one arm, in one cell or summed over several.
  struct Counts: Sendable, Equatable, Codable {
    /// Scrolls that were wanted and made, made but not wanted, and wanted but not made.
    var hits = 0.0, unwanted = 0.0, missed = 0.0
    /// Scrolls that began while none was wanted, and the time for which none was wanted, minutes.
    var spurious = 0.0, idleMinutes = 0.0
    /// Lines of the page, and lines read.
    var lines = 0.0, linesRead = 0.0
    /// Deliberate signs of a person who can make them, and those that the detector detected.
    var signs = 0.0, detected = 0.0
    /// The same for all people.
    var allSigns = 0.0, allDetected = 0.0

    /// F1, hits and what they are compared with.
    var f1: PeopleEstimate.Part { .init(2 * hits, 2 * hits + unwanted + missed) }
    var precision: PeopleEstimate.Part { .init(hits, hits + unwanted) }
    var recall: PeopleEstimate.Part { .init(hits, hits + missed) }
    /// Unwanted scrolls a minute without an intent.
    var falses: PeopleEstimate.Part { .init(spurious, idleMinutes) }
    var completion: PeopleEstimate.Part { .init(linesRead, lines) }
    var detection: PeopleEstimate.Part { .init(detected, signs) }
    var detectionOfAll: PeopleEstimate.Part { .init(allDetected, allSigns) }

    static func + (a: Self, b: Self) -> Self {
      Counts(
        hits: a.hits + b.hits, unwanted: a.unwanted + b.unwanted, missed: a.missed + b.missed,
        spurious: a.spurious + b.spurious, idleMinutes: a.idleMinutes + b.idleMinutes, lines: a.lines + b.lines,
        linesRead: a.linesRead + b.linesRead, signs: a.signs + b.signs, detected: a.detected + b.detected,
        allSigns: a.allSigns + b.allSigns, allDetected: a.allDetected + b.allDetected)
    }

    /// Mean over cells, so that a person is not counted once for each cell.
    static func mean(_ counts: [Counts]) -> Counts {
      let (sum, n) = (counts.reduce(Counts(), +), Double(max(counts.count, 1)))
      return Counts(
        hits: sum.hits / n, unwanted: sum.unwanted / n, missed: sum.missed / n, spurious: sum.spurious / n,
        idleMinutes: sum.idleMinutes / n, lines: sum.lines / n, linesRead: sum.linesRead / n, signs: sum.signs / n,
        detected: sum.detected / n, allSigns: sum.allSigns / n, allDetected: sum.allDetected / n)
    }
  }
}

extension PeopleEstimate.Part {
  /// The quotient; nil without a denominator.
  var value: Double? { denominator > 0 ? numerator / denominator : nil }
}
