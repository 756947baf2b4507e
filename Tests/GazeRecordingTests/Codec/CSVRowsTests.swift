import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct CSVRowsTests {
  private static let poses = ["camera", "face", "leftEye", "rightEye"]
  private static let names = (["t"] + poses.flatMap { pose in (0..<16).map { "\(pose)\($0)" } })
  private static let unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1].map(String.init)
  private static let row = ["0.5"] + unit + unit + unit + unit

  private func frames(_ lines: [String], header: String = "# " + headerLine) throws -> [RecordedFrame] {
    try RecordingReaderBox(([header] + lines).joined(separator: "\n") + "\n").all()
  }

  private func fault(_ lines: [String], header: String = "# " + headerLine) -> String {
    message { _ = try frames(lines, header: header) }?.replacingOccurrences(of: "a.jsonl", with: "a.csv") ?? "none"
  }

  private func csv(_ fields: [String], _ separator: String = ",") -> String { fields.joined(separator: separator) }

  @Test("columns are found by name in any order; unknown ones are skipped, absent ones treated as in JSON")
  func order() throws {
    let (names, row) = (Self.names, Self.row)
    let reversed = try frames([
      csv(["index"] + names.reversed() + ["note", "intent"]), csv(["7"] + row.reversed() + ["a \"\"b", "down"]),
    ])
    let plain = try frames([csv(names), csv(row)])
    #expect(bits(reversed[0]) == bits(plain[0]))
    #expect(reversed[0].observation.intent == .down && plain[0].observation.intent == nil)
    #expect(plain[0].observation.frame.isTracked && plain[0].observation.frame.blink == .zero)
    #expect(plain[0].observation.frame.lookAt.x.isNaN)
    for separator in [";", "\t"] {
      #expect(areSame(try frames([csv(names, separator), csv(row, separator)]), plain))
    }
  }

  @Test("empty and nan mean unknown, True and 0 are valid for tracked, comments and empty lines are skipped")
  func missing() throws {
    let names = Self.names + ["tracked", "targetX", "targetY", "blinkLeft", "blinkRight"]
    let none = ["1"] + [String](repeating: "", count: 32) + [String](repeating: "nan", count: 32)
    let read = try frames([
      csv(names), csv(Self.row + ["True", "1", "2", "0.5", "1"]), "", "# a remark",
      csv(none + ["0", "NaN", "", "", ""]),
    ])
    #expect(read.count == 2)
    #expect(read[0].observation.target == SIMD2(1, 2) && read[0].observation.frame.blink == SIMD2(0.5, 1))
    #expect(!read[1].observation.frame.isTracked && read[1].observation.target == nil)
    #expect(read[1].observation.frame.face[0].isNaN && read[1].observation.frame.blink.x.isNaN)
  }

  @Test("an error states line and column")
  func faults() {
    let names = Self.names
    func changed(_ column: String, _ value: String) -> String {
      var row = Self.row
      if let index = names.firstIndex(of: column) { row[index] = value }
      return csv(row)
    }
    let good = csv(Self.row)
    #expect(
      fault([csv(names), good, changed("face3", "x")])
        == "a.csv:4: field \"face3\": expected a number or nothing, found `x`")
    #expect(fault([csv(names), changed("t", "")]) == "a.csv:3: field \"t\": is empty; expected seconds")
    #expect(fault([csv(names), changed("face3", "")]).hasPrefix("a.csv:3: field \"face\": has 15 of its 16 numbers"))
    #expect(
      fault([csv(names), changed("face3", "1e39")]).hasPrefix("a.csv:3: field \"face3\": expected a number within"))
    #expect(fault([csv(names), good + ",1"]) == "a.csv:3: expected 65 fields, one per column, found 66")
    #expect(fault([csv(names.dropLast())]).hasPrefix("a.csv:2: field \"rightEye15\": is not among the columns"))
    #expect(fault([csv(names + ["t"])]).hasPrefix("a.csv:2: field \"t\": occurs 2 times among the columns"))
    #expect(
      fault([csv(names + ["intent"]), good + ",left"]).contains("field \"intent\": expected one of up, none, down"))
    #expect(
      fault([csv(names + ["truthPage"]), good + ",5"])
        .contains("field \"truthState\": is empty beside other values of truth"))
    #expect(
      fault([csv(names + ["targetX", "targetY"]), good + ",5,"]).contains("field \"target\": has 1 of its 2 numbers"))
    #expect(fault([csv(names + ["tracked"]), good + ",maybe"]).contains("field \"tracked\": expected true or false"))
    #expect(fault([csv(names + ["participant"]), good + ",-1"]).contains("field \"participant\": expected a whole"))
    #expect(fault([]) == "a.csv: ends after its header; expected a line of column names")
    #expect(fault([csv(names)], header: "# {}").hasPrefix("a.csv:1: field \"format\": expected a gazesim recording"))
    #expect(fault([good], header: csv(names)).contains("has lost the recording's header (the first line"))
  }

  @Test("each of 5,000 mutated files is read, or refused with an error of one line")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 41)
    let scratch = try ScratchFolder()
    var writer = try RecordingWriter(
      path: scratch("a.csv"),
      header: RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 100_001, source: .recorded))
    for _ in 0..<3 { try writer.write(RecordedFrame.random(using: &generator)) }
    try writer.close()
    let valid = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch("a.csv"))))
    var (refused, read) = (0, 0)
    for _ in 0..<5_000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch generator.next() % 3 {
        case 0: bytes[place] = ",\"\n#;\t-.e0".utf8.randomElement(using: &generator) ?? 0
        case 1: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        default: bytes.removeSubrange(place..<min(place + 30, bytes.count))
        }
      }
      do {
        var reader = try RecordingReader(bytes: bytes, name: "f")
        while let frame = try reader.next() {
          #expect(frame.observation.frame.time.isFinite)
          read += 1
        }
      } catch {
        #expect(!error.description.contains("\n") && error.path == "f", "\(error)")
        refused += 1
      }
    }
    #expect(refused > 500 && read > 500, "\(refused) \(read)")
  }
}
