import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct RecordedFrameTests {
  private func schema() throws -> [String: Any] {
    let data = try Data(contentsOf: packageRoot.appending(path: "schemas/recording.schema.json"))
    let whole = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let parts = try #require(whole?["$defs"] as? [String: Any])
    return try #require(parts["frame"] as? [String: Any])
  }

  @Test("the schema has every field of the list, with its names, and no other field")
  func listed() throws {
    let frame = try schema()
    let properties = try #require(frame["properties"] as? [String: [String: Any]])
    let truth = try #require(properties["truth"]?["properties"] as? [String: [String: Any]])
    var known = properties.filter { $0.key != "truth" }
    for (key, value) in truth { known["truth.\(key)"] = value }
    #expect(Set(known.keys) == Set(["t", "participant"] + RecordedFrame.fields.map(\.key)))
    for field in RecordedFrame.fields {
      guard case .name(_, let spoken) = field.kind else { continue }
      let names = try #require(known[field.key]?["enum"] as? [Any]).compactMap { $0 as? String }
      #expect(names == spoken, "\(field.key)")
    }
    let required = RecordedFrame.fields.filter { $0.rules.contains(.requiredWhileTracked) }.map(\.key)
    #expect((frame["else"] as? [String: [String]])?["required"] == required)
  }

  @Test(
    "a .npy's row: 306 bytes, app 81, truth 25, coefficients 208, numbered intents")
  func row() {
    let layout = FieldLayout(RecordedFrame.self)
    #expect(layout.size == 306 + 81 + 25 + 208)
    #expect(layout.arrayFields([]).count == 11 && layout.arrayFields(.all).count == 22)
    var frame = RecordedFrame(time: 0.5, participant: 3)
    frame.observation.intent = .down
    frame.truth = RecordedFrame.Truth(gaze: nil, state: .away, page: 7)
    let bytes = layout.withRow(of: frame) { Array(UnsafeRawBufferPointer(start: $0, count: layout.size)) }
    #expect(bytes[8] == 3 && bytes[305] == 2 && bytes[306 + 81 + 16] == 6)
    #expect(layout.withRow(of: frame) { layout.columns($0, beside: []) } == .truth)
  }

  @Test("a frame without fields is tracked, with open lids, and nothing else is known")
  func blank() {
    let frame = RecordedFrame(time: 1, participant: 2)
    let layout = FieldLayout(RecordedFrame.self)
    let written = layout.withRow(of: frame) { Array(UnsafeRawBufferPointer(start: $0, count: layout.size)) }
    #expect(written.dropFirst(12) == layout.absent.dropFirst(12))
    #expect(!frame.hasTruth && frame.observation.frame.isTracked && frame.observation.frame.blink == .zero)
  }

  @Test("an audit counts the app's state, and reports nothing if no frame has one")
  func audit() {
    var audit = FrameAudit()
    audit.step(plainFrame().observation)
    #expect(audit.finish().app == nil)
    let (place, dot) = (SIMD2(1.0, 2), SIMD2(3.0, 4))
    let states: [RecordedFrame.AppState] = [
      .init(pointer: place), .init(scroll: .up), .init(tap: place), .init(dot: dot), .init(page: 5),
      .init(scroll: ScrollDirection.none), .init(pointer: place, scroll: .down, tap: place, dot: dot, page: 0),
      .init(dot: SIMD2(9, 9)),
    ]
    for state in states { audit.step(plainFrame(app: state).observation) }
    let app = audit.finish().app
    #expect(app?.pointerFrames == 2 && app?.scrollFrames == 3 && app?.scrolls == 2 && app?.taps == 2)
    #expect(app?.dotFrames == 3 && app?.dots == 3 && app?.pageFrames == 2)
  }
}
