import Foundation
import TestSupport
import Testing

@testable import GazePipeline
@testable import GazeSimulation

/// The pipeline knows readers by numbers of its own, and not by the simulator's constants.
struct ReadingHabitsTests {
  /// A quantity that both recentring and the simulator assume.
  private struct Quantity {
    var name: String
    var recentring: Double, simulator: Double
    var isEqual: Bool { abs(recentring - simulator) <= 0.05 * abs(simulator) }
  }

  private var quantities: [Quantity] {
    let (reader, offset, settings) = (ReadingModel(), OffsetModel(), Recentring.Settings())
    let simulator = SimulationParameters()
    let (task, eyes, tracker) = (simulator.task, simulator.eyes, simulator.tracker)
    // Points of a radian at 35 cm on the 12 mini; body text of 17 pt has lines of 22 pt and characters of 9.1 pt.
    let radian = 0.35 * mini.geometry.points.x / mini.geometry.metres.x
    let saccade = task.step * 9.1
    // A return sweep over the width of the text, 335 pt, falls short by a share and scatters.
    let width = 335 / radian
    let degree = Double.pi / 180
    let landing = (eyes.sweepShare * width - eyes.sweepShare * degree) * radian / saccade
    let landingSpread = (eyes.sweepSD + eyes.sweepSDShare * width) * radian / saccade
    let bias = tracker.biasSD * tracker.biasSD + tracker.sessionBiasSD * tracker.sessionBiasSD
    return [
      Quantity(name: "scatter about a line", recentring: reader.scatter, simulator: eyes.fixationBias * radian),
      Quantity(name: "scatter about a place", recentring: fixationScatter, simulator: eyes.fixationBias * radian),
      Quantity(name: "saccade in line heights", recentring: reader.step, simulator: saccade / 22),
      Quantity(name: "spread of saccades", recentring: reader.stepSpread, simulator: task.stepSD / task.step),
      Quantity(name: "regressions", recentring: reader.backwards, simulator: task.regressions),
      Quantity(name: "landing of a sweep", recentring: reader.landing, simulator: landing),
      Quantity(name: "spread of the landing", recentring: reader.landingSpread, simulator: landingSpread),
      Quantity(name: "stops", recentring: reader.stops, simulator: task.lookAway / 100),
      Quantity(
        name: "constant offset", recentring: offset.spread,
        simulator: (bias + tracker.faceRotationBiasSD * tracker.faceRotationBiasSD).squareRoot() * radian),
      Quantity(name: "drift", recentring: offset.drift, simulator: tracker.driftSD * radian),
      Quantity(name: "time of the drift", recentring: offset.time, simulator: tracker.driftTime),
      Quantity(name: "spread of taps", recentring: settings.tapSpread, simulator: task.tapSpread),
      Quantity(name: "taps below the aim", recentring: settings.tapBelow, simulator: task.tapBelow),
    ]
  }

  @Test("reading's constants differ from the simulator's, but three that are listed")
  func independence() {
    // Within 5 %. None of them describes how people read: they size the tracker's drift, a fixation and a finger, which
    // no one has published, so both sides assume a round number of the same order.
    let equal = quantities.filter(\.isEqual).map(\.name)
    #expect(equal == ["scatter about a place", "time of the drift", "spread of taps"])
  }

  @Test("recentring's numbers name their source, and none reads a profile")
  func sources() throws {
    let folder = packageRoot.appending(path: "Sources/GazePipeline/Recentring")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    #expect(names.count >= 8)
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(!text.contains(/\bimport\b|Codable|Decoder|SimulationParameters|Profile/), "\(name)")
    }
    for (name, model) in [("ReadingModel", "struct ReadingModel"), ("DriftingOffset", "struct OffsetModel")] {
      let file = try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
      let text = try file[#require(file.range(of: model)).lowerBound...]
      let numbers = text.matches(of: /((?:  \/\/\/[^\n]*\n)+)  (?:public var|static let) \w+ = -?[0-9]/)
      #expect(numbers.count >= 4)
      for number in numbers { #expect(number.1.contains(/Assumed|Published|Derived/), "\(number.0)") }
    }
  }
}
