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
