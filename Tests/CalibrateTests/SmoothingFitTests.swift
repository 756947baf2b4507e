import Foundation
import GazePipeline
import GazeRecording
import Testing

@testable import Calibrate

@Suite struct SmoothingFitTests {
  /// Targets that jump every `seconds` at 60 Hz; the eyes follow `latency` later within three frames. Noise: white, and
  /// coloured (AR(1) with time constant 0.33 s), points.
  private func track(
    white: Double, coloured: Double, looks: Int = 40, seconds: Double = 1.5, latency: Double = 0.2, seed: UInt64 = 21
  ) -> PointerTrack {
    var random = TestRandom(seed: seed)
    var points: [(time: Double, point: SIMD2<Double>, target: SIMD2<Double>?)] = []
    var targets = [SIMD2<Double>(187, 406)]
    var slow = SIMD2<Double>.zero
    let phi: Double = exp(-1 / (0.325 * 60))
    let drive = coloured * (1 - phi * phi).squareRoot()
    func draw() -> SIMD2<Double> { SIMD2(random.normal(), random.normal()) }
    for look in 0..<looks {
      let next = SIMD2(Double.random(in: 40...335, using: &random), Double.random(in: 80...730, using: &random))
      targets.append(next)
      for i in 0..<Int(seconds * 60) {
        let t = Double(i) / 60
        let progress = min(max((t - latency) * 20, 0), 1)
        let way: SIMD2<Double> = next - targets[look]
        let gaze = targets[look] + way * progress
        slow = slow * phi + draw() * drive
        let noise = slow + draw() * white
        points.append((Double(look) * seconds + t, gaze + noise, next))
      }
    }
    return PointerTrack(points: points, settling: 0.6)
  }

  @Test("the reference switches when the eyes jump, not when the target does")
  func reference() {
    let track = track(white: 0, coloured: 0, looks: 4, seed: 22)
    #expect(track.plateaus == 4 && track.jumps == 3)
    // Second look: from 1.5 s; the eyes leave at 1.7 s and are halfway 25 ms later.
    let before = track.samples.filter { $0.time > 1.5 && $0.time < 1.7 }
    let after = track.samples.filter { $0.time > 1.74 && $0.time < 3 }
    let plateau = track.samples.last { $0.time < 3 }!.point
    for sample in before { #expect(sample.reference == nil) }
    for sample in after { #expect(sample.reference.map { ($0 - plateau).length < 1e-9 } == true) }
    #expect(after.count { $0.isMoving } > 15)
    // The first look has nothing before it: its unsettled part has no reference.
    #expect(track.samples.filter { $0.time < 0.59 }.allSatisfy { $0.reference == nil })
  }

  @Test("with strong white noise the fit lowers the error far below the raw pointer's and the article's mean of ten")
  func whiteNoise() throws {
    let track = track(white: 20, coloured: 0)
    let estimate = try SmoothingFit().fit([track])
    #expect(estimate.rms < 0.75 * estimate.rmsUnfiltered)
    #expect(estimate.isWorthwhile)
    var mean = MovingAverage(window: 10)
    var square = 0.0
    for sample in track.samples {
      let point = mean.step(sample.point)
      if let reference = sample.reference { square += ((point - reference) * (point - reference)).sum() }
    }
    #expect(estimate.rms < 0.8 * (square / Double(estimate.samples)).squareRoot())
    #expect(estimate.choice.filter == "oneEuro")
    #expect(try #require(estimate.rmsMoving) > estimate.rmsStill)
  }

  @Test("no filter in a fine grid is better than the fitted one")
  func globalMinimum() throws {
    for (white, coloured) in [(20.0, 0.0), (3, 5), (0.5, 8)] {
      let track = track(white: white, coloured: coloured, looks: 15)
      let estimate = try SmoothingFit().fit([track])
      let objective = SmoothingObjective([track], movingWeight: 1)
      for i in 0...20 {
        for j in 0...20 {
          let settings = OneEuroFilter.Settings(
            minCutoff: 0.05 * pow(600, Double(i) / 20), beta: 1e-5 * pow(1e5, Double(j) / 20))
          #expect(objective.errors(settings).all > estimate.rms * 0.998, "\(settings) at \(white), \(coloured)")
        }
      }
    }
  }

  @Test("with slow coloured noise, as ARKit's, the best filter is almost none, and the fit says so")
  func colouredNoise() throws {
    let estimate = try SmoothingFit().fit([track(white: 0.2, coloured: 10)])
    #expect(estimate.rms <= estimate.rmsUnfiltered * 1.02)
    #expect(estimate.rms > 0.9 * estimate.rmsUnfiltered)
    let speed = estimate.settings.minCutoff + estimate.settings.beta * 1000
    #expect(speed > 5, "it opens: \(estimate.settings)")
  }

  @Test("nothing to smooth: none is chosen")
  func noNoise() throws {
    let estimate = try SmoothingFit().fit([track(white: 0, coloured: 0)])
    #expect(!estimate.isWorthwhile)
    #expect(estimate.smoothing == .none)
    #expect(estimate.choice.filter == "none")
  }

  @Test("more weight on the jumps buys less lag with more jitter")
  func movingWeight() throws {
    let track = track(white: 20, coloured: 0)
    let plain = try SmoothingFit().fit([track])
    let fast = try SmoothingFit(movingWeight: 20).fit([track])
    #expect(try #require(fast.rmsMoving) < (try #require(plain.rmsMoving)))
    #expect(fast.rmsStill > plain.rmsStill)
  }

  @Test("the bounds hold at any x")
  func bounds() {
    for x in [-1e9, -700, -3, 0, 3, 700, 1e9] {
      let settings = SmoothingObjective.settings(at: [x, -x])
      #expect(settings.minCutoff >= 0.05 * (1 - 1e-9) && settings.minCutoff <= 30 * (1 + 1e-9))
      #expect(settings.beta >= 1e-5 * (1 - 1e-9) && settings.beta <= 1 + 1e-9)
    }
  }

  @Test("without plateaus or jumps there is an error that says what to record")
  func failures() {
    #expect(throws: SmoothingFit.Failure.noPlateau) { try SmoothingFit().fit([]) }
    #expect(throws: SmoothingFit.Failure.noJump(plateaus: 1)) {
      try SmoothingFit().fit([track(white: 1, coloured: 0, looks: 1)])
    }
    #expect(SmoothingFit.Failure.noJump(plateaus: 1).description.contains("far apart"))
  }

  @Test("tracks are made by the pipeline itself, per person, with hostile frames left out")
  func fromObservations() throws {
    let session = SyntheticSession()
    var frames = session.observations(poses: [HeadPose()], targets: Array(SyntheticSession.targets.prefix(3)))
    frames[10].frame.time = .nan
    frames[11].frame.face.columns.0.x = .nan
    frames[12].frame.time = 0
    frames[13].target = SIMD2(.infinity, 0)
    let tracks = PointerTrack.tracks(from: frames, geometry: session.geometry, person: { _ in session.person })
    let track = try #require(tracks.first)
    #expect(tracks.count == 1 && track.plateaus == 3 && track.jumps == 2)
    #expect(track.samples.count == frames.count - 3)
    let last = try #require(track.samples.last)
    #expect((last.point - SyntheticSession.targets[2]).length < 0.01)
  }
}
