import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct DragStrokesTests {
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

  @Test("a stroke begun twice, not begun or unended is refused with advice")
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

  @Test("with order requested, the error names file and line; without it, reading continues")
  func reading() throws {
    let scratch = try ScratchFolder()
    let path = scratch("drag.jsonl")
    let samples = [DragPhase.began, .moved, .began, .ended].enumerated().map { sample(Double($0), $1) }
    try write(samples, header(), to: path)
    #expect(try read(RecordedDrag.self, path).samples == samples)
    var ordered = try SampleReader<RecordedDrag>(path: path, ordered: true)
    let error = #expect(throws: FileError.self) { while try ordered.next() != nil {} }
    #expect(error?.line == 4 && error?.field == "phase" && error?.message.contains("has no end") == true)
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
    #expect(error?.field == field)
    let view = try PerspectiveView(header())
    #expect(view.points == SIMD2(375, 812))
    expectNear(view.fieldOfView.degrees, 60, 1e-9)
  }
}
