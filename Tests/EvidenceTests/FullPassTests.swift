import Foundation
import GazeImport
import GazePipeline
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

/// The full pass and its rivals on recorded and simulated readers.
struct FullPassTests {
  private static let data = sharedData.appending(path: "reading")
  private static let isThere = FileManager.default.fileExists(atPath: data.appending(path: "fixations.csv").path)

  private func wholes(_ isIn: (ReadingTrial) -> Bool) throws -> [ReadersStudy.Whole] {
    let passages = try ReadingPassage.read(Self.data.appending(path: "passages.json").path)
    let path = Self.data.appending(path: "fixations.csv").path
    return try ReadingTrial.read(path, passages: passages).filter(isIn).map { trial in
      ReadersStudy.Whole(trial, try #require(passages[trial.passage]), scale: 1)
    }
  }

  private func figures(
    _ trials: [ReadersStudy.Whole], _ method: ReadersStudy.Method
  ) throws -> (median: Double, mean: Double) {
    let place = try #require(ReadersStudy.Method.allCases.firstIndex(of: method))
    let shares = trials.map { $0.asRecorded?[place].right ?? 0 }
    return (try #require(Quantiles.upperMedian(shares)), try #require(mean(shares)))
  }

  @Test(
    "warp and the nearest line have the published program's shares on the 24 recorded trials",
    .enabled(if: isThere, "the third-party data ../shared/data/reading do not exist"))
  func published() throws {
    // The lines alone: the method of this package is judged on the trials of passages 4 to 6 by the study.
    let trials = try wholes { _ in true }
    #expect(trials.count == 24)
    let (nearest, warp) = (try figures(trials, .attach), try figures(trials, .warp))
    expectNear(warp.median, 0.995, 0.0006)
    expectNear(warp.mean, 0.964, 0.0006)
    expectNear(nearest.median, 0.946, 0.0006)
    expectNear(nearest.mean, 0.859, 0.0006)
  }

  @Test(
    "the full pass is not behind warp on the trials of passages 1 to 3, by which it was tuned",
    .enabled(if: isThere, "the third-party data ../shared/data/reading do not exist"))
  func tuned() throws {
    let trials = try wholes { ReadersStudy.isTuned($0.passage) }
    let (own, warp) = (try figures(trials, .settled), try figures(trials, .warp))
    #expect(trials.count == 14 && own.mean > warp.mean + 0.01, "\(own) \(warp)")
  }

  @Test("with an offset of two lines only the full pass is right, and it knows the offset")
  func errors() throws {
    let trial = PlainReader.trial()
    let whole = ReadersStudy.Whole(trial, PlainReader.passage, scale: 1)
    let recorded = try #require(whole.asRecorded)
    #expect(recorded.allSatisfy { $0.right > 0.97 && $0.left.y < 15 })
    let means = trial.fixations.map { (place: $0.place + SIMD2(20, 130), offset: SIMD2(20.0, 130)) }
    let moved = try #require(whole.replayed(means))
    #expect(moved[0].right < 0.2 && moved[2].right > 0.97, "\(moved)")
    #expect(moved[0].left == SIMD2(20, 130) && moved[2].left.y < 15, "\(moved)")
  }
}
