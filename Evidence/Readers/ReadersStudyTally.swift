import GazeImport
import GazeMetrics
import GazePipeline

@testable import Evaluate
@testable import StudySupport

extension ReadersStudy {
  /// Counts over the judged fixations of one take.
  struct Tally: Sendable, Equatable, Codable {
    let start: Start
    /// Fixations, those with the right line, and those with the right line while they lasted.
    var fixations = 0, right = 0, before = 0
    /// Fixations at or above the confidence of the bars, and those of them with the right line.
    var sure = 0, sureRight = 0
    /// As `sure`, where the stage also trusts its line.
    var trusted = 0, trustedRight = 0
    /// Fixations by tenths of the confidence, and those of them with the right line.
    var tenths = [Int](repeating: 0, count: 10), tenthsRight = [Int](repeating: 0, count: 10)
    /// Magnitudes of the offset at each fixation without and with recentring, points.
    var plain: [SIMD2<Double>] = [], left: [SIMD2<Double>] = []

    init(_ judged: [Judged], start: Start, confidence: Double) {
      self.start = start
      for one in judged {
        let hit = one.isRight ? 1 : 0
        fixations += 1
        right += hit
        before += one.wasRight ? 1 : 0
        let tenth = Int(min(max(one.confidence, 0) * 10, 9))
        tenths[tenth] += 1
        tenthsRight[tenth] += hit
        if one.confidence >= confidence {
          sure += 1
          sureRight += hit
          if one.isTrusted {
            trusted += 1
            trustedRight += hit
          }
        }
        if let plain = one.plain, let left = one.left {
          self.plain.append(SIMD2(plain.x.magnitude, plain.y.magnitude))
          self.left.append(SIMD2(left.x.magnitude, left.y.magnitude))
        }
      }
    }

    /// Share of the fixations with the right line; nil without fixations.
    var share: Double? { fixations > 0 ? Double(right) / Double(fixations) : nil }
    /// As `share`, while the fixations lasted.
    var shareBefore: Double? { fixations > 0 ? Double(before) / Double(fixations) : nil }
  }

  /// One trial with all its takes.
  struct TrialResult: Sendable {
    let name: String
    let group: String
    let passage: String
    /// Number of recorded fixations.
    let fixations: Int
    var takes: [Tally]
    /// The methods of a full pass on the trial as recorded, and on each draw.
    var asRecorded: [Pass]?
    var replayed: [[Pass]]
  }
}

extension ReadersStudy.Tally: CheckedContent {
  var contentFault: ContentFault? {
    ContentFault("tenths", count: tenths.count, expected: 10)
      ?? ContentFault("tenthsRight", count: tenthsRight.count, expected: 10)
      ?? ContentFault("left", count: left.count, expected: plain.count)
  }
}
