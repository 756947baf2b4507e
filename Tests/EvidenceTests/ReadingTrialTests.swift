import GazeRecording
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

struct ReadingTrialTests {
  private let passages = [
    "A": ReadingPassage(left: 0, firstLine: 50, pitch: 60, character: 10, lines: ["one two", "three"])
  ]
  private let names = "trial,age_group,passage,index,start_ms,end_ms,x_px,y_px,line\n"

  private func read(_ text: String) throws -> [ReadingTrial] {
    let scratch = try ScratchFolder()
    return try ReadingTrial.read(try scratch.write(text, to: "fixations.csv"), passages: passages)
  }

  @Test("rows become trials, in seconds and pixels")
  func rows() throws {
    let trials = try read(
      names + "t1,adult,A,0,100,300,20,52,1\nt1,adult,A,1,330,500,40,49.5,0\nt2,child,A,0,0,200,20,110,2\n")
    #expect(trials.map(\.name) == ["t1", "t2"] && trials.map(\.group) == ["adult", "child"])
    #expect(
      trials[0].fixations == [
        .init(start: 0.1, end: 0.3, place: SIMD2(20, 52), line: 1),
        .init(start: 0.33, end: 0.5, place: SIMD2(40, 49.5), line: 0),
      ])
  }
  @Test(
    "a row that cannot be true is refused with its line and column",
    arguments: [
      ("t,g,B,0,0,1,2,3,1\n", ":2: field \"passage\": is `B`"), ("t,g,A,0,0,1,2,3,3\n", "whole number from 0 to 2"),
      ("t,g,A,0,5,4,2,3,1\n", "field \"end_ms\""), ("t,g,A,0,0,1,nan,3,1\n", "field \"x_px\""),
      ("t,g,A,0,0,1,2,3\n", "expected 9 fields"),
      ("t,g,A,0,0,9,2,3,1\nt,g,A,1,5,12,2,3,1\n", ":3: field \"start_ms\": is before"),
    ])
  func refusals(_ rows: String, _ words: String) throws {
    let error = try #require(throws: FileError.self) { try read(names + rows) }
    #expect("\(error)".contains(words) && "\(error)".contains("fixations.csv"), "\(error)")
  }
}
