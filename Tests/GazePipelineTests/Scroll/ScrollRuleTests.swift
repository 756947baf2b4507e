import GazePipeline
import Testing

@Suite("Scroll rules")
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

  @Test("the instruction of a rule names its signs and, for below, the distance")
  func words() {
    #expect(ScrollTrigger.Settings.below.instruction == ScrollRule.belowInstruction)
    #expect(ScrollRule.belowInstruction.contains("12 mm below the screen's edge"))
    #expect(ScrollTrigger.Settings.confirm.instruction.contains("at its top to go back, and raise your eyebrows"))
    #expect(ScrollRule.sign.instruction(sign: .smile).contains("smile for as long"))
    #expect(ScrollRule.sign.instruction(upSign: .nod).contains("To go back, lower your head"))
  }
}
