import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct GazeFindingsTests {
  @Test("an open loop has every figure except those that need a page moved by the pipeline")
  func open() async throws {
    let run = try Run.mini(GazeRig.facts.scenarios, participants: 9, duration: 40)
    let e = try await run.evaluation()
    let (p, s) = (e.pointer, e.scroll)
    #expect(p.targetSizes.map(\.points) == TargetSizes.shown)
    let rates = p.targetSizes.compactMap(\.hitRate)
    #expect(rates.count == 9 && rates == rates.sorted() && p.targetSizes.allSatisfy { $0.ci95 != nil })
    #expect(e.value("pointer.sizeFor95Points") ?? 0 > 120 && e.figure("pointer.sizeFor95Points")?.ci95 == nil)
    #expect(e.peopleNeeded["pointer.sizeFor95Points"] == PeopleEstimate.fewestPeopleForSize)
    #expect(p.cells.count == 15 && p.cells.map(\.row).max() == 4)
    #expect(!p.byDistance.isEmpty && !p.byRecline.isEmpty && p.byEccentricity.first?.from == 0)
    #expect(
      p.byPreset.map(\.name) == ["typical"]
        && p.byFlag.map(\.people).reduce(0, +) == e.participants - e.failing.participants)
    // Filtering removes jitter, and adds delay.
    func value(_ name: String) throws -> Double { try #require(e.value("pointer." + name)) }
    #expect(try value("raw.precisionRMSS2SDegrees") > value("precisionRMSS2SDegrees"))
    #expect(try value("raw.latencyMilliseconds") < value("latencyMilliseconds"))
    #expect(p.tiers.map(\.people) == [0.25, 0.5, 0.75, 0.95])
    let medians = p.tiers.compactMap(\.error.p50)
    #expect(medians.count == 4 && medians == medians.sorted())
    #expect(s.toleranceCurve.map(\.lateSeconds) == ToleranceCurve.lates && s.toleranceCurve[3].f1 == s.f1)
    #expect(s.byHiddenShare.count == 5 && e.value("scroll.midasPerMinute") != nil)
    let counts = s.confusion.values.flatMap(\.values).reduce(0, +)
    #expect(s.confusion.count == 3 && counts > s.truth && e.value("scroll.kappa") != nil)
    #expect(
      e.value("scroll.unreadLinesLost") == nil && e.value("scroll.timeOverTouch") == nil
        && e.intervals["scroll.unreadLinesLost"] == nil)
    #expect(e.people.map(\.participant) == Array(0..<9))
    #expect(e.people.allSatisfy { $0.distanceMetres ?? 0 > 0.15 && $0.reclineDegrees != nil })
    #expect(e.people.map(\.truePositives).reduce(0, +) >= s.truePositives)
  }

  @Test("the map has the samples at rest; a cell with few of them, or with less than half of the people, is sparse")
  func cells() async throws {
    let e = try await Run.mini(seed: 1, participants: 20, duration: 60).evaluation()
    #expect(e.pointer.cells.map(\.samples).reduce(0, +) == e.pointer.samples.settled)
    for cell in e.pointer.cells {
      #expect(cell.isSparse == (cell.samples < 100 || 2 * cell.people < e.participants - e.failing.participants))
      #expect(cell.isSparse || cell.ci95 != nil)
    }
    #expect(e.pointer.cells.count { !$0.isSparse } >= 12)
  }

  @Test("a closed loop has the figures that a person feels, the same on any number of cores")
  func closed() async throws {
    var run = try Run.mini([.reading], participants: 4, duration: 60)
    run.loop = .closed
    let e = try await run.evaluation()
    #expect(
      e.value("scroll.unreadLinesLost") != nil && e.value("scroll.pageCompletion").map { $0 > 0 && $0 <= 1 } == true)
    #expect(try #require(e.value("scroll.timeOverTouch")) > 0.9)
    #expect(try jsonText(e) == jsonText(await run.evaluation(jobs: 1)))
  }

  @Test("every metric's name is its path in the JSON")
  func names() async throws {
    var run = try Run.mini(GazeRig.facts.scenarios, participants: 9, duration: 40)
    run.loop = .closed
    let e = try await run.evaluation()
    let figures = e.figures
    for figure in figures { #expect(figure.value != nil, "\(figure.metric)") }
    // A closed loop has all metrics.
    let missing = Set(GazeMetric.all.map(\.name)).subtracting(figures.map(\.metric))
    #expect(missing.isEmpty, "\(missing)")
  }
}
