import Testing

@testable import GazePipeline

struct ScrollRuleTests {
  @Test("every rule has a name, an instruction in sentences, and a place to look at")
  func instructions() {
    #expect(ScrollRule.allCases.map(\.rawValue) == ["edge", "below", "confirm", "sign"])
    for rule in ScrollRule.allCases {
      for sign in FacialSign.allCases {
        let text = rule.instruction(sign: sign)
        #expect(text.hasPrefix("To scroll, ") && text.hasSuffix(".") && !text.contains("  "), "\(text)")
      }
      #expect((1...1.2).contains(rule.gazePlace))
    }
    #expect(ScrollRule.below.gazePlace == 1.10 && ScrollRule.edge.gazePlace == 1.02)
  }
}
