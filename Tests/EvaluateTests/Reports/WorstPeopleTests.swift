import Documents
import Foundation
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct WorstPeopleTests {
  @Test("at most three people are named, never all, and equal ones in their order")
  func words() {
    func words(_ errors: [Double]) -> String? {
      WorstPeople.words(errors.enumerated().map { ($0, $1) }) { "\(Int($0))" }
    }
    #expect(words([1, 9, 5, 7, 9]) == "participants 1 (9), 4 (9) and 3 (7)")
    #expect(words([1, 2]) == "participant 1 (2)" && words([3, 1, 2]) == "participants 0 (3) and 2 (2)")
    #expect(words([1]) == nil && words([]) == nil)
  }

  @Test("terminal, Markdown, page and the CSV of people have the numbers of the JSON")
  func formats() async throws {
    let run = try Run.mini(preset: .ideal, participants: 5, duration: 6)
    let report = try await run.evaluation()
    let worst = try #require(report.peopleErrors.max { $0.error < $1.error })
    #expect(report.people.contains { $0.participant == worst.participant && $0.errorPointsMedian == worst.error })
    let name = "participants \(worst.participant) ("
    #expect(GazeRig.words(report).worst.hasPrefix(name))
    for text in [report.markdown, report.html] { #expect(text.contains(name)) }
    let rows = report.peopleCSV.components(separatedBy: "\r\n")
    #expect(rows.count == 7 && Set(rows.dropLast().map { $0.count { $0 == "," } }) == [18])
    #expect(rows.contains { $0.hasPrefix("\(worst.participant),") && $0.contains(",\(worst.error),") })
  }

  @Test("a CSV whose name ends in the word people has a row per person")
  func paths() {
    #expect(ReportFormat.namesPeople("people.csv") && ReportFormat.namesPeople("a/take-People.csv"))
    #expect(!ReportFormat.namesPeople("peoples.csv") && !ReportFormat.namesPeople("report.csv"))
  }
}
