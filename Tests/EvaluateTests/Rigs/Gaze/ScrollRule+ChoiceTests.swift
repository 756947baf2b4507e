import GazePipeline
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct ScrollRuleChoiceTests {
  @Test("a rule that is in force already keeps its numbers; another one has its own defaults")
  func trigger() {
    var own = ScrollTrigger.Settings.standard
    own.edgeDwell = 0.5
    #expect(ScrollRule.edge.trigger(inPlaceOf: own) == own)
    #expect(ScrollRule.below.trigger(inPlaceOf: own) == .below)
    #expect(ScrollRule.confirm.trigger(inPlaceOf: own) == .confirm)
    #expect(ScrollRule.sign.trigger(inPlaceOf: own).rule == .sign)
    #expect(ScrollRule.edge.trigger(inPlaceOf: .below) == .standard)
  }

  @Test("people do what each trigger asks: nothing new, look further down, one sign, two signs")
  func constants() throws {
    #expect(ScrollTrigger.Settings.standard.constants.isEmpty)
    #expect(ScrollTrigger.Settings.below.constants == ["task.scrollGaze": 1.10])
    #expect(ScrollTrigger.Settings.confirm.constants == ["sign.made": 1])
    let signs = ScrollRule.sign.trigger(inPlaceOf: .standard)
    #expect(signs.constants == ["sign.made": 1, "sign.twoShapes": 1])
    var puffed = signs
    (puffed.sign, puffed.upSign) = (.cheekPuff, .nod)
    #expect(puffed.constants == ["sign.made": 1, "sign.twoShapes": 1, "sign.shape": 5, "sign.upShape": 6])
    var alone = ScrollTrigger.Settings.confirm
    alone.sign = .none
    #expect(alone.constants.isEmpty)
    var simulation = try Run.mini([.reading]).simulation
    for (key, value) in puffed.constants { try simulation.set(key, value) }
  }

  @Test("only signs of the face need its coefficients")
  func blendShapes() {
    #expect(ScrollTrigger.Settings.confirm.needsBlendShapes && !ScrollTrigger.Settings.below.needsBlendShapes)
    var nod = ScrollTrigger.Settings.confirm
    nod.sign = .nod
    #expect(!nod.needsBlendShapes)
  }
}
