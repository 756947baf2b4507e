import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

struct ProtocolStudyTests {
  private func study(
    _ preset: GazePreset, participants: Int = 6, grid: Int = 4, setting constants: [String: Double] = [:]
  ) throws -> ProtocolStudy {
    var study = ProtocolStudy(
      [try .mini(preset: preset, seed: 61, participants: participants, setting: constants)], try .mini())
    study.gridSide = grid
    return study
  }

  /// Constants for fixations exactly on the dot.
  private let exact = [
    "behaviour.fixationBias": 0, "behaviour.landingGain": 1, "behaviour.landingSD": 0, "behaviour.fixationDrift": 0.0,
  ]

  @Test("without tracker error, and with fixations exactly on the dot, every number is nearly 0, also with kappa")
  func ideal() async throws {
    let kappa = ["people.kappaUp": 2, "people.kappaUpSD": 1, "people.kappaNasal": 5.2]
    for constants in [exact, exact.merging(kappa) { $1 }] {
      let (rows, uncalibrated) = try await study(.ideal, setting: constants).findings(twoJobs)
      for row in rows {
        // The fit has one offset for both eyes' kappas, which leaves a hundredth of a degree.
        #expect(try #require(row.accuracy.mean.value) < 0.03, "\(row)")
      }
      #expect(uncalibrated == [0])
    }
  }

  @Test("a wrong scale of distance has no effect at the calibrated position, but shows after the observer has moved")
  func moved() async throws {
    let constants = exact.merging(["tracker.distanceScaleSD": 0.1]) { $1 }
    let rows = try await study(.ideal, setting: constants).findings(twoJobs).rows
    let errors = try rows.map { try #require($0.accuracy.mean.value) }
    #expect(errors[0] < errors[1] + 0.1)
    for (row, error) in zip(rows, errors).dropFirst(3).prefix(4) {
      // A distance error of 10 % turns a shift of 50 mm at 37 cm into an error with an SD of 0.8°; its mean absolute
      // value is 0.8 of the SD.
      #expect((0.2...1.5).contains(error - errors[1]), "\(row)")
    }
  }

  @Test("the three numbers and the six directions; the grid is another take than the calibration's points")
  func rows() async throws {
    let rows = try await study(.typical, participants: 8, grid: 3).findings(twoJobs).rows
    #expect(
      rows.map(\.name) == [
        "calibration points", "grid", "observer moved", "right", "left", "up", "down", "nearer", "further",
      ])
    let means = try rows.map { try #require($0.accuracy.mean.value) }
    #expect(rows[0].accuracy != rows[1].accuracy)
    expectNear(means[2], means[3...].reduce(0, +) / 6, 1e-9)
    for (row, mean) in zip(rows, means) {
      #expect(mean < 1.02 * (try #require(row.sampleError.mean.value)) && (0.2...8).contains(mean), "\(row)")
      #expect(row.accuracy.people + row.failing.people == 8)
    }
  }

  @Test("an observer beyond the constants' range is an error")
  func tooFar() async throws {
    var study = try study(.ideal, participants: 1, grid: 2)
    study.shift = 0.4
    await #expect(throws: SimulationError.self) { try await study.findings(StudyRunner(jobs: 1)) }
  }
}
