import GazeMetrics
package import GazePipeline
import GazeSimulation

/// The two error-free faces, simulated once, on which any number of pipelines can be judged.
package struct CorrectnessStage {
  /// The frames simulated for one face, and the trace without pointers.
  struct Take {
    var frames: [FaceFrame]
    var trace: PointerTrace
  }

  let screen: ScreenGeometry
  let seed: UInt64
  let physical: Take
  let arkit: Take

  /// Frame rates that the stage supports: with fewer than 30 frames per second the gaze's steps could not be
  /// distinguished.
  package static let rates = 30.0...120.0

  /// Two faces in front of a phone, whose interface has the orientation of `screen`.
  ///
  /// - Parameter rate: frames a second, clamped to `rates`.
  package init(screen: ScreenGeometry, rate: Double, seed: UInt64) {
    self.screen = screen
    self.seed = seed
    let rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    func take(_ face: ErrorFreeFace) -> Take {
      let samples = Array(ErrorFreeTake(face, screen: screen, rate: rate, seed: seed))
      return Take(
        frames: samples.map(\.frame),
        trace: PointerTrace(
          references: samples.map(\.gaze), stillFor: samples.map(\.stillFor), rate: rate, middle: screen.points / 2))
    }
    physical = take(.physical)
    arkit = take(.arkit)
  }

  /// Judges a pipeline with the interface in the orientation of `screen` and then, unless more than its lag is wrong
  /// there, in the other orientations that it claims.
  ///
  /// - Parameter pipeline: called once for each face in each orientation; returns a new pipeline for the given screen.
  package static func judge(
    screen: ScreenGeometry, rate: Double, seed: UInt64, claims: PointerClaims,
    _ pipeline: (ScreenGeometry) -> any PointerPipeline
  ) -> Correctness {
    func judged(_ screen: ScreenGeometry, _ claims: PointerClaims) -> Correctness {
      CorrectnessStage(screen: screen, rate: rate, seed: seed).judge(claims: claims) { pipeline(screen) }
    }
    var correctness = judged(screen, claims)
    guard correctness.verdict == .pass || correctness.isOnlyLate else { return correctness }
    // A pointer is as late in every orientation, so its lag is judged once.
    var others = claims
    others.lag = PointerTrace.longestLag
    correctness.add(
      ScreenOrientation.allCases.filter { $0 != screen.orientation && claims.orientations.contains($0) }
        .map { ($0, judged(screen.turned(to: $0), others)) })
    return correctness
  }

  /// Judges a pipeline in this orientation alone; `pipeline` is called once for each face and returns a new pipeline.
  package func judge(claims: PointerClaims = PointerClaims(), _ pipeline: () -> any PointerPipeline) -> Correctness {
    CorrectnessJudgement(self, claims, physical: run(pipeline(), physical), arkit: run(pipeline(), arkit)).correctness
  }

  private func run(_ pipeline: any PointerPipeline, _ take: Take) -> PointerTrace {
    var pipeline = pipeline
    var trace = take.trace
    trace.pointers.reserveCapacity(take.frames.count)
    for frame in take.frames {
      // Points more than 1e9 away are meaningless; below this bound the squares stay finite.
      trace.pointers.append(pipeline.step(frame).pointer.flatMap { $0.isFinite && $0.length < 1e9 ? $0 : nil })
    }
    return trace
  }
}

/// A pointer and its reference, frame by frame: the pointer's delay and the map by which it follows.
struct PointerTrace {
  /// The pointer; nil if the pipeline gives no finite one.
  var pointers: [Vector2?] = []
  /// The reference that the pointer should follow; nil if it has no position.
  var references: [Vector2?]
  /// Time for which the gaze has rested, seconds.
  let stillFor: [Double]
  /// Frames a second.
  let rate: Double
  /// The screen's middle, points.
  let middle: Vector2

  /// The longest delay in the search, seconds.
  static let longestLag = 1.6
  /// Time for which the gaze must have rested before a sample is used for the map, seconds; earlier samples still show
  /// the smoothing.
  static let settling = 0.8

  /// The pointer's delay, and the map at that delay.
  struct Measure {
    /// Delay, seconds.
    var lag: Double
    /// Map over the samples in which the gaze had rested.
    var fit: PointerMap.Fit
  }

  /// The pointer's delay and its map; nil if there are too few pointers, or if the reference does not move.
  var measure: Measure? {
    let delays = -Int(rate / 10)...Int(rate * Self.longestLag)
    // The search starts where the gaze has rested. A step that the pointer still follows at the first frame would count
    // on only one side of the delay and bias the estimate by some milliseconds.
    let first =
      stillFor.indices.first { $0 >= delays.upperBound && stillFor[$0] >= Self.settling } ?? delays.upperBound
    var known: [Int: Double] = [:]
    func cost(_ delay: Int) -> Double {
      if let cost = known[delay] { return cost }
      // Every delay uses the same pointers.
      let frames = first..<max(pointers.count + delays.lowerBound, first)
      let cost = map(at: delay, frames, settled: false).fit?.unexplained ?? 1
      known[delay] = cost
      return cost
    }
    // The unexplained share is smooth in the delay, so every fourth delay is enough to find the valley.
    let coarse = stride(from: delays.lowerBound, through: delays.upperBound, by: 4).min { cost($0) < cost($1) } ?? 0
    let near = max(coarse - 4, delays.lowerBound)...min(coarse + 4, delays.upperBound)
    let best = near.min { cost($0) < cost($1) } ?? 0
    guard let fit = map(at: best, pointers.indices, settled: true).fit else { return nil }
    var shift = 0.0
    if best > delays.lowerBound, best < delays.upperBound {
      let (before, least, after) = (cost(best - 1), cost(best), cost(best + 1))
      let curvature = before - 2 * least + after
      if curvature > 0 { shift = (before - after) / (2 * curvature) }
    }
    return Measure(lag: (Double(best) + shift) / rate, fit: fit)
  }

  /// Movement of the pointer from one frame to the next while the gaze rests, root mean square, both axes together,
  /// points; nil if the gaze never rests.
  ///
  /// - Parameter lag: the pointer's delay, seconds.
  func unrest(lag: Double) -> Double? {
    let delay = Int((lag * rate).rounded())
    var (sum, count) = (0.0, 0)
    for frame in pointers.indices.dropFirst() where stillFor.indices.contains(frame - delay) {
      guard stillFor[frame - delay] >= Self.settling, let now = pointers[frame], let before = pointers[frame - 1] else {
        continue
      }
      sum += ((now - before) * (now - before)).sum()
      count += 1
    }
    return count > 0 ? (sum / Double(count)).squareRoot() : nil
  }

  private func map(at delay: Int, _ frames: Range<Int>, settled: Bool) -> PointerMap {
    var map = PointerMap(middle: middle)
    // A pointer that is a mean over several frames lags by the mean's delay but already includes later samples, so the
    // gaze must still rest at those later samples.
    let ahead = min(max(delay, 0), Int(0.3 * rate))
    let rest = Self.settling + Double(ahead) / rate
    for frame in frames {
      let then = frame - delay
      guard references.indices.contains(then + ahead), then >= 0, !settled || stillFor[then + ahead] >= rest,
        let pointer = pointers[frame], let reference = references[then]
      else { continue }
      map.add(pointer, to: reference)
    }
    return map
  }
}
