import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct ReadersStudyTallyTests {
  private typealias Judged = ReadersStudy.Judged

  @Test("right lines are counted by confidence and trust, and errors by magnitude")
  func counts() {
    let judged = [
      Judged(isRight: true, wasRight: true, confidence: 1, isTrusted: true, plain: SIMD2(-3, 4), left: SIMD2(1, -2)),
      Judged(isRight: false, wasRight: true, confidence: 0.8, isTrusted: true),
      Judged(isRight: true, wasRight: false, confidence: 0.85), Judged(isRight: true, confidence: 0.79),
      Judged(confidence: 0),
    ]
    let tally = ReadersStudy.Tally(judged, start: .random, confidence: 0.8)
    #expect(tally.fixations == 5 && tally.right == 3 && tally.before == 2 && tally.share == 0.6)
    #expect(tally.sure == 3 && tally.sureRight == 2 && tally.trusted == 2 && tally.trustedRight == 1)
    #expect(tally.tenths == [1, 0, 0, 0, 0, 0, 0, 1, 2, 1] && tally.tenthsRight == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1])
    #expect(tally.plain == [SIMD2(3, 4)] && tally.left == [SIMD2(1, 2)] && tally.shareBefore == 0.4)
  }

  @Test("a take without a judged fixation has no share")
  func none() {
    let tally = ReadersStudy.Tally([], start: .first, confidence: 0.8)
    #expect(tally.share == nil && tally.shareBefore == nil && tally.fixations == 0)
  }
}
