import GazeRecording
import RecordingFixtures
import Testing

@Suite struct HeaderNoiseTests {
  private func line(_ noise: UInt64?) -> String {
    var header = RecordingHeader(
      device: "iphone12mini", rate: 60, scenario: "validation", participants: 1, source: .simulated)
    header.noise = noise
    var bytes: [UInt8] = []
    RecordingEncoder.append(header, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("the header says which noise was drawn, and nothing where it is the seed's own")
  func header() throws {
    #expect(!line(nil).contains("noise"))
    #expect(line(.max).contains(#""noise":18446744073709551615"#))
    let scratch = try ScratchFolder()
    let path = try scratch.write(line(3), to: "noise.jsonl")
    #expect(try RecordingReader(path: path).header.noise == 3)
  }
}
