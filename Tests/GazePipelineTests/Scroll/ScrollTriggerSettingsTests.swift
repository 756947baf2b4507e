import Foundation
import GazePipeline
import Testing

struct ScrollTriggerSettingsTests {
  @Test(
    "the rule below scrolls only from off the screen, whatever the edge zone is",
    arguments: [(0.99, ScrollDirection.none), (1.01, .down), (1.24, .down), (1.26, .none), (0.01, .none), (-0.01, .up)])
  func below(y: Double, direction: ScrollDirection) {
    for edge in [0, 0.25] {
      var settings = ScrollTrigger.Settings.below
      settings.edgeZone = edge
      var driver = SignDriver(settings)
      #expect(driver.run(y, nil, frames: 40).last == direction)
    }
  }

  @Test("the rules edge and below ignore the face")
  func ignoresFace() {
    for settings in [ScrollTrigger.Settings.standard, .below] {
      var (with, without) = (SignDriver(settings), ScrollTrigger(settings))
      for index in 0..<400 {
        let y = [0.5, 1.1, 1.1, 1.1, 0.97, 0.97, 0.97, 0.02][index / 8 % 8]
        let command = with.step(y, index % 3 == 0 ? nil : 0.9)
        #expect(command == without.step(pointer: SIMD2(200, y * 800), window: SignDriver.window, at: with.time))
        #expect(with.trigger.armed == .none && (command == .none || with.trigger.isActive))
      }
    }
  }
}

struct ScrollTriggerCodingTests {
  private func json(_ settings: ScrollTrigger.Settings) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(settings), as: UTF8.self)
  }

  private func settings(_ json: String) throws -> ScrollTrigger.Settings {
    try JSONDecoder().decode(ScrollTrigger.Settings.self, from: Data(json.utf8))
  }

  @Test("the rule edge keeps its old keys and bytes, and reads back")
  func edge() throws {
    let text = """
      {"blinkThreshold":0.5,"cooldown":1.5,"edgeDwell":0.9,"edgeZone":0.07,"holdLimit":0.6,"hysteresis":0.05,\
      "offScreenDwell":0.9,"offScreenZone":0.25,"release":0.2,"speed":400}
      """
    #expect(try json(.standard) == text)
    #expect(try settings(text) == .standard)
  }

  @Test("every other rule reads back, with a default where a key is absent")
  func rules() throws {
    var confirm = ScrollTrigger.Settings.confirm
    (confirm.sign, confirm.signOn, confirm.signOff, confirm.signHold, confirm.longestScroll) = (
      .cheekPuff, 0.3, 0.2, 0.5, 4
    )
    var sign = ScrollTrigger.Settings.signed(.smile, rule: .sign, upSign: .nod)
    sign.longestScroll = 3
    for each in [ScrollTrigger.Settings.below, .confirm, confirm, sign] {
      #expect(try settings(json(each)) == each)
    }
    #expect(try json(.below).contains(#""rule":"below","speed""#))
    let short = try json(.standard).dropLast() + #","rule":"confirm"}"#
    var expected = ScrollTrigger.Settings.standard
    expected.rule = .confirm
    #expect(try settings(String(short)) == expected)
  }

  @Test("an unknown rule or sign is refused", arguments: [#""rule":"gaze""#, #""sign":"wink""#, #""upSign":"""#])
  func unknown(key: String) throws {
    let text = try json(.standard).dropLast() + ",\(key)}"
    #expect(throws: DecodingError.self) { try settings(String(text)) }
  }
}
