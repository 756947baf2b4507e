import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct SignSignalsTests {
  /// Index of `browInnerUp` in `BlendShapes.names`, as in `SignShape.write`.
  private let brows = 43

  private func simulation(_ values: [String: Double], scenario: GazeScenario = .stare, seconds: Double = 20) throws
    -> Simulation
  {
    try Simulation(scenario, seed: 5, duration: seconds)
      .setting(
        ["sign.made": 2, "sign.spontaneous": 0, "sign.lookUp": 0, "tracker.dropped": 0, "tracker.duplicated": 0]
          .merging(values) { $1 })
  }

  private func levels(_ simulation: Simulation, participant: Int) -> [Double] {
    simulation.frames(participant: participant).filter(\.face.isTracked)
      .map { Double($0.face.blendShapes?[brows] ?? .nan) }
  }

  @Test("resting brows have the person's level, wander 0.02, tracker noise 0.01")
  func rest() throws {
    // 40 people of 20 s with a wander of 5 s: two independent values a person.
    let simulation = try simulation([:])
    var (deviations, steps, count): ([Double], Double, Double) = ([], 0, 0)
    for participant in 0..<40 {
      let levels = levels(simulation, participant: participant)
      let rest = try #require(
        SignHabits(simulation.parameters.signs, seed: simulation.seed, participant: participant)
      ).rest.x
      // Values at the start and at the end are independent.
      for half in [levels.prefix(30), levels.suffix(30)] {
        deviations.append(half.mean - rest)
      }
      for (a, b) in zip(levels, levels.dropFirst()) { steps += (b - a) * (b - a) }
      count += Double(levels.count - 1)
    }
    let sd = deviations.map { $0 * $0 }.mean.squareRoot()
    // 80 values: the SD's standard error is 8 %, the bound four of them. 48,000 steps: 1 % is over three standard
    // errors, and the wander adds less than 1 %.
    expectNear(sd / 0.02, 1, 0.32)
    expectNear((steps / count).squareRoot() / (0.01 * 2.0.squareRoot()), 1, 0.03)
  }

  @Test("brows go up with an upward gaze, and no other shape does")
  func lookUp() throws {
    func shapes(_ values: [String: Double]) throws -> [BlendShapes] {
      try simulation(values).frames(participant: 0).compactMap(\.face.blendShapes)
    }
    let quiet = ["sign.wander": 0.0, "sign.noise": 0]
    let (without, with) = (
      try shapes(quiet), try shapes(quiet.merging(["sign.lookUp": 0.15]) { $1 })
    )
    var raised = 0
    for (a, b) in zip(without, with) {
      // The coefficients of looking up (4 and 11) and down (1 and 8) are shares of 0.55 rad; both eyes' mean counts.
      let up = Double(b[4] + b[11] - b[1] - b[8]) / 2 * 0.55
      let expected = 0.15 * min(max(up / 20.0.radians, 0), 1)
      expectNear(Double(b[brows] - a[brows]), expected, 1e-4)
      if expected > 0.01 { raised += 1 }
    }
    #expect(raised > 100)
    let pucker = quiet.merging(["sign.shape": 1]) { $1 }
    #expect(try shapes(pucker) == shapes(pucker.merging(["sign.lookUp": 0.15]) { $1 }))
  }

  @Test("levels stay within 0 to 1 at the constants' limits")
  func limits() throws {
    let wild = try simulation([
      "sign.made": 1, "sign.rest": 4, "sign.wander": 0.2, "sign.noise": 0.2, "sign.lookUp": 1, "sign.spontaneous": 60,
      "sign.twoShapes": 1,
    ])
    for frame in wild.frames(participant: 0) {
      let shapes = try #require(frame.face.blendShapes)
      for index in 16..<52 { #expect((0...1).contains(shapes[index])) }
    }
  }

  @Test("another seed of the tracker's noise changes the noise and not the face")
  func noise() throws {
    var noisy = try simulation(["sign.noise": 0.01, "tracker.latencySpread": 0, "tracker.jitter": 0])
    let first = levels(noisy, participant: 0)
    noisy.noise = 7
    let second = levels(noisy, participant: 0)
    let differences = zip(first, second).map { $0 - $1 }
    #expect(differences.allSatisfy { abs($0) < 0.1 } && differences.count { $0 != 0 } > 1000)
    var silent = try simulation(["sign.noise": 0, "tracker.latencySpread": 0, "tracker.jitter": 0])
    let face = levels(silent, participant: 0)
    silent.noise = 7
    #expect(levels(silent, participant: 0) == face)
  }
}
