import GazeImport
import GazePipeline

@testable import Evaluate
@testable import StudySupport

extension ReadersStudy {
  /// A method that assigns all fixations of a trial to lines afterwards.
  enum Method: String, Sendable, CaseIterable {
    /// The nearest line, the published baseline.
    case attach
    /// Time warping to the words, the best published algorithm.
    case warp
    /// Time warping that settles on the pointer's offset, then a path over lines (`LineAssignment.settled`).
    case settled
  }

  /// Result of a method on one trial.
  struct Pass: Sendable, Equatable, Codable {
    /// Share of the fixations whose line is right.
    var right: Double
    /// Median distance of the offset that the method assumes from the true one, points: x and y.
    var left: Vector2
  }

  /// A trial as a full pass sees it: the fixations whose line is known, in points.
  ///
  /// The experts discarded the other fixations, and so did the publication before it compared the algorithms.
  struct Whole: Sendable {
    private let text: TextPlaces
    private let numbers: [Int]
    /// Numbers of the fixations whose line is known, and these fixations.
    private let known: [Int]
    private let fixations: [ReadingTrial.Fixation]
    private let scale: Double

    init(_ trial: ReadingTrial, _ passage: ReadingPassage, scale: Double) {
      let used = passage.lines.indices.filter { !passage.words($0).isEmpty }
      numbers = used.map { $0 + 1 }
      text = TextPlaces(
        used.map { line in
          let words = passage.words(line).map { $0.lowerBound * scale...$0.upperBound * scale }
          let (left, right) = (words.first?.lowerBound ?? 0, words.last?.upperBound ?? 0)
          return (.init(left: left, right: right, middle: passage.middle(line) * scale), words)
        })
      known = trial.fixations.indices.filter { trial.fixations[$0].line > 0 }
      fixations = known.map { trial.fixations[$0] }
      self.scale = scale
    }

    /// The methods on the trial as it was recorded, in the order of `Method.allCases`; nil without a known line.
    var asRecorded: [Pass]? { passes(fixations.map { $0.place * scale }, fixations.map { _ in .zero }) }

    /// The methods on a take of the whole trial with the tracker's errors.
    func replayed(_ means: [(place: Vector2, offset: Vector2)]) -> [Pass]? {
      guard known.allSatisfy(means.indices.contains) else { return nil }
      return passes(known.map { means[$0].place }, known.map { means[$0].offset })
    }

    private func passes(_ places: [Vector2], _ offsets: [Vector2]) -> [Pass]? {
      known.isEmpty || text.lines.isEmpty ? nil : Method.allCases.map { pass($0, places, offsets) }
    }

    private func pass(_ method: Method, _ places: [Vector2], _ offsets: [Vector2]) -> Pass {
      let found =
        switch method {
        case .attach: LineAssignment.nearest(places, to: text)
        case .warp: LineAssignment.warp(places, to: text)
        case .settled: LineAssignment.settled(places, at: fixations.map { ($0.start + $0.end) / 2 }, to: text)
        }
      let right = zip(found.lines, fixations).count { numbers[$0] == $1.line }
      let left = zip(found.offsets, offsets).map { $0 - $1 }
      return Pass(
        right: Double(right) / Double(fixations.count),
        left: SIMD2(Quantiles.median(left.map(\.x.magnitude)) ?? 0, Quantiles.median(left.map(\.y.magnitude)) ?? 0))
    }
  }
}
