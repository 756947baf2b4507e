import GazeMetrics
import TestSupport
import Testing

struct StepResponseTests {
  /// Response of a filter to steps of 300 pt and back every 1.5 s at 60 Hz.
  private static func response(
    gain: Double = 1, offset: Double = 0, saccade: Int = 1, _ filter: ([Double]) -> [Double]
  ) -> LinearHistogram {
    var gaze: [Double] = []
    for step in 0..<20 {
      let (from, to) = step % 2 == 0 ? (50.0, 350.0) : (350.0, 50)
      for i in 0..<90 { gaze.append(i < saccade ? from + (to - from) * Double(i + 1) / Double(saccade) : to) }
    }
    let pointer = filter(gaze)
    var response = StepResponse(rate: 60)
    for i in gaze.indices {
      response.step(
        gaze: SIMD2(gaze[i], 400), pointer: SIMD2(pointer[i] * gain + offset, 380), at: Double(i) / 60)
    }
    return response.responses
  }

  private static func mean(of n: Int, _ values: [Double]) -> [Double] {
    values.indices.map { i in
      values[max(i - n + 1, 0)...i].mean
    }
  }

  @Test(
    "A mean of N is (N − 1)/2 frames late, whatever gain and offset (± 2 ms)",
    arguments: [1, 2, 5, 10], [1, 2.0])
  func movingAverage(window: Int, gain: Double) {
    let responses = Self.response(gain: gain, offset: -70) { Self.mean(of: window, $0) }
    #expect(responses.count == 19)
    let expected = Double(window - 1) / 2 / 60
    expectNear(responses.quantile(0.5), expected, 0.0041)
  }

  @Test("Eye speed has no effect: a mean of 5 is 2 frames late")
  func saccade() {
    let responses = Self.response(saccade: 4) { Self.mean(of: 5, $0) }
    expectNear(responses.quantile(0.5), 2.0 / 60, 0.0041)
  }

  @Test("A pure delay is found; a pointer moving before gaze has no response")
  func delay() {
    func shifted(_ frames: Int) -> LinearHistogram {
      Self.response { gaze in gaze.indices.map { gaze[min(max($0 - frames, 0), gaze.count - 1)] } }
    }
    for frames in [1, 6, 12] {
      expectNear(shifted(frames).quantile(0.5), Double(frames) / 60, 0.0041)
    }
    #expect(shifted(-2).count == 0)
  }

  @Test("Small, quick or unanswered steps and lost samples give no response")
  func none() {
    var response = StepResponse(rate: 60)
    for i in 0..<600 {
      let gaze = SIMD2(100 + (i / 60 % 2 == 0 ? 0.0 : 70), 100)
      response.step(gaze: gaze, pointer: gaze, at: Double(i) / 60)
    }
    #expect(response.responses.count == 0)
    var (quick, still, gappy) = (StepResponse(rate: 60), StepResponse(rate: 60), StepResponse(rate: 60))
    for i in 0..<1200 {
      let time = Double(i) / 60
      let fast = SIMD2(i / 15 % 2 == 0 ? 50.0 : 350, 100)
      quick.step(gaze: fast, pointer: fast, at: time)
      let slow = SIMD2(i / 90 % 2 == 0 ? 50.0 : 350, 100)
      still.step(gaze: slow, pointer: SIMD2(7, 7), at: time)
      gappy.step(gaze: slow, pointer: i % 20 == 0 ? nil : slow, at: time)
      gappy.step(gaze: SIMD2(.nan, 0), pointer: slow, at: time)
    }
    #expect(quick.responses.count == 0 && still.responses.count == 0 && gappy.responses.count == 0)
  }
}
