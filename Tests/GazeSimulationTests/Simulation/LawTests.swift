import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

/// Means and spreads of many draws against the constants that state them, by `Law` (in `Support`).
struct LawTests {
  private static let people = (0..<4000).map { Person(GazePreset.typical.parameters, seed: 1, participant: $0) }
  private static let phones = (1...4000).map { mini.phone($0) }
  private static let draws: Range<UInt64> = 0..<100_000

  private static let laws: [Law] = [
    Law("people.ipd", "people.ipdSD", mean: 63, sd: 3.8, errors: 5) { people.map { $0.interpupillaryDistance * 1000 } },
    Law("people.kappaNasal", "people.kappaNasalSD", mean: 5.2, sd: 1.3, errors: 4) {
      people.map { -$0.kappa.left.towardsX.degrees }
    },
    Law("people.kappaNasal", mean: 5.2, sd: 1.3, kurtosis: nil, errors: 4) {
      people.map { ($0.kappa.right.towardsX - $0.kappa.left.towardsX).degrees / 2 }
    },
    Law("people.kappaUp", "people.kappaUpSD", mean: 2, sd: 1, errors: 4) { people.map { $0.kappa.left.up.degrees } },
    Law("people.kappaUp", mean: 2, sd: 1, kurtosis: nil, errors: 4) { people.map { $0.cyclopeanKappa.up.degrees } },
    // Half the difference of two numbers with SD 1.3 and correlation 0.95 has the SD 1.3·√(0.05/2). If only one eye
    // sees, its kappa is not cancelled by the other eye's.
    Law("people.kappaCorrelation", mean: 0, sd: 0.2055, least: 3900, errors: 4) {
      people.filter { $0.flag != .oneEye }.map { $0.cyclopeanKappa.towardsX.degrees }
    },
    Law("people.kappaCorrelation", mean: 0.95, sd: 2.0.squareRoot(), kurtosis: nil, errors: 5) {
      people.map { (-$0.kappa.left.towardsX.degrees - 5.2) * ($0.kappa.right.towardsX.degrees - 5.2) / (1.3 * 1.3) }
    },
    Law("people.failingShare", share: 0.05, errors: 4) { people.map(\.isFailing) },
    Law("people.glasses", share: 0.5, errors: 5) { people.map(\.hasGlasses) },
    Law("people.flaggedShare", share: 0.05, errors: 5) { people.map { $0.flag != nil } },
    Law("task.flippers", share: 0.3, errors: 5) { people.map { $0.scrolling == .flip } },
    Law("task.creepers", share: 0.4, errors: 5) { people.map { $0.scrolling == .creep } },
    Law("behaviour.blinkRate", "behaviour.blinkRateSpread", mean: log(8), sd: 0.7, errors: 5) {
      people.map { log($0.blinkRate * 60) }
    },
    Law("a phone's size", mean: 0, sd: 1, errors: 4) {
      phones.map { ($0.metres.x - mini.geometry.metres.x) / 0.00016 }
    },
    Law("a phone's camera", mean: 0, sd: 1, errors: 4) {
      phones.map { ($0.camera.y - mini.geometry.camera.y) / 0.002 }
    },
    // The limits of the brows' rest take one in a hundred of the normal distribution's tails, so a little of its SD.
    Law("sign.rest", mean: 0.10, sd: 0.0295, errors: 4.7) { try habits().map(\.rest.x) },
    Law("sign.cannot", share: 0.05, errors: 4.5) { try habits().map { !$0.canSign } },
    Law("sensor.failingShare", share: 0.3, least: 400, errors: 4) {
      var heads = RigSimulation<HeadRig>(device: mini, scenario: .still, preset: try .named("typical"))
      try heads.set("sensor.failingShare", 0.3)
      return (0..<400).map { HeadRig.isFailing(heads, participant: $0) }
    },
    Law("task.hiddenIntent", share: 0.15, least: 150, errors: 4) { intents().map { !$0.isShown } },
    Law("task.upIntent", share: 0.10, least: 150, errors: 4) { intents().map { $0.direction == .up } },
    // The people's SD is 0.0035; changes of vergence add 0.0005.
    Law("tracker.outward", "tracker.vergenceShare", mean: 0.066, sd: 0.0036, kurtosis: nil, least: 60, errors: 4) {
      try (0..<60).map { participant in
        let slopes = try Simulation(.reading, seed: 10, duration: 10)
          .frames(participant: participant).map { frame in
            let left = try #require(RigidTransform(frame.face.leftEye)).rotation.z
            let right = try #require(RigidTransform(frame.face.rightEye)).rotation.z
            // Both eyes look up by the same slope, since they are one signal.
            expectNear(left.y / left.z, right.y / right.z, 1e-5)
            return left.x / left.z - right.x / right.z
          }
        #expect(slopes.sd < 0.005)
        return slopes.mean
      }
    },
    Law("normal draws", mean: 0, sd: 1, least: 100_000, errors: 4) { draws.map { normals.normals($0).x } },
    Law("normal draws' other half", mean: 0, sd: 1, least: 100_000, errors: 4) { draws.map { normals.normals($0).y } },
    Law("independent halves", mean: 0, sd: 1, kurtosis: nil, least: 100_000, errors: 4) {
      draws.map { normals.normals($0).x * normals.normals($0).y }
    },
    Law("log-normal draws", mean: 0.25, sd: 0.09, kurtosis: 5.34, least: 100_000, errors: 4) {
      draws.map { shaped.logNormal($0, mean: 0.25, sd: 0.09) }
    },
    // With shape 4, the SD is half the mean.
    Law("gamma draws", mean: 0.095, sd: 0.0475, kurtosis: 4.5, least: 100_000, errors: 4) {
      draws.map { shaped.gamma4(100_000 + $0, mean: 0.095) }
    },
  ]

  private static let normals = RandomStream(seed: 1, .anatomy)
  private static let shaped = RandomStream(seed: 1, .script)

  private static func habits() throws -> [SignHabits] {
    var p = SimulationParameters().signs
    p.made = 1
    return try (0..<4000).map { try #require(SignHabits(p, seed: 3, participant: $0)) }
  }

  /// The intents of ten readers in ten minutes, and whether gaze shows them.
  private static func intents() -> [(direction: ScrollDirection, isShown: Bool)] {
    let simulation = Simulation(.reading, preset: .ideal, seed: 1, duration: 600)
    var all: [(direction: ScrollDirection, isShown: Bool)] = []
    for participant in 0..<10 {
      var last = ScrollDirection.none
      for frame in simulation.frames(participant: participant) {
        let now = frame.observation.intent ?? .none
        if now != last, now != .none { all.append((now, false)) }
        if now != .none, frame.truth?.state == .scroll { all[all.count - 1].isShown = true }
        last = now
      }
    }
    return all
  }

  @Test("a constant's mean and spread come back", arguments: laws)
  func holds(law: Law) throws { try law.check() }

  @Test("laws name existing constants; the constants without a law are listed here")
  func coverage() {
    let keys = Set(
      GazeConstant.all.map(\.key) + HeadParameters.constants.map(\.key) + BodyParameters.constants.map(\.key)
        + DragParameters.constants.map(\.key))
    let checked = Set(Self.laws.flatMap(\.keys).filter { !$0.contains(" ") })
    #expect(checked.isSubset(of: keys), "\(checked.subtracting(keys))")
    print("Constants without a law of their own: \(keys.subtracting(checked).sorted().joined(separator: ", "))")
  }
}
