import Foundation
import GazeMetrics
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct PeopleFiguresTests {
  @Test("mean, standard deviation and percentiles of known values, intervals if there are enough people")
  func values() throws {
    let hundred = PeopleFigures((0...100).map(Double.init))
    #expect(hundred.people == 101 && hundred.mean == 50)
    #expect(hundred.percentiles == [5, 25, 50, 75, 95])
    let sd = (101.0 * 102 / 12).squareRoot()
    #expect(abs(try #require(hundred.sd) - sd) < 1e-9)
    #expect(hundred.meanCI95?.contains(50) == true && hundred.sdCI95 == nil)
    let more = PeopleFigures((0..<400).map { Double($0 % 7) })
    #expect(more.sdCI95?.contains(try #require(more.sd)) == true)
    #expect(PeopleFigures([3, 5]).percentiles == [3.1, 3.5, 4, 4.5, 4.9])
  }

  @Test("without people, figures are null and not 0, also in JSON")
  func nobody() throws {
    let none = PeopleFigures([])
    #expect(none.mean == nil && none.sd == nil && none.percentiles.isEmpty && none.people == 0)
    let json = String(decoding: try JSONEncoder().encode(none), as: UTF8.self)
    #expect(json.contains("\"mean\":null") && json.contains("\"sdCI95\":null"))
    #expect(try JSONDecoder().decode(PeopleFigures.self, from: Data(json.utf8)) == none)
    #expect(PeopleFigures([2]).mean == 2 && PeopleFigures([2]).sd == nil)
  }
}
