import Foundation
import GazePipeline
import Testing

/// Settings of a trigger as JSON.
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
