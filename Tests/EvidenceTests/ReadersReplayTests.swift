import GazeImport
import GazePipeline
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

/// Recorded fixations as frames of a pointer with errors.
struct ReadersReplayTests {
  private typealias Replay = ReadersStudy.Replay

  /// Fixations of 0.25 s with gaps of 0.05 s, and one gap of 0.55 s before the sixth.
  private let trial = ReadingTrial(
    name: "t", group: "", passage: "A",
    fixations: (0..<12).map { index in
      let start = 0.3 * Double(index) + (index > 5 ? 0.5 : 0)
      return .init(start: start + 7, end: start + 7.25, place: SIMD2(100 * Double(index), 200), line: 1)
    })

  private func error(_ offset: Double, _ drift: Double, _ jitter: Double) -> ReadersStudy.TrackerError {
    ReadersStudy.TrackerError(offset: offset, drift: drift, jitter: jitter)
  }

  private func replay(
    _ error: ReadersStudy.TrackerError, seed: UInt64 = 1, draw: Int = 0, _ start: ReadersStudy.Start = .first
  ) -> Replay { Replay(trial, scale: 0.5, error: error, seed: seed, draw: draw, start: start) }

  @Test("without errors the pointer is the scaled place, moves evenly in saccades, and is missing in long gaps")
  func plain() throws {
    let frames = replay(error(0, 0, 0)).frames
    #expect(frames.count == Int(4.05 * 60) + 1 && frames.allSatisfy { $0.offset == .zero })
    for frame in frames {
      if let index = frame.fixation {
        #expect(frame.raw == SIMD2(50 * Double(index), 100))
      } else {
        let before = try #require(trial.fixations.lastIndex { $0.end - 7 < frame.time })
        let gap = frame.time + 7 - trial.fixations[before].end
        let expected = before == 5 ? nil : SIMD2(50 * (Double(before) + gap / 0.05), 100)
        #expect((frame.raw == nil) == (expected == nil))
        if let raw = frame.raw, let expected { expectNear(raw, expected, 1e-6) }
      }
    }
    #expect(Set(frames.compactMap(\.fixation)) == Set(0..<12))
  }

  @Test("offset, drift and noise have their sizes over 400 draws, and each has a stream of its own")
  func sizes() throws {
    var (offsets, drifts, noises): ([Double], [Double], [Double]) = ([], [], [])
    for draw in 0..<400 {
      let all = replay(error(85, 33, 1.5), draw: draw).frames
      let still = replay(error(85, 0, 0), draw: draw).frames
      offsets.append(still[0].offset.x)
      drifts.append(all[9].offset.y - still[9].offset.y)
      let place = try #require(trial.fixations.first).place * 0.5
      noises.append(try #require(all[3].raw).x - place.x - all[3].offset.x)
      #expect(still.allSatisfy { $0.offset == still[0].offset })
    }
    func deviation(_ values: [Double]) -> Double {
      (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }
    // The standard error of a standard deviation of 400 draws is 3.5 %.
    expectNear(deviation(offsets) / 85, 1, 0.12)
    expectNear(deviation(drifts) / 33, 1, 0.12)
    expectNear(deviation(noises) / 1.5, 1, 0.12)
  }
  @Test("a random start is in the first two thirds, and the same seed gives the same frames")
  func starts() {
    let firsts = (0..<200).map { replay(error(85, 33, 1.5), draw: $0, .random).first }
    #expect(Set(firsts) == Set(0..<8))
    #expect(replay(error(85, 33, 1.5), .random).frames == replay(error(85, 33, 1.5), .random).frames)
    #expect(replay(error(85, 33, 1.5), seed: 2).frames != replay(error(85, 33, 1.5)).frames)
  }

  @Test("means are those of the fixation's frames; a fixation shorter than a frame takes the offset before it")
  func means() {
    var short = trial
    short.fixations[3].end = short.fixations[3].start + 0.001
    let replay = Replay(short, scale: 0.5, error: error(85, 33, 1.5), seed: 1, draw: 0, start: .first)
    let means = replay.means(short, scale: 0.5)
    let own = replay.frames.filter { $0.fixation == 2 }
    #expect(means.count == 12)
    expectNear(means[2].offset, own.reduce(.zero) { $0 + $1.offset } / Double(own.count), 1e-9)
    #expect((means[2].place - SIMD2(100, 100) - means[2].offset).length < 2)
    if !replay.frames.contains(where: { $0.fixation == 3 }) {
      #expect(means[3].offset == means[2].offset && means[3].place == SIMD2(150, 100) + means[2].offset)
    }
  }
}
