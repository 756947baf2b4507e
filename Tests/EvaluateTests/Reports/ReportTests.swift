import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct ReportTests {
  private let subject: ReportSubject

  init() throws { subject = .mini(try .mini(), "p", "s", .recorded) }

  private func person(_ number: Int, error: Double, isFailing: Bool = false) -> PersonResult {
    var person = PersonResult(participant: number)
    (person.frames, person.expectedFrames, person.validFrames, person.seconds) = (100, 100, 90, 2)
    person.isFailing = isFailing
    for _ in 0..<10 {
      person.errorPoints.add(error)
      person.errorDegrees.add(error / 50)
    }
    return person
  }

  private func evaluation(
    _ people: [PersonResult], limits: [AccuracyGate] = [], of population: Population = .simulated
  ) throws -> Report<GazeRig> {
    var subject = subject
    subject.population = population
    let people = Cohort<GazeRig>(people.compactMap { PersonMeasurement([(.targets, $0)]) }, of: subject.population)
    let report = Report<GazeRig>(subject, people)
    guard !limits.isEmpty else { return report }
    var judging = try Judging<PersonResult>(limits, .once(people.count, of: subject.population))
    judging.analyse(people)
    return report.judged(by: judging, people)
  }

  @Test(
    "over fewer than 44 recorded people there is no interval and no verdict, and the report says how many are missing")
  func recorded() throws {
    let everybody = (0..<44).map { person($0, error: 10 + Double($0 % 5)) }
    let gate = AccuracyGate.most(medianError, 1000)
    let few = try evaluation(Array(everybody.dropLast()), limits: [gate], of: .recorded)
    let enough = try evaluation(everybody, limits: [gate], of: .recorded)
    #expect(few.verdict == .inconclusive && few.peopleNeeded[gate.metric] == 44)
    #expect(few.gates[0].shortfall?.description == "pointer.errorPoints.median needs 44 people but has 43")
    #expect(
      few.figure(medianError)?.ci95 == nil && few.pointer.targetSizes.allSatisfy { $0.ci95 == nil })
    #expect(enough.verdict == .pass)
    expectNear(try #require(enough.gates[0].decision).level, 0.975, 1e-12)
    #expect(enough.analyses?.population == .recorded && enough.analyses?.method.contains("needs 44 people") == true)
  }

  @Test("false scrolls by person: 0, 1, 2, … 10 a minute, without the people whom tracking fails")
  func falseByPerson() throws {
    let people = (0...11).map { number in
      var person = person(number, error: 10, isFailing: number == 11)
      person.scroll.secondsWithoutIntent = 60
      person.scroll.falseWithoutIntent = number
      return person
    }
    let byPerson = try #require(try evaluation(people).scroll.falseByPerson)
    #expect(byPerson.people == 11)
    #expect(byPerson.median == 5)
    #expect(byPerson.p90 == 9)
    #expect(byPerson.max == 10)
  }

  @Test("people whom tracking fails are left out of all figures except their own")
  func failing() throws {
    let fine = (0..<9).map { person($0, error: 10 + Double($0)) }
    let failing = [person(9, error: 1000, isFailing: true), person(10, error: 2000, isFailing: true)]
    let with = try evaluation(fine + failing)
    expectNear(with.value("pointer.errorPoints.mean"), 14, 1e-9)
    #expect(with.failing.participants == 2)
    expectNear(with.failing.errorDegreesMedian, 30, 0.03)
    // The numbers of people, frames and seconds include people for whom tracking fails.
    #expect(with.participants == 11 && with.frames == 1100 && with.seconds == 22)
  }

  @Test("the verdict is that of all gates, and nil without gates")
  func verdict() throws {
    let people = (0..<8).map { person($0, error: 10 + Double($0)) }
    func gate(_ limit: Double) -> AccuracyGate {
      AccuracyGate.most("pointer.errorPoints.mean", limit)
    }
    #expect(try evaluation(people).verdict == nil)
    #expect(try evaluation(people, limits: [gate(100)]).verdict == .pass)
    #expect(try evaluation(people, limits: [gate(100), gate(13.5)]).verdict == .inconclusive)
    let failed = try evaluation(people, limits: [gate(100), gate(13.5), gate(1)])
    #expect(failed.verdict == .fail)
    #expect(failed.gates.map(\.verdict) == [.pass, .inconclusive, .fail])
    #expect(failed.gates.map(\.limit) == [100, 13.5, 1])
    // A gate whose figure could not be computed does not pass.
    #expect(try evaluation(people, limits: [.most("pointer.latencyMilliseconds", 1e6)]).verdict == .inconclusive)
  }

  @Test("an empty group of people gives no figures and no crash")
  func nobody() throws {
    let evaluation = try evaluation([])
    #expect(evaluation.participants == 0)
    #expect(evaluation.value("pointer.errorPoints.mean") == nil)
    #expect(evaluation.value("pointer.dataLoss") == nil)
    _ = try jsonObject(evaluation)
  }
}
