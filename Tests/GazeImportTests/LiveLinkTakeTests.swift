import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct LiveLinkTakeTests {
  private let scratch: ScratchFolder
  private let csv: String

  init() throws {
    scratch = try ScratchFolder()
    let names = "Timecode,BlendshapeCount,LeftEyeYaw,LeftEyePitch,RightEyeYaw,RightEyePitch"
    let rows = (0..<60).map { String(format: "10:00:00:%02d.000", $0) + ",61,0.0\($0),0,0,0" }
    csv = try scratch.write(([names] + rows).joined(separator: "\n"), to: "Slate_3_iPhone_cal.csv")
  }

  private func take(_ text: String) throws { _ = try scratch.write(text, to: "take.json") }

  @Test("take.json beside the file gives model, frames, rate and calibration")
  func beside() throws {
    try take(
      #"""
      {"frames":160,"appVersion":"v1.1 (build 17)","slate":"Slate","calibrated":true,"subject":"iPhone",\#
      "date":"2021-10-06T11:31:46Z",
       "identifier":"20211006_Slate_3","version":1,"take":3,"deviceModel":"iPhone13,1","more":[1]}
      """#)
    _ = try scratch.write(#"{"FrameRate": 30, "Quality": "high"}"#, to: "video_metadata.json")
    #expect(try RecordingImport.deviceModel(path: csv, format: .livelink) == "iPhone13,1")
    let take = try Imported(csv, .livelink)
    #expect(
      take.plan.remarks.contains {
        $0.contains("iPhone13,1") && $0.contains("160 video frames") && $0.contains("30.0 Hz")
      })
    #expect(take.header.assumptions.contains { $0.contains("calibrated the facial coefficients") })
    #expect(take.findings == [.take, .take])
    #expect(take.plan.findings.contains { $0.sentence.contains("counts 160 video frames, the file holds 60 rows") })
    #expect(take.plan.findings.contains { $0.sentence.contains("says 30.0 Hz, the rows come at 60 Hz") })
  }

  @Test("Another take's take.json counts only if named; a broken one is reported")
  func others() throws {
    try take(#"{"slate":"Other","take":1,"deviceModel":"iPhone13,1"}"#)
    #expect(try RecordingImport.deviceModel(path: csv, format: .livelink) == nil)
    #expect(try Imported(csv, .livelink).plan.remarks.contains { $0.contains("belongs to Other_1") })
    #expect(
      try RecordingImport.deviceModel(path: csv, format: .livelink, take: scratch("take.json")) == "iPhone13,1")
    try take("{")
    #expect(try Imported(csv, .livelink).plan.remarks.contains { $0.contains("is not used") })
    let named = scratch("take.json")
    #expect(importFault(csv, .livelink) { $0.take = named }.hasPrefix(named))
    #expect(importFault(csv, .livelink) { $0.take = "no-such.json" }.contains("no such file"))
  }
}
