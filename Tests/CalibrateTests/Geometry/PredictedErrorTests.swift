import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct PredictedErrorTests {
  private func error(
    _ session: Double = 1.3, freedom: Double? = nil, people: Double = PredictedError.peopleSpread,
    drift: SlowDrift? = nil, look: Double = 0.5, scatter: Double = 1
  ) -> PredictedError {
    PredictedError(
      known: SIMD2(0.2, 0.2), session: session, freedom: freedom, people: people, drift: drift, look: look,
      scatter: scatter)
  }

  @Test("E|c + v| is a Rice mean: σ√(π/2), c, and 1.5486 for both 1")
  func rice() {
    expectNear(PredictedError.meanLength(0, spread: 1) / (Double.pi / 2).squareRoot(), 1, 0.01)
    expectNear(PredictedError.meanLength(2, spread: 0), 2, 1e-12)
    // √(π/2) · L½(−½) with the Laguerre function L½.
    expectNear(PredictedError.meanLength(1, spread: 1), 1.5486, 0.01)
  }

  @Test("a session's unknowns widen the interval; worse tracking doubles drift")
  func grows() {
    let drift = SlowDrift(sd: 0.8, time: 20, white: 0.3)
    func error(_ session: Double, scatter: Double) -> PredictedError {
      self.error(session, drift: drift, look: 0.85, scatter: scatter)
    }
    let (calm, wide, loud) = (error(0.5, scatter: 1), error(1.5, scatter: 1), error(0.5, scatter: 2))
    #expect(calm.median < wide.median && calm.interval[1] < wide.interval[1])
    #expect(loud.median > 1.5 * calm.median)
    for e in [calm, wide, loud] { #expect(e.interval[0] < e.median && e.median < e.interval[1]) }
  }

  @Test("with few known sessions the tail is longer; many are as good as an assumption")
  func freedom() {
    let (few, many, assumed) = (error(freedom: 4, people: 0), error(freedom: 1e5, people: 0), error(people: 0))
    #expect(few.interval[1] > 1.3 * assumed.interval[1])
    expectNear(many.interval[1] / assumed.interval[1], 1, 1e-3)
    expectNear(many.median / assumed.median, 1, 1e-3)
  }

  @Test("people's differences in tracking widen the interval, not move the median")
  func people() {
    let (alike, unlike) = (error(people: 0), error(people: 0.45))
    #expect(alike.median == unlike.median)
    #expect(unlike.interval[0] < 0.8 * alike.interval[0] && unlike.interval[1] > 1.2 * alike.interval[1])
    // If nothing else differs, the bounds are e^(±1.96 λ) times the median.
    let own = PredictedError(known: .zero, session: 0, people: 0.45, drift: nil, look: 1, scatter: 1)
    expectNear(own.interval[1] / own.median, 2.416, 0.001)
    expectNear(own.interval[0] / own.median, 0.4139, 0.001)
  }
}
