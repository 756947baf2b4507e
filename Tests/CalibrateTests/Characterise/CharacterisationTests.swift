import CalibrationSupport
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct CharacteristicKindTests {
  @Test("intervals contain only possible values, and are mean ± half far from the bounds")
  func possible() throws {
    let scale = try #require(CharacteristicKind.scale.interval(1, half: 3))
    #expect(scale.lower > 0 && scale.contains(1))
    let correlation = try #require(CharacteristicKind.correlation.interval(0.9, half: 0.4))
    #expect(correlation.upper < 1 && correlation.contains(0.9))
    #expect(CharacteristicKind.bounded(0...1).interval(0.02, half: 0.04) == ConfidenceInterval(0, 0.06))
    for kind in [CharacteristicKind.scale, .correlation, .free] {
      let narrow = try #require(kind.interval(0.5, half: 1e-3))
      expectNear(narrow.lower, 0.499, 1e-5, "\(kind)")
      expectNear(narrow.upper, 0.501, 1e-5, "\(kind)")
    }
  }

  @Test("a characteristic never has an impossible interval, whatever computed it")
  func characteristic() {
    func row(_ name: String, _ low: Double, _ high: Double) -> ConfidenceInterval? {
      Characteristic(
        name, Figure(value: 0.5, interval: ConfidenceInterval(low, high)), count: 3, of: "windows", windows: "all"
      ).ci95
    }
    #expect(row("stillRMSS2SYaw", -0.11, 1.2) == ConfidenceInterval(0, 1.2))
    #expect(row("stillLag1Yaw", 0.4, 1.18) == ConfidenceInterval(0.4, 1))
    #expect(row("gainH", -0.5, 1.5) == ConfidenceInterval(-0.5, 1.5))
  }
}

struct CharacterisationTests {
  private func row(_ name: String, _ value: Double?, half: Double = 0.1) -> Characteristic {
    Characteristic(
      name, value.map { Figure($0, half: half) }, count: 5, of: "looks", windows: "all")
  }

  @Test("a single person's rows are unchanged")
  func one() {
    let rows = [row("gainH", 0.9), row("noiseSD", nil)]
    #expect(Characterisation.combined([rows]) == rows)
    #expect(Characterisation.combined([]).isEmpty)
  }

  @Test(
    "gains average directly, scales as logarithms, correlations as Fisher's z"
  )
  func several() {
    let values = [0.8, 1.0, 1.2, 0.9]
    let people = values.map { [row("gainH", $0), row("noiseSD", $0 == 0.9 ? nil : $0)] }
    let rows = Characterisation.combined(people)
    #expect(rows["gainH"].count == 4 && rows["gainH"].of == "people")
    expectNear(rows["gainH"].number, 0.975, 1e-12)
    #expect(rows["noiseSD"].count == 3)
    expectNear(rows["noiseSD"].number, pow(0.96, 1 / 3.0), 1e-12)
    // Student's t over four people: 3.182 · sd/√4.
    let squares: Double = values.reduce(0) { $0 + ($1 - 0.975) * ($1 - 0.975) }
    let sd = (squares / 3).squareRoot()
    expectNear(rows["gainH"].ci95!.upper - 0.975, 3.1824 * sd / 2, 1e-3)
    // Fisher's z of two correlations: the mean of artanh 0.5 and artanh 0.9 is 1.0108, whose tanh is 0.7661.
    let two = Characterisation.combined([[row("noiseLag1", 0.5)], [row("noiseLag1", 0.9)]])
    expectNear(two["noiseLag1"].number, 0.7661, 1e-4)
  }

  @Test("the spread over people is stated from five people on, without the estimates' own error")
  func spread() {
    var random = SeededGenerator(seed: 61)
    // Gains of SD 0.12, each known to ±0.1 (SD 0.051).
    let people = (0..<400).map { _ in
      [row("gainH", 0.9 + 0.12 * random.normal() + 0.051 * random.normal())]
    }
    let spread = Characterisation.combined(people)["gainHSD"]
    // Standard error of an SD from 400: 3.5 %.
    #expect(spread.ci95!.contains(spread.number))
    expectNear(spread.number / 0.12, 1, 0.12)
    #expect(spread.key == "tracker.gainHSD")
    #expect(Characterisation.combined(Array(people.prefix(4))).map(\.name) == ["gainH"])
  }

  @Test("nobody's blink rate is zero: none counts as half of one")
  func zero() {
    let none = Characteristic(
      "blinkRate", Figure(value: 0, interval: ConfidenceInterval(0, 3.69)), count: 0, of: "blinks", windows: "all")
    let rows = Characterisation.combined([[none], [row("blinkRate", 2)]])
    expectNear(rows["blinkRate"].number, 1, 1e-3)
  }
}

struct PersonCharacterTests {
  private func rows(_ observations: [RecordedFrame.Observation]) -> [Characteristic] {
    var character = PersonCharacter(screen: SyntheticSession.nominal, cameraSigma: SIMD2(0.002, 0.002))
    for observation in observations { character.step(observation) }
    return character.finish()
  }

  @Test("the rows have the same names in the same order for every take")
  func names() {
    let plain = rows(TakeBuilder(seconds: 60).observations)
    let names = plain.map(\.name)
    #expect(Set(names).count == names.count && names.first == "rate" && names.contains("gainV"))
    #expect(rows([]).map(\.name) == names)
    var random = TakeBuilder(seconds: 30)
    random.target = { SIMD2(100 + 100 * ($0 / 2).rounded(.down).truncatingRemainder(dividingBy: 3), 300) }
    #expect(rows(random.observations).map(\.name) == names)
  }

  @Test("without targets noise is an upper bound, and rows that need targets say so")
  func withoutTargets() {
    let rows = rows(TakeBuilder(seconds: 60).observations)
    #expect(rows["noiseSD"].isUpperBound && rows["noiseSD"].value != nil)
    #expect(rows["noiseSD"].note?.contains("no targets") == true)
    for name in ["noiseTime", "whiteSD", "driftSD", "gainH", "biasYaw"] {
      #expect(
        rows[name].value == nil && rows[name].ci95 == nil && rows[name].note?.contains("targets") == true, "\(name)")
    }
  }

  @Test("a take of nonsense gives rows without invalid numbers")
  func hostile() {
    let nan = TransformMatrix.unknown
    var frames: [RecordedFrame.Observation] = []
    for i in 0..<2000 {
      let time = i < 500 ? .nan : i < 1000 ? 1e300 * Double(i % 2) : Double(i % 3)
      let frame = FaceFrame(
        time: time, isTracked: i % 5 > 0, face: i % 7 == 0 ? nan : .identity, leftEye: i % 11 == 0 ? nan : .identity,
        rightEye: .identity, blink: SIMD2(Float(i), .nan))
      frames.append(
        RecordedFrame.Observation(frame: frame, target: i % 2 == 0 ? SIMD2(.infinity, 0) : SIMD2(1e30, 1e30)))
    }
    for row in rows(frames) {
      #expect(row.value?.isFinite ?? true)
      #expect(row.ci95 == nil || row.value != nil)
    }
  }
}
