import CalibrationSupport
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

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
