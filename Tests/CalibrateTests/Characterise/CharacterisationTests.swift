import Foundation
import GazeMetrics
import TestSupport
import Testing

@testable import Calibrate

@Suite struct CharacterisationTests {
  private func row(_ name: String, _ value: Double?, half: Double = 0.1) -> Characteristic {
    Characteristic(
      name, unit: "1", value: value, ci95: value.flatMap { ConfidenceInterval($0 - half, $0 + half) }, count: 5,
      of: "looks",
      windows: "all")
  }

  @Test("a single person's rows are unchanged")
  func one() {
    let rows = [row("gainH", 0.9), row("noiseSD", nil)]
    #expect(Characterisation.combined([rows]) == rows)
    #expect(Characterisation.combined([]).isEmpty)
  }

  @Test("gains are averaged directly, scales as logarithms, and people without a value are not counted")
  func several() throws {
    let values = [0.8, 1.0, 1.2, 0.9]
    let people = values.map { [row("gainH", $0), row("noiseSD", $0 == 0.9 ? nil : $0)] }
    let rows = Characterisation.combined(people)
    #expect(abs(rows["gainH"].number - 0.975) < 1e-12 && rows["gainH"].count == 4 && rows["gainH"].of == "people")
    #expect(abs(rows["noiseSD"].number - pow(0.96, 1 / 3.0)) < 1e-12 && rows["noiseSD"].count == 3)
    // Student's t over four people: 3.182 · sd/√4.
    let squares: Double = values.reduce(0) { $0 + ($1 - 0.975) * ($1 - 0.975) }
    let sd = (squares / 3).squareRoot()
    #expect(abs(rows["gainH"].ci95!.upper - 0.975 - 3.1824 * sd / 2) < 1e-3)
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
    #expect(abs(spread.number / 0.12 - 1) < 0.12 && spread.ci95!.contains(spread.number))
    #expect(spread.key == "tracker.gainHSD")
    #expect(Characterisation.combined(Array(people.prefix(4))).map(\.name) == ["gainH"])
  }

  @Test("nobody's blink rate is zero: no blink counts as half a blink in the observed time")
  func zero() {
    let none = Characteristic(
      "blinkRate", unit: "1/min", value: 0, ci95: ConfidenceInterval(0, 3.69), count: 0, of: "blinks", windows: "all")
    let rows = Characterisation.combined([[none], [row("blinkRate", 2)]])
    #expect(abs(rows["blinkRate"].number - 1) < 1e-3)
  }

  @Test("no interval over people contains an impossible value: a negative share or rate, a correlation beyond 1")
  func possible() throws {
    let people = [0.0, 0, 0.01, 0.9].map { share in
      [
        row("lostShare", share), row("dropoutRate", share), row("noiseLag1", 0.95 - share / 2),
        row("outwardSD", share + 0.1),
      ]
    }
    let rows = Characterisation.combined(people)
    for row in rows {
      let interval = try #require(row.ci95)
      #expect(interval.lower >= 0 && interval.contains(row.number), "\(row)")
    }
    #expect(try #require(rows["lostShare"].ci95).upper <= 1)
    #expect(try #require(rows["noiseLag1"].ci95).upper <= 1)
    // Fisher's z of two correlations: the mean of artanh 0.5 and artanh 0.9 is 1.0108, whose tanh is 0.7661.
    let two = Characterisation.combined([[row("noiseLag1", 0.5)], [row("noiseLag1", 0.9)]])
    #expect(abs(two["noiseLag1"].number - 0.7661) < 1e-4)
  }
}
