import GazePipeline
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct PopulationFitTests {
  @Test("constants that made a population's error are found again from its mean and spread")
  func recovery() async throws {
    // 80 people, the same ones in truth and fit; vertical kappa is on, so that a mean bias can add to it or cancel it.
    let truth = try PopulationStudy.mini(
      participants: 80, seed: 53, setting: ["tracker.biasUp": 0.8, "tracker.biasSD": 1.1])
    let made = try await truth.report(jobs: 2).error
    var study = try PopulationStudy.mini(
      participants: 80, seed: 53, setting: ["tracker.biasUp": 0.2, "tracker.biasSD": 1.8])
    (study.goal.mean, study.goal.sd) = (try #require(made.mean), try #require(made.sd))
    let fit = try PopulationFit(study)
    let derivation = try await fit.derivation(jobs: 2)
    let result = try #require(derivation.steps.last)
    #expect(derivation.isSettled && derivation.steps.count <= 6)
    #expect(abs(result.biasUp - 0.8) < 0.03 && abs(result.biasSD - 1.1) < 0.03, "\(result)")
    #expect(result.cost < 1e-3 && result.cost < derivation.steps[0].cost / 100)
    // What the derivation ends with is what a study of it says.
    let again = try await fit.study(with: result).report(jobs: 1).error
    #expect(abs(try #require(again.mean) - result.mean) < 1e-9)
    #expect(abs(try #require(again.sd) - result.sd) < 1e-9)
    #expect(try await fit.derivation(jobs: 1) == derivation)
  }

  @Test("a forecast is exact where it was evaluated and to 3 % half a degree away")
  func forecast() async throws {
    let study = try PopulationStudy.mini(participants: 40, seed: 54)
    let derivation = try await PopulationFit(study).derivation(jobs: 2)
    for step in derivation.steps.dropFirst() {
      #expect(abs(try #require(step.forecastMean) / step.mean - 1) < 0.03, "\(step)")
      #expect(abs(try #require(step.forecastSD) / step.sd - 1) < 0.05, "\(step)")
    }
    #expect(derivation.steps[0].forecastMean == nil && derivation.steps.count > 1)
  }

  @Test("looks shifted by hand have the moments that they should have")
  func moments() throws {
    func person(_ offset: SIMD2<Double>) -> PopulationLooks.Person {
      PopulationLooks.Person(
        error: offset.length + 0.5, offsets: [offset, offset], byUp: SIMD2(0, 1), bySD: SIMD2(1, 0))
    }
    let looks = PopulationLooks(place: SIMD2(1, 1), people: [person(SIMD2(0, 1)), person(SIMD2(0, 3))])
    let here = try #require(looks.moments(at: SIMD2(1, 1)))
    #expect(abs(here.mean - 2.5) < 1e-12 && abs(here.sd - 2.0.squareRoot()) < 1e-12)
    let up = try #require(looks.moments(at: SIMD2(2, 1)))
    #expect(abs(up.mean - 3.5) < 1e-12)
    let aside = try #require(looks.moments(at: SIMD2(1, 5)))
    #expect(abs(aside.mean - (0.5 + (17.0.squareRoot() + 5) / 2)) < 1e-12)
    #expect(PopulationLooks(place: .zero, people: [person(.zero)]).moments(at: .zero) == nil)
  }

  @Test("a population nobody of which has a settled look is an error")
  func nobody() async throws {
    var study = try PopulationStudy.mini(participants: 3)
    study.simulation.duration = 0.5
    let fit = try PopulationFit(study)
    await #expect(throws: SimulationError.self) { try await fit.derivation(jobs: 1) }
  }
}
