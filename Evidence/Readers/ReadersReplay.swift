import GazeImport
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension ReadersStudy {
  /// Assumed errors of the tracker that are added to a recorded reader, points of the interface.
  struct TrackerError: Sendable, Equatable {
    /// Standard deviation per axis of the offset of a session. Assumed: 2°, most of ARKit's published error of 3.2°
    /// (Taore 2024).
    var offset = 85.0
    /// Standard deviation per axis of the slow drift. Assumed: 0.8°.
    var drift = 33.0
    /// Time constant of the slow drift, seconds. Assumed.
    var driftSeconds = 20.0
    /// Standard deviation per axis of each frame's own noise. Recorded: ARKit's still pointer moves by a point or two.
    var jitter = 1.5
  }

  /// The fixation of a trial with which a take begins.
  enum Start: Int, Sendable, Codable, CaseIterable {
    /// With the first fixation.
    case first
    /// With a random fixation of the first two thirds.
    case random
  }

  /// A frame of a replayed trial.
  struct Frame: Sendable, Equatable {
    /// Seconds from the take's start.
    var time: Double
    /// Raw pointer, points; nil while the recording has no place.
    var raw: Vector2?
    /// Offset of the pointer from the gaze, without the frame's own noise, points.
    var offset: Vector2
    /// Index of the fixation in the trial; nil between fixations.
    var fixation: Int?
  }

  /// A trial as a tracker with errors would see it, at 60 frames a second.
  ///
  /// During a fixation the raw pointer is the recorded place with offset, drift and noise. Between two fixations it
  /// moves evenly; if they are more than 0.1 s apart, which is more than a saccade, it is missing, as in a blink.
  struct Replay: Sendable {
    /// Frames a second.
    static let rate = 60.0
    /// Longest gap between fixations that counts as a saccade, seconds. Saccades of reading take 0.02 to 0.06 s; 6 % of
    /// the recorded gaps are longer than 0.1 s.
    static let longestSaccade = 0.1

    let frames: [Frame]
    /// Index of the trial's fixation with which the take begins.
    let first: Int

    /// - Parameters:
    ///   - scale: points of the interface per pixel of the recording.
    ///   - draw: number of the draw. Draws do not depend on the other trials of the data.
    init(_ trial: ReadingTrial, scale: Double, error: TrackerError, seed: UInt64, draw: Int, start: Start) {
      func stream(_ component: Component) -> RandomStream {
        RandomStream(
          seed: seed, component, participant: Int(truncatingIfNeeded: FNV1a.hash(trial.name.utf8) & 0xFFFF_FFFF),
          session: draw, take: start.rawValue)
      }
      let fixations = trial.fixations
      let most = max(fixations.count * 2 / 3, 1)
      let chosen = start == .first ? 0 : Int(stream(.scriptPlace).uniform(0) * Double(most))
      first = min(chosen, max(fixations.count - 1, 0))
      guard let begin = fixations.dropFirst(first).first?.start, let end = fixations.last?.end else {
        frames = []
        return
      }
      let (drifts, noise) = (stream(.slowDrift), stream(.eyeNoise))
      let constant = stream(.trackerSession).normals(0) * error.offset
      let decay = Elementary.exp(-1 / (Self.rate * max(error.driftSeconds, 1e-3)))
      let spread = error.drift * (1 - decay * decay).squareRoot()
      var drift = drifts.normals(0) * error.drift
      var current = first
      var frames: [Frame] = []
      for number in 0...Int((end - begin) * Self.rate) {
        let time = Double(number) / Self.rate
        if number > 0 { drift = drift * decay + drifts.normals(UInt64(number)) * spread }
        while current + 1 < fixations.count, fixations[current + 1].start - begin <= time { current += 1 }
        let now = fixations[current]
        let isIn = time <= now.end - begin
        let place = isIn ? now.place : Self.between(fixations, current, begin + time)
        let offset = constant + drift
        let own = noise.normals(UInt64(number)) * error.jitter
        frames.append(
          Frame(
            time: time, raw: place.map { $0 * scale + offset + own }, offset: offset, fixation: isIn ? current : nil))
      }
      self.frames = frames
    }

    /// Place on the way from one fixation to the next; nil if they are too far apart in time.
    private static func between(_ fixations: [ReadingTrial.Fixation], _ index: Int, _ time: Double) -> Vector2? {
      guard index + 1 < fixations.count else { return nil }
      let (from, to) = (fixations[index], fixations[index + 1])
      guard to.start > from.end, to.start - from.end <= longestSaccade else { return nil }
      return from.place + (to.place - from.place) * ((time - from.end) / (to.start - from.end))
    }

    /// Mean raw pointer and mean offset in each of the trial's fixations, from its first one in the take. A fixation
    /// that is shorter than a frame takes the offset of the frame before it.
    func means(_ trial: ReadingTrial, scale: Double) -> [(place: Vector2, offset: Vector2)] {
      var sums = trial.fixations.map { _ in (place: Vector2.zero, offset: Vector2.zero, count: 0.0) }
      for frame in frames {
        guard let index = frame.fixation, let raw = frame.raw else { continue }
        sums[index].place += raw
        sums[index].offset += frame.offset
        sums[index].count += 1
      }
      var last = frames.first?.offset ?? .zero
      return trial.fixations.indices.dropFirst(first).map { index in
        let sum = sums[index]
        guard sum.count > 0 else { return (trial.fixations[index].place * scale + last, last) }
        last = sum.offset / sum.count
        return (sum.place / sum.count, last)
      }
    }
  }
}
