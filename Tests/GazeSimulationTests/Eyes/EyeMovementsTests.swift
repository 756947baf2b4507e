import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

/// Eye movements read back from generated frames, as a researcher would: 240 Hz, no tracker error, angles at the eye.
struct EyeMovementsTests {
  /// One sample of the gaze: time, angle at the eye, state and target.
  private struct Sample {
    var time: Double
    var angle: SIMD2<Double>
    var state: RecordedFrame.Truth.State
    var target: SIMD2<Double>?
  }

  /// A still head at 35 cm straight in front of the camera, so that angles are those of the plane.
  private static let still: [String: Double] = [
    "behaviour.distance": 35, "behaviour.distanceSD": 0, "behaviour.headShareH": 0, "behaviour.headShareV": 0,
    "behaviour.fixationDrift": 0, "behaviour.fixationBias": 0, "behaviour.eyesBelowCamera": 0,
    "behaviour.vorLatency": 0,
  ]

  private func still(
    _ scenario: GazeScenario, seed: UInt64, duration: Double, _ settings: [String: Double] = [:]
  ) throws -> Simulation {
    try Simulation(scenario, preset: .ideal, seed: seed, duration: duration, rate: 240)
      .setting(Self.still.merging(settings) { $1 })
  }

  /// Angle at the eye of a point on the screen.
  private func angle(_ point: SIMD2<Double>, _ simulation: Simulation) -> SIMD2<Double> {
    let hit = simulation.screen.hit(ofPoint: point)
    return SIMD2(atan(hit.x / 0.35), atan(hit.y / 0.35))
  }

