import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@Suite struct DragStrokesTests {
  private func header(_ constants: [String: Double] = ["width": 375, "height": 812, "fieldOfViewDegrees": 60])
    -> RecordingHeader
  {
    var header = RecordingHeader(
      device: "iphone12mini", rate: 60, scenario: "recorded", participants: 2, source: .recorded)
    header.rig = "drag"
    header.constants = constants
    return header
  }

  private func sample(_ time: Double, _ phase: DragPhase?, participant: Int = 0) -> RecordedDrag {
    RecordedDrag(
      participant: participant,
      observation: .init(time: time, phase: phase, location: phase == nil ? nil : SIMD2(100 + time, 200)))
  }

  private func fault(_ phases: [DragPhase?]) -> SampleError? {
    var strokes = DragStrokes()
    do throws(SampleError) {
      for (index, phase) in phases.enumerated() { try strokes.check(sample(Double(index), phase)) }
      try strokes.finish()
      return nil
    } catch {
      return error
    }
  }

  @Test("whole strokes pass, with frames between their touches, cancelled ones too")
  func whole() {
    #expect(fault([nil, .began, .moved, nil, .moved, .ended, nil, .began, .cancelled, .began, .ended]) == nil)
    #expect(fault([]) == nil)
  }

  @Test("a stroke that begins twice, has not begun or never ends is refused with fault, time and advice")
  func refused() throws {
    let twice = try #require(fault([.began, .moved, .began]))
    #expect(twice.field == "phase" && twice.message.contains("begins at 2.0 s while the one from 0.0 s has no end"))
    #expect(try #require(fault([.moved])).message.contains("has not begun"))
    #expect(try #require(fault([.began, .ended, .ended])).message.contains("ends at 2.0 s although it has not begun"))
    let endless = try #require(fault([nil, .began, .moved]))
    #expect(endless.message.contains("began at 1.0 s has no end") && endless.message.contains("\"ended\""))
  }

  @Test("participants do not mix")
  func participants() throws {
    var strokes = DragStrokes()
    try strokes.check(sample(0, .began))
    try strokes.check(sample(0.5, .began, participant: 1))
    try strokes.check(sample(1, .ended, participant: 1))
    #expect(throws: SampleError.self) { try strokes.finish() }
  }

  @Test(
    "with order requested, the error names file and line; without it, reading continues",
    arguments: RecordingFormat.allCases)
  func reading(format: RecordingFormat) throws {
    let scratch = try ScratchFolder()
    let path = scratch("drag.\(format.rawValue)")
    var writer = try SampleWriter<RecordedDrag>(path: path, force: true, header: header(), format: format)
    for (index, phase) in [DragPhase.began, .moved, .began, .ended].enumerated() {
      try writer.write(sample(Double(index), phase))
    }
    try writer.close()
    var plain = try SampleReader<RecordedDrag>(path: path)
    var count = 0
    try plain.forEach { _ in count += 1 }
    #expect(count == 4)
    var ordered = try SampleReader<RecordedDrag>(path: path, ordered: true)
    let error = #expect(throws: FileError.self) { while try ordered.next() != nil {} }
    let text = try #require(error).description
    #expect(text.contains(path) && text.contains("phase") && text.contains("has no end"), "\(text)")
    if format == .jsonl { #expect(try #require(error).line == 4) }
  }

  @Test("samples read back bit for bit, in every format", arguments: RecordingFormat.allCases)
  func roundTrip(format: RecordingFormat) throws {
    let scratch = try ScratchFolder()
    let path = scratch("drag.\(format.rawValue)")
    let samples = (0..<40).map { index in
      let turn = Double(index) * 0.173
      return RecordedDrag(
        participant: index % 2,
        observation: .init(
          time: Double(index / 2) / 60, phase: index < 2 ? .began : index < 38 ? .moved : .ended,
          location: SIMD2(100 + turn, 200 / (1 + turn)), camera: CameraPose(heading: turn, pitch: turn / 7).orientation,
          anchor: index % 3 == 0 ? nil : CameraPose(heading: turn, pitch: 0.3).forward),
        truth: .init(
          location: index == 5 ? nil : SIMD2(turn, 3), heading: turn, pitch: -turn,
          state: RecordedDrag.State.allCases[index % 4]))
    }
    var writer = try SampleWriter<RecordedDrag>(path: path, force: true, header: header(), format: format)
    for sample in samples { try writer.write(sample) }
    try writer.close()
    var reader = try SampleReader<RecordedDrag>(path: path, ordered: true)
    var read: [RecordedDrag] = []
    try reader.forEach { read.append($0) }
    #expect(read == samples)
  }

  @Test("numbers that are not a drag are refused by field")
  func numbers() {
    func field(_ change: (inout [Double]) -> Void) -> String? {
      var values = [Double](repeating: .nan, count: 15)
      (values[0], values[1], values[2]) = (10, 20, 1)
      change(&values)
      do throws(SampleError) {
        _ = try RecordedDrag(time: 0, participant: 0, values: values)
        return nil
      } catch {
        return error.field
      }
    }
    #expect(field { _ in } == nil)
    #expect(field { $0[0] = .nan } == "location")
    #expect(field { ($0[0], $0[1]) = (.nan, .nan) } == "location")
    #expect(field { $0[2] = .nan } == "phase")
    #expect(field { for i in 3..<7 { $0[i] = 0 } } == "camera")
    #expect(field { ($0[3], $0[4]) = (1, 0) } == "camera")
    #expect(field { for i in 3..<7 { $0[i] = 0.5 } } == nil)
    #expect(field { for i in 7..<10 { $0[i] = 0 } } == "anchor")
    #expect(field { for i in 7..<10 { $0[i] = 1 } } == "anchor")
    #expect(field { $0[11] = 3 } == nil)
  }

  @Test(
    "a header without a view is refused by the missing constant",
    arguments: [
      (["width": 0, "height": 812, "fieldOfViewDegrees": 60], "constants.width"),
      (["width": 375, "height": -1, "fieldOfViewDegrees": 60], "constants.height"),
      (["width": 375, "height": 812, "fieldOfViewDegrees": 0], "constants.fieldOfViewDegrees"),
      (["width": 375, "height": 812, "fieldOfViewDegrees": 180], "constants.fieldOfViewDegrees"),
      (["width": 375, "height": 812, "fieldOfViewDegrees": .nan], "constants.fieldOfViewDegrees"),
      (["width": 375, "height": 812], "constants.fieldOfViewDegrees"), (["fieldOfViewDegrees": 60], "constants.width"),
    ] as [([String: Double], String)])
  func headers(constants: [String: Double], field: String) throws {
    let error = #expect(throws: SampleError.self) { try PerspectiveView(header(constants)) }
    #expect(try #require(error).field == field)
    let view = try PerspectiveView(header())
    #expect(view.points == SIMD2(375, 812))
    #expect(abs(view.fieldOfView.degrees - 60) < 1e-9)
  }
}
