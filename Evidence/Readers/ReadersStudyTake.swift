import GazeImport
import GazePipeline
import GazeRecording

@testable import Evaluate
@testable import StudySupport

extension ReadersStudy {
  /// A passage on the screen of the study: the boxes that an app would give, and the numbers of their lines.
  struct Page: Sendable {
    /// Boxes of the lines that have text, points.
    let boxes: [TextLine]
    /// Number of each box's line in the passage, 1-based.
    let numbers: [Int]
    /// Width and height of the screen, points.
    let screen: SIMD2<Double>

    init(_ passage: ReadingPassage, scale: Double, screen: SIMD2<Double>) {
      var (boxes, numbers): ([TextLine], [Int]) = ([], [])
      for line in passage.lines.indices {
        let words = passage.words(line)
        guard let first = words.first, let last = words.last else { continue }
        boxes.append(
          TextLine(
            x: first.lowerBound * scale, y: (passage.middle(line) - passage.pitch / 2) * scale,
            width: (last.upperBound - first.lowerBound) * scale, height: passage.pitch * scale))
        numbers.append(line + 1)
      }
      (self.boxes, self.numbers, self.screen) = (boxes, numbers, screen)
    }
  }

  /// A fixation of a person, and what the stage said about it.
  struct Judged: Sendable, Equatable {
    /// True if the stage's line is right, once it has taken the fixation in.
    var isRight = false
    /// True if the stage's line was right while the fixation lasted, before the stage took it in.
    var wasRight = false
    /// The stage's probability of its line, 0…1.
    var confidence = 0.0
    /// True if the stage trusts its line.
    var isTrusted = false
    /// Offset at the fixation's last frame, and the part of it that recentring does not remove, points; nil for a
    /// fixation shorter than a frame.
    var plain: SIMD2<Double>?
    var left: SIMD2<Double>?
  }

  /// One take with the shipped stage, frame by frame.
  struct Take: Sendable {
    /// Seconds of a take that are not judged.
    static let settling = 20.0

    /// A guess of the stage, with the time at which it was made.
    private struct Heard {
      let guess: Recentring.Guess
      let time: Double
    }

    /// Returns the judged fixations: those after 20 s whose line is known.
    static func judge(
      _ replay: Replay, _ trial: ReadingTrial, _ page: Page, _ settings: Recentring.Settings
    ) -> [Judged] {
      var stage = Recentring(settings, lines: page.boxes, screen: page.screen)
      let app = AppContext(page: 0)
      var heard: [Heard] = []
      var offsets = trial.fixations.map { _ in (plain: SIMD2<Double>?.none, left: SIMD2<Double>?.none) }
      for frame in replay.frames {
        let offset = stage.step(frame.raw, app, isScrolling: false, at: frame.time)
        if let guess = stage.guess, guess.start != heard.last?.guess.start {
          heard.append(Heard(guess: guess, time: frame.time))
        }
        if let index = frame.fixation { offsets[index] = (frame.offset, offset - frame.offset) }
      }
      let begin = trial.fixations[replay.first].start
      var next = 0
      return trial.fixations.indices.dropFirst(replay.first).compactMap { index in
        let fixation = trial.fixations[index]
        let (from, to) = (fixation.start - begin, fixation.end - begin)
        guard from >= settling, fixation.line > 0 else { return nil }
        // The first guess whose fixation ends in this one or later; if it begins later, this one was not noticed.
        while next < heard.count, heard[next].guess.end < from { next += 1 }
        let isNoticed = next < heard.count && heard[next].guess.start <= to
        let own = isNoticed ? heard[next].guess : next > 0 ? heard[next - 1].guess : nil
        let before = heard.last { $0.time <= from }?.guess
        func isRight(_ guess: Recentring.Guess?) -> Bool {
          guess.map { page.numbers[$0.line] == fixation.line } ?? false
        }
        return Judged(
          isRight: isRight(own), wasRight: isRight(before), confidence: own?.confidence ?? 0,
          isTrusted: own?.isTrusted ?? false, plain: offsets[index].plain, left: offsets[index].left)
      }
    }
  }
}
