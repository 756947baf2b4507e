import Foundation
import GazeRecording
import TestSupport
import Testing

@Suite struct LidOrderTests {
  @Test("if order is requested, a lid closure out of range is refused")
  func lids() throws {
    func fault(_ blink: String, ordered: Bool) throws -> String {
      let scratch = try ScratchFolder()
      let path = try scratch.write("\(headerLine)\n{\"t\":0,\(poses),\"blink\":[0,\(blink)]}\n", to: "a.jsonl")
      return message {
        var reader = try RecordingReader(path: path, ordered: ordered)
        while try reader.next() != nil {}
      }?.replacingOccurrences(of: path, with: "a.jsonl") ?? "none"
    }
    #expect(try fault("1.5", ordered: true) == "a.jsonl:2: field \"blink\": is 1.5; expected 0 (open) to 1 (closed)")
    #expect(try fault("1.5", ordered: false) == "none" && fault("1.005", ordered: true) == "none")
  }
}
