import Foundation
import TestSupport
import Testing

@testable import GazePipeline

struct FacialSignTests {
  @Test("names are those of files and commands")
  func names() {
    let names = ["brows", "pucker", "puff", "left", "right", "smile", "nod", "blink", "none"]
    #expect(FacialSign.allCases.map(\.name) == names)
  }

  @Test("the level is that of the sign's own shapes, angle or lids", arguments: FacialSign.allCases)
  func level(sign: FacialSign) {
    guard sign != .none else { return #expect(sign.level(in: FacialSign.brows.face(0.5)) == nil) }
    for value in [0.0, 0.125, 0.25, 0.5] {
      expectNear(sign.level(in: sign.face(value)), value, 1e-6)
      let others = FacialSign.allCases.filter { $0 != sign && $0 != .none }
      let all = others.reduce(sign.face(value)) { $1 == .nod && sign == .nod ? $0 : $1.adding(0.75, to: $0) }
      expectNear(sign.level(in: all), value, 1e-6)
    }
  }

  @Test("a level above rest begins a sign only above where it ends", arguments: FacialSign.allCases)
  func thresholds(sign: FacialSign) {
    #expect(sign == .none ? sign.onThreshold == 0 : 0 < sign.offThreshold && sign.offThreshold < sign.onThreshold)
  }

  @Test("a lost face, missing shapes and numbers that are not finite give no level", arguments: FacialSign.allCases)
  func missing(sign: FacialSign) {
    #expect(sign.level(in: nil) == nil && sign.level(in: sign.face(nil)) == nil)
    for bad in [Double.nan, .infinity, -.infinity, 1e30] where sign != .nod {
      #expect(sign.level(in: sign.face(bad)) == nil)
    }
    var face = ExactFace().frame(turned: .zero)
    face.blink.x = .nan
    face.face = .filled(.nan)
    #expect(sign.level(in: face) == nil)
  }

  @Test("a smile is both sides' mean, a long blink the less closed lid")
  func sides() {
    var face = FacialSign.smile.face(0)
    face.blendShapes?[23] = 0.5
    #expect(FacialSign.smile.level(in: face) == 0.25)
    face.blink = SIMD2(0.75, 0.25)
    #expect(FacialSign.longBlink.level(in: face) == 0.25)
  }
}
