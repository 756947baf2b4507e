import Testing

@testable import Evaluate

@Suite struct SentenceTests {
  @Test("a remark gets a capital and a full stop; a name at its start and a full stop at its end stay")
  func sentences() {
    for (remark, sentence) in [
      ("yaw drift is unobservable", "Yaw drift is unobservable."), ("aspect fill (a term)", "Aspect fill (a term)."),
      ("article2024 shows its own zero", "article2024 shows its own zero."),
      ("slip.points counts", "slip.points counts."), ("Slip counts.", "Slip counts."), ("so why?", "So why?"),
      ("180 degrees", "180 degrees."), ("so, it is", "So, it is."), ("a", "A."), ("", ""),
    ] {
      #expect(Sentence.text(remark) == sentence)
    }
  }
}
