import Foundation
import GazeRecording
import TestSupport
import Testing

@Suite struct HeaderEncoderTests {
  private func header(_ constants: [String: Double]) -> RecordingHeader {
    var header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 1, source: .recorded)
    header.constants = constants
    return header
  }

  private func line(_ header: RecordingHeader) -> String {
    var bytes: [UInt8] = []
    RecordingEncoder.append(header, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "constants read back bit for bit and are written sorted by name; without constants the key is left out")
  func roundTrip() throws {
    let constants: [String: Double] = [
      "b": -0.0, "a \"é\"": Double.leastNonzeroMagnitude, "imageWidth": 1920, "z": 1 / 3, "y": -1.797e308,
    ]
    let text = line(header(constants))
    #expect(text.contains(#""constants":{"a \"é\"":5e-324,"b":-0.0,"imageWidth":1920,"y":-1.797e+308,"z":0.333"#))
    let read = try RecordingReader(bytes: Array(text.utf8), name: "a").header.constants
    #expect(read.mapValues(\.bitPattern) == constants.mapValues(\.bitPattern))
    #expect(!line(header([:])).contains("constants"))
    #expect(try RecordingReader(bytes: Array(line(header([:])).utf8), name: "a").header.constants.isEmpty)
  }

  @Test(
    "too many constants, an empty or too long name, or a value that is not finite is refused, read and written")
  func refusals() throws {
    func read(_ json: String) -> String {
      let text = headerLine.replacing(#""device""#, with: #""constants":\#(json),"device""#)
      return message { _ = try RecordingReader(bytes: Array(text.utf8), name: "a") } ?? "none"
    }
    #expect(read("{}") == "none" && read("null") == "none")
    #expect(read("[1]").hasPrefix("a:1: field \"constants\": expected an object"))
    #expect(read(#"{"x":"1"}"#) == "a:1: field \"constants.x\": expected a number, found another type")
    #expect(read(#"{"x":null}"#).hasPrefix("a:1: field \"constants.x\": expected a number"))
    #expect(read(#"{"x":1e999}"#).hasPrefix("a:1: "))
    #expect(read(#"{"":1}"#) == "a:1: field \"constants.\": expected a name of 1 to 100 bytes")
    let long = String(repeating: "é", count: 51)
    #expect(read(#"{"\#(long)":1}"#).hasSuffix("expected a name of 1 to 100 bytes"))
    let many = (0...100).map { #""x\#($0)":1"# }.joined(separator: ",")
    #expect(read("{\(many)}") == "a:1: field \"constants\": expected at most 100, found 101")
    let scratch = try ScratchFolder()
    for constants in [["x": Double.nan], ["x": .infinity], ["": 1], [long: 1]] {
      let error = message { _ = try RecordingWriter(path: scratch("a.jsonl"), header: header(constants)) }
      #expect(error?.contains("field \"constants.") == true, "\(constants)")
    }
    #expect(scratch.names == [])
  }

  @Test("the header says which noise was drawn, and nothing where it is the seed's own")
  func noise() throws {
    func noise(_ noise: UInt64?) -> RecordingHeader {
      var header = RecordingHeader(
        device: "iphone12mini", rate: 60, scenario: "validation", participants: 1, source: .simulated)
      header.noise = noise
      return header
    }
    #expect(!line(noise(nil)).contains("noise"))
    #expect(line(noise(.max)).contains(#""noise":18446744073709551615"#))
    let scratch = try ScratchFolder()
    let path = try scratch.write(line(noise(3)), to: "noise.jsonl")
    #expect(try RecordingReader(path: path).header.noise == 3)
  }
}
