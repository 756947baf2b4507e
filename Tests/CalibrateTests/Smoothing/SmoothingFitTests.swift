import CalibrationSupport
import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct SmoothingFitTests {
  @Test("the reference switches when the eyes jump, not when the target does")
  func reference() {
    let track = PointerTrack.jumping(white: 0, coloured: 0, looks: 4, seed: 22)
    #expect(track.plateaus == 4 && track.jumps == 3)
    // The second target appears at 1.5 s; the eyes leave the first one at 1.7 s and are halfway 25 ms later.
    let before = track.samples.filter { $0.time > 1.5 && $0.time < 1.7 }
    let after = track.samples.filter { $0.time > 1.74 && $0.time < 3 }
    let plateau = track.samples.last { $0.time < 3 }!.point
    for sample in before { #expect(sample.reference == nil) }
    for sample in after { expectNear(sample.reference, plateau, 1e-9) }
    #expect(after.count { $0.isMoving } > 15)
    // No fixation precedes the first one, so its unsettled part has no reference.
    #expect(track.samples.filter { $0.time < 0.59 }.allSatisfy { $0.reference == nil })
  }

  private func take(_ track: PointerTrack, scenario: String = "a", participant: Int = 0) -> SmoothingTake {
    SmoothingTake(scenario: scenario, participant: participant, track: track)
  }

  @Test("with strong white noise the fit far beats raw pointer and mean of ten")
  func whiteNoise() throws {
    let track = PointerTrack.jumping(white: 20, coloured: 0)
    let objective = SmoothingObjective([[track]])
    let (raw, mean10) = (
      objective.cost(objective.tallies(.none), movingWeight: 1).squareRoot(),
      objective.cost(objective.tallies(.movingAverage(10)), movingWeight: 1).squareRoot()
    )
    for family in [Smoothing.Family.oneEuro, .kalman, .gatedTriangular] {
      let estimate = try SmoothingFit().fit(family, to: [take(track)])
      #expect(estimate.smoothing.family == family && estimate.heldOutRMS == nil)
      #expect(estimate.rms < 0.75 * raw, "\(family) \(estimate.rms) of \(raw)")
      #expect(estimate.rms < 0.8 * mean10, "\(family) \(estimate.rms) of \(mean10)")
      #expect(try #require(estimate.settling) < 0.1, "\(family)")
    }
    // A filter that does not detect saccades must blur them.
    let low = try SmoothingFit().fit(.exponential, to: [take(track)])
    let gated = try SmoothingFit().fit(.gatedTriangular, to: [take(track)])
    #expect(low.rms < raw && low.rms > 1.2 * gated.rms)
  }

  @Test(
    "no filter in a fine grid is better than the fitted one",
    arguments: [Smoothing.Family.exponential, .doubleExponential, .oneEuro])
  func globalMinimum(family: Smoothing.Family) throws {
    let search = SmoothingSearch(family)
    for (white, coloured) in [(20.0, 0.0), (3, 5), (0.5, 8)] {
      let track = PointerTrack.jumping(white: white, coloured: coloured, looks: 15)
      let estimate = try SmoothingFit().fit(family, to: [take(track)])
      let objective = SmoothingObjective([[track]])
      for i in 0...20 {
        for j in 0...(search.ranges.count > 1 ? 20 : 0) {
          let smoothing = search.smoothing(at: .init(variant: 0, x: SIMD2(Double(i - 10), Double(j - 10)) / 2))
          let rms = objective.cost(objective.tallies(smoothing), movingWeight: 1).squareRoot()
          #expect(rms > estimate.rms * 0.998, "\(smoothing) at \(white), \(coloured)")
        }
      }
    }
  }

  @Test("with slow coloured noise, as ARKit's, the best filter hardly smooths")
  func colouredNoise() throws {
    let takes = [take(.jumping(white: 0.2, coloured: 10))]
    let (euro, none) = (try SmoothingFit().fit(.oneEuro, to: takes), try SmoothingFit().fit(.none, to: takes))
    #expect(euro.rms <= none.rms * 1.02 && euro.rms > 0.9 * none.rms)
    guard case .oneEuro(let settings) = euro.smoothing else { return }
    #expect(settings.minCutoff + settings.beta * 1000 > 5)
  }

  @Test("more weight on the jumps gives less lag and more jitter")
  func movingWeight() throws {
    let takes = [take(.jumping(white: 20, coloured: 0))]
    let plain = try SmoothingFit().fit(.oneEuro, to: takes)
    let fast = try SmoothingFit(movingWeight: 20).fit(.oneEuro, to: takes)
    #expect(try #require(fast.rmsMoving) < (try #require(plain.rmsMoving)))
    #expect(try #require(fast.rmsStill) > (try #require(plain.rmsStill)))
  }

  @Test("groups count the same, evaluated with numbers fitted to the others")
  func groups() throws {
    let long = PointerTrack.jumping(white: 20, coloured: 0)
    let short = PointerTrack.jumping(white: 2, coloured: 0, looks: 8, seed: 23)
    let takes = [take(long), take(short, scenario: "b")]
    let none = try SmoothingFit().fit(.none, to: takes)
    let alone = try takes.map { try SmoothingFit().fit(.none, to: [$0]).rms }
    expectNear(none.rms * none.rms, (alone[0] * alone[0] + alone[1] * alone[1]) / 2, 1e-9)
    #expect(none.heldOutRMS == none.rms)
    // The window that suits strong noise does not suit weak noise.
    let mean = try SmoothingFit().fit(.gatedTriangular, to: takes)
    let each = try takes.map { try SmoothingFit().fit(.gatedTriangular, to: [$0]).smoothing }
    let objective = SmoothingObjective([[long], [short]])
    let crossed =
      (objective.tallies(each[1])[0].meanSquare(1) + objective.tallies(each[0])[1].meanSquare(1)) / 2
    expectNear(mean.heldOutRMS, crossed.squareRoot(), 1e-9)
    #expect(try #require(mean.heldOutRMS) > mean.rms)
    // One scenario of two people is grouped by person.
    #expect(SmoothingTake.groups([take(long), take(short, participant: 1)]).count == 2)
    #expect(SmoothingTake.groups([take(long), take(short)]).count == 1)
  }

  @Test("the bounds hold at any x, in every family", arguments: Smoothing.Family.allCases)
  func bounds(family: Smoothing.Family) {
    let search = SmoothingSearch(family)
    for x in [-1e9, -700, -3, 0, 3, 700, 1e9] {
      for variant in search.variants.indices {
        let smoothing = search.smoothing(at: .init(variant: variant, x: SIMD2(x, -x)))
        #expect(smoothing.family == family)
        let numbers = CalibrationFile.SmoothingChoice(smoothing).numbers
        #expect(numbers.values.allSatisfy { $0.isFinite && $0 > 0 }, "\(smoothing)")
        #expect(CalibrationFile.SmoothingChoice(smoothing).value == smoothing)
      }
    }
  }

  @Test("without plateaus or jumps there is an error that says what to record")
  func failures() {
    #expect(throws: SmoothingFit.Failure.noPlateau) { try SmoothingFit().fit(.oneEuro, to: []) }
    #expect(throws: SmoothingFit.Failure.noJump(plateaus: 1)) {
      try SmoothingFit().fit(.none, to: [take(.jumping(white: 1, coloured: 0, looks: 1))])
    }
    #expect(SmoothingFit.Failure.noJump(plateaus: 1).description.contains("far apart"))
  }

  @Test("tracks are made by the pipeline itself, per person, with hostile frames left out")
  func fromObservations() throws {
    let session = SyntheticSession()
    var frames = session.observations(poses: [SyntheticPose()], targets: Array(SyntheticSession.targets.prefix(3)))
    frames[10].frame.time = .nan
    frames[11].frame.face.columns.0.x = .nan
    frames[12].frame.time = 0
    frames[13].target = SIMD2(.infinity, 0)
    let tracks = PointerTrack.tracks(from: frames, geometry: session.geometry, person: { _ in session.person })
    let track = try #require(tracks.first)
    #expect(tracks.count == 1 && track.plateaus == 3 && track.jumps == 2)
    #expect(track.samples.count == frames.count - 3)
    let last = try #require(track.samples.last)
    expectNear(last.point, SyntheticSession.targets[2], 0.01)
  }
}