  private func samples(_ simulation: Simulation, participant: Int = 0) throws -> [Sample] {
    try simulation.frames(participant: participant).map { frame in
      Sample(
        time: frame.face.time, angle: angle(try #require(frame.truth?.gaze), simulation),
        state: try #require(frame.truth?.state), target: frame.observation.target)
    }
  }

  /// Saccades as (amplitude, peak velocity, duration), from states and differences of samples at 240 Hz.
  private func saccades(_ samples: [Sample]) -> [(from: Int, to: Int, amplitude: SIMD2<Double>, peak: Double)] {
    var found: [(from: Int, to: Int, amplitude: SIMD2<Double>, peak: Double)] = []
    var start: Int?
    for (i, sample) in samples.enumerated() {
      if sample.state == .saccade, start == nil { start = i }
      if sample.state != .saccade, let begin = start {
        start = nil
        guard begin > 0, sample.state != .blink else { continue }
        let (a, b) = (samples[begin - 1].angle, sample.angle)
        let peak = (begin...i).map { (samples[$0].angle - samples[$0 - 1].angle).length * 240 }.max() ?? 0
        found.append((begin, i, b - a, peak))
      }
    }
    return found
  }

  @Test("the main sequence comes back: peak velocities and durations against amplitude are the published ones")
  func mainSequence() throws {
    // 20 people, 60 s of targets each, all with the population's speed: about 900 saccades; the bound is 4 % on the
    // mean ratio in each bin of amplitude. Saccades end at the first tick after their end, half a tick late on average.
    var bins: [Int: (peak: Double, duration: Double, count: Double)] = [:]
    let law = MainSequence(SimulationParameters().eyes, speed: 1)
    for participant in 0..<20 {
      let simulation = try still(
        .validation, seed: 2, duration: 60,
        ["behaviour.saccadeSpeedSD": 0, "behaviour.saccadeAgeing": 0, "behaviour.blinkRate": 0])
      for s in saccades(try samples(simulation, participant: participant)) where s.amplitude.length > 1.0.radians {
        let bin = Int(s.amplitude.length.degrees / 4)
        let carpenter = 0.0022 * s.amplitude.length.degrees + 0.021
        bins[bin, default: (0, 0, 0)].peak += s.peak / law.peakVelocity(s.amplitude.length, direction: s.amplitude)
        bins[bin, default: (0, 0, 0)].duration += (Double(s.to - s.from) - 0.5) / 240 / carpenter
        bins[bin, default: (0, 0, 0)].count += 1
      }
    }
    #expect(bins.values.map(\.count).reduce(0, +) > 800)
    for (bin, sum) in bins where sum.count > 30 {
      let (peak, duration) = (sum.peak / sum.count, sum.duration / sum.count)
      expectNear(peak, 1, 0.04, "from \(4 * bin) deg, n \(sum.count): \(peak), \(duration)")
      expectNear(duration, 1, 0.04, "from \(4 * bin) deg, n \(sum.count): \(peak), \(duration)")
    }
    // The law was fitted to the published means at 5, 15 and 30°; it must agree with them to within one SD over people
    // (29, 50, 67 °/s).
    let published: [(Double, Double, Double)] = [(5, 213, 29), (15, 352, 50), (30, 455, 67)]
    for (amplitude, published, sd) in published {
      let peak = law.peakVelocity(amplitude.radians, direction: SIMD2(1, 0)).degrees
      expectNear(peak, published, sd)
    }
    // Carpenter's 2.2·A + 21 ms.
    for amplitude in [1.4, 2.0, 5, 10, 15, 30] {
      let flight = law.flight(amplitude.radians, direction: SIMD2(1, 0))
      expectNear(flight.duration * 1000 - 2.2 * amplitude, 21, 1e-9)
      // The ratio of mean to peak velocity follows from the ramps.
      let mean = amplitude / flight.duration / law.peakVelocity(amplitude.radians, direction: SIMD2(1, 0)).degrees
      #expect(flight.ramp > 0 && flight.ramp < 0.5)
      expectNear(1 - flight.ramp, mean, 1e-9)
    }
    // A slow person's saccades are slower and longer in proportion.
    let slow = MainSequence(SimulationParameters().eyes, speed: 0.5).flight(10.0.radians, direction: SIMD2(0, 1))
    expectNear(slow.duration, 0.086, 1e-9)
  }

  @Test(
    "saccades fall 5 % short, scatter 6 %; beyond 0.7° corrected 150 ms later")
  func landing() throws {
    var shares: [Double] = []
    var corrected = (after: 0, missed: 0)
    for participant in 0..<20 {
      let simulation = try still(.validation, seed: 6, duration: 60, ["behaviour.blinkRate": 0])
      let samples = try samples(simulation, participant: participant)
      let found = saccades(samples)
      for (k, s) in found.enumerated() {
        let target = try #require(samples[s.to].target)
        let goal = angle(target, simulation)
        let way = goal - samples[s.from - 1].angle
        // Only the first saccade to a target counts: the one before it went to another target.
        guard way.length > 3.0.radians, k == 0 || samples[found[k - 1].to].target != target else { continue }
        shares.append((s.amplitude * way).sum() / (way * way).sum())
        guard (goal - s.amplitude - samples[s.from - 1].angle).length > 0.8.radians else { continue }
        corrected.missed += 1
        if k + 1 < found.count, abs(samples[found[k + 1].from].time - samples[s.to].time - 0.150) < 0.02 {
          corrected.after += 1
        }
      }
    }
    // n > 600; the bounds are five standard errors: 0.012 of the mean, 0.009 of the SD.
    #expect(shares.count > 600)
    expect(shares, mean: 0.95, sd: 0.06, errors: 5)
    #expect(corrected.missed > 50)
    #expect(Double(corrected.after) >= 0.97 * Double(corrected.missed), "\(corrected)")
  }

  @Test("reading: fixation durations, regressions and return sweeps have the requested values")
  func reading() throws {
    // 30 people, 60 s each; all read at the population's rate and none flips pages: about 5,000 fixations.
    var fixations: [Double] = []
    var sweeps: [(need: Double, made: Double)] = []
    var (regressions, steps) = (0, 0)
    for participant in 0..<30 {
      let simulation = try still(
        .reading, seed: 3, duration: 60,
        ["people.readingRateSpread": 0, "behaviour.blinkRate": 0, "task.lookAway": 0, "task.bottomDwell": 0])
      let samples = try samples(simulation, participant: participant)
      let found = saccades(samples)
      let read = samples.map { $0.state == .read || $0.state == .saccade }
      var sinceSweep = 0
      for (a, b) in zip(found, found.dropFirst()) where read[a.from...b.to].allSatisfy({ $0 }) {
        // After a return sweep a corrective saccade may split one fixation in two.
        sinceSweep += 1
        if sinceSweep > 2 { fixations.append(samples[b.from].time - samples[a.to].time) }
        let x = b.amplitude.x.degrees
        if x < -3.5, abs(b.amplitude.y.degrees) < 1.5 {
          sinceSweep = 0
          steps += 1
          // The line begins 20 pt from the left.
          sweeps.append(((samples[b.from].angle - angle(SIMD2(20, 0), simulation)).x.degrees, -x))
        } else if sinceSweep > 1, abs(x) > 0.2, abs(b.amplitude.y.degrees) < 0.2 {
          steps += 1
          if x < 0 { regressions += 1 }
        }
      }
    }
    let n = Double(fixations.count)
    #expect(n > 2000)
    // The median of LogN(250, 75) is 239.5 ms; its standard error for n = 2,000 is 1.25 · 0.3/√n = 0.8 %; bound 3 %.
    let median = fixations.median
    expectNear(median * 1000 / 239.5, 1, 0.03, "\(median), n \(n)")
    // The share of regressions among saccades, including return sweeps. Saccades after a sweep are not counted: nearly
    // half of them correct the sweep, to the left like a regression. 12 %, five standard errors.
    expect(regressions, of: steps, share: 0.12, errors: 5)
    // Return sweeps: a regression on the published line d + 0.077 − 0.077 d. They start at the last fixation and aim
    // slightly inside the line, so the slope is tested; n > 500, bound 0.1.
    let (x, y) = (sweeps.map(\.need).mean, sweeps.map(\.made).mean)
    let slope =
      sweeps.map { ($0.need - x) * ($0.made - y) }.reduce(0, +)
      / sweeps.map { ($0.need - x) * ($0.need - x) }.reduce(0, +)
    #expect(sweeps.count > 300)
    expectNear(slope, 0.923, 0.1, "slope \(slope), n \(sweeps.count)")
  }

  @Test("reading fixations last 225 to 250 ms, deviation 90, as Rayner's")
  func fixations() throws {
    // 40 people with their own rates, 60 s each, 240 Hz. As in recordings, a fixation is the interval between two
    // saccades of a reader, without intervals that a blink cuts. People scatter by 20 % of the mean, so the mean's
    // standard error is 8 ms. The short intervals before a return sweep's correction are included: 242 ms if all people
    // read at the same rate.
    var durations: [Double] = []
    for participant in 0..<40 {
      let simulation = try Simulation(.reading, seed: 4, duration: 60, rate: 240).setting([
        "people.failingShare": 0, "people.flaggedShare": 0, "tracker.dropped": 0,
      ])
      var (start, before) = (0.0, RecordedFrame.Truth.State.blink)
      var last: RecordedFrame.Truth.State?
      for frame in simulation.frames(participant: participant) {
        let (time, state) = (frame.face.time, try #require(frame.truth?.state))
        defer { last = state }
        guard let last, state != last else { continue }
        if last == .read, before == .saccade, state == .saccade { durations.append(time - start) }
        (start, before) = (time, last)
      }
    }
    let n = Double(durations.count)
    let (mean, sd) = (durations.mean, durations.sd)
    let (short, long) = (durations.count { $0 < 0.08 }, durations.count { $0 > 1.1 })
    #expect(n > 5000)
    #expect((0.217...0.258).contains(mean), "mean \(mean), SD \(sd), n \(n)")
    expectNear(sd, 0.090, 0.015, "mean \(mean), SD \(sd), n \(n)")
    #expect(Double(short) < 0.02 * n && long == 0, "\(short) below 80 ms, \(long) above 1.1 s of \(n)")
  }

  @Test("fixational drift moves the eye 3.3 arc minutes in 250 ms, and stays bounded")
  func drift() throws {
    // Long fixations on dots, 600 s: 2,400 independent quarters of a second on each axis; bound 6 %, four standard
    // errors.
    let simulation = try still(
      .validation, seed: 1, duration: 600,
      ["behaviour.fixationDrift": 25, "task.targetTime": 60, "behaviour.blinkRate": 0])
    let samples = try samples(simulation)
    var (sum, count) = (0.0, 0.0)
    for i in stride(from: 0, to: samples.count - 60, by: 60) {
      guard samples[i...(i + 60)].allSatisfy({ $0.state == .fixate && $0.target == samples[i].target }),
        samples[max(i - 240, 0)...i].allSatisfy({ $0.target == samples[i].target })
      else { continue }
      let d = (samples[i + 60].angle - samples[i].angle) * (10800 / .pi)
      sum += (d * d).sum() / 2
      count += 1
    }
    #expect(count > 2000)
    // √(2Dτ(1 − e^(−t/τ))) = 3.33 arc minutes. Away from the screen's middle a metre is a smaller angle (−1 %).
    expectNear((sum / count).squareRoot() / 3.33, 1, 0.06)
  }

  @Test("pursuit follows a moving target with its gain and latency, and catches up by saccades")
  func pursuit() throws {
    let simulation = try still(.pursuit, seed: 1, duration: 90, ["behaviour.blinkRate": 0])
    let samples = try samples(simulation)
    // Velocities between saccades: the gaze against the target 130 ms (31 ticks) earlier; vertical first, then
    // horizontal.
    func gain(_ range: Range<Int>, _ axis: Int) throws -> Double {
      var (xy, xx) = (0.0, 0.0)
      for i in range where samples[(i - 8)...i].allSatisfy({ $0.state == .pursue }) {
        func place(_ k: Int) throws -> Double {
          angle(try #require(samples[k].target), simulation)[axis]
        }
        let v = try place(i - 31) - place(i - 32)
        xy += (samples[i].angle[axis] - samples[i - 1].angle[axis]) * v
        xx += v * v
      }
      return xy / xx
    }
    try expectNear(gain(480..<7000, 1), 0.80, 0.03)
    try expectNear(gain(7680..<14200, 0), 0.90, 0.03)
    #expect(samples.count { $0.state == .saccade } > 200)
    // The gaze is never far behind for long: at most an eighth of the frames are off by more than 2°.
    let far = samples.dropFirst(240).filter { sample in
      guard let target = sample.target else { return false }
      return (angle(target, simulation) - sample.angle).length > 2.0.radians
    }
    #expect(far.count < samples.count / 8)
  }
}
