import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct RecordingHeaderThermalStateTests {
  private func line(_ header: RecordingHeader) -> String {
    var bytes: [UInt8] = []
    RecordingEncoder.append(header, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read(_ line: String) throws -> RecordingHeader {
    try RecordingFile(bytes: Array((line + "\n").utf8), name: "a").header
  }

  @Test(
    "a take's header holds the thermal state and the video format's rate, and reads back; without one the key is absent"
  )
  func roundTrip() throws {
    for state in RecordingHeader.ThermalState.allCases {
      let header = RecordingHeader.take(
        device: "iPhone13,1", points: SIMD2(375, 812), rate: 30, thermalState: state)
      #expect(line(header).contains("\"thermalState\":\"\(state.rawValue)\""))
      #expect(try read(line(header)) == header && header.rate == 30)
    }
    let unknown = RecordingHeader.take(device: "iPhone13,1", points: SIMD2(375, 812))
    #expect(!line(unknown).contains("thermal"))
    #expect(try read(line(unknown)).thermalState == nil)
  }

  @Test("in version 1 the key has no meaning; in version 2 an unknown state is refused with the choices")
  func versions() throws {
    let odd = headerLine.replacing(#""device""#, with: #""thermalState":"tepid","device""#)
    #expect(try read(odd.replacing(#""version":2"#, with: #""version":1"#)).thermalState == nil)
    #expect(
      message { _ = try read(odd) }
        == #"a:1: field "thermalState": is "tepid"; expected one of "nominal", "fair", "serious", "critical""#)
  }
}
