import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Tables that a reader accepts, and the columns of those that are written.
struct CSVRowsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private let names = "t,participant,attitude0,attitude1,attitude2,attitude3"

  @Test("a CSV's columns may be in any order; unknown ones are skipped, nan and empty unknown")
  func text() throws {
    let sample = ProbeSample.plain(participant: 2) { ($0[4], $0[8], $0[9], $0[12]) = (0.5, 1, 0, 1) }
    try write([sample], probeHeader(), to: scratch("a.csv"))
    let lines = try scratch.text(of: "a.csv").split(separator: "\n")
    #expect(lines[0].hasPrefix(##"# {"format":"gazesim.recording","version":2,"rig":"probe""##))
    #expect(lines[1] == names + ",rate,speeds0,speeds1,speeds2,tracked,seen0,seen1,seen2,intent,joints0,joints1")
    #expect(lines[2] == "0.5,2,1,0,0,0,0.5,,,,true,false,,,shake,,")
    func read(_ lines: String...) throws -> [ProbeSample] {
      let text = (["# " + probeHeaderLine] + lines).joined(separator: "\n") + "\n"
      return try GazeRecordingTests.read(ProbeSample.self, text: text).samples
    }
    let other = ProbeSample.plain(participant: 2) { ($0[8], $0[12]) = (1, 1) }
    #expect(
      try read(
        "attitude3,x,attitude2,intent,attitude1,attitude0,tracked,rate,participant,t", "", "# a remark",
        "0,a \"\"b,0,shake,0,1,True,nan,2,0.5") == [other])
    for separator in ["\t", ";"] {
      #expect(
        try read(
          (names + ",tracked,intent").replacing(",", with: separator),
          "0.5,2,1,0,0,0,1.0,shake".replacing(",", with: separator)) == [other])
    }
  }

  @Test("a pose of empty cells is unknown, and one without columns is absent")
  func frames() throws {
    let columns = ["camera", "face", "leftEye", "rightEye"].flatMap { pose in (0..<16).map { "\(pose)\($0)" } }
    let none = [String](repeating: "", count: 32) + [String](repeating: "nan", count: 32)
    let text = """
      # \(headerLine)
      \((["t"] + columns + ["tracked", "targetX", "targetY", "blinkLeft", "blinkRight"]).joined(separator: ","))
      \((["0.5"] + columns.map { _ in "1" } + ["True", "1", "2", "0.5", "1"]).joined(separator: ","))
      \((["1"] + none + ["0", "NaN", "", "", ""]).joined(separator: ","))

      """
    let frames = try read(RecordedFrame.self, text: text).samples.map(\.observation)
    #expect(frames[0].target == SIMD2(1, 2) && frames[0].frame.blink == SIMD2(0.5, 1) && frames[0].intent == nil)
    #expect(frames[0].frame.lookAt.x.isNaN && !frames[1].frame.isTracked && frames[1].target == nil)
    #expect(frames[1].frame.face[0].isNaN && frames[1].frame.blink.x.isNaN)
  }

  @Test("a table begins with few columns and is rewritten when a later frame needs another")
  func widening() throws {
    let plain = plainFrame()
    let full = plainFrame(truth: .init(gaze: nil, state: .read)) { $0.blendShapes = BlendShapes() }
    let scrolls = plainFrame(app: .init(scroll: ScrollDirection.none))
    func size(_ frames: [RecordedFrame], _ name: String) throws -> Int {
      try write(frames, usualHeader, to: scratch(name))
      #expect(rows(try read(RecordedFrame.self, scratch(name)).samples) == rows(frames))
      #expect(scratch.names.allSatisfy { !$0.hasPrefix(".") })
      return try scratch.bytes(of: name).count
    }
    let many = [RecordedFrame](repeating: plain, count: 1000)
    // 306 bytes a row; with truth 25 more, with coefficients 208.
    #expect(try size(many, "a.npy") - size([plain], "a.npy") == 999 * 306)
    #expect(try size(many + [full], "a.npy") - size([full], "a.npy") == 1000 * (306 + 25 + 208))
    _ = try size(many + [full] + many, "a.csv.gz")
    func titles(_ frames: [RecordedFrame]) throws -> Substring {
      _ = try size(frames, "a.csv")
      return try scratch.text(of: "a.csv").split(separator: "\n")[1]
    }
    let narrow = try titles([plain, plain])
    #expect(narrow.hasSuffix("intent"))
    #expect(
      try titles([plain, scrolls])
        == narrow + ",pointerX,pointerY,scroll,tapX,tapY,dotX,dotY,page,rawX,rawY,scrollPoints")
    let truth = narrow + ",truthGazeX,truthGazeY,truthState,truthPage,"
    #expect(try titles(many + [full] + many) == truth + BlendShapes.names.joined(separator: ","))
  }
}
