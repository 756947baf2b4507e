import Foundation
import GazeRecording
import TestSupport
import Testing

@testable import Evaluate

@Suite struct PartLineTests {
  private let line = PartLine.closed(Array(#"{"cell":0,"result":[1,2.5]}"#.utf8))

  private func fault(_ line: some Sequence<UInt8>) -> String? {
    Array(line).withUnsafeBytes { bytes in message { try PartLine.check(bytes, path: "a.part", number: 3) } }
  }

  @Test("a line ends with the CRC-32 of what is before it, and stays JSON")
  func closed() throws {
    // The check value of CRC-32/ISO-HDLC is cbf43926 for the digits 1 to 9.
    let digits = Array("123456789".utf8).withUnsafeBytes { CRC32.digits($0) }
    #expect(digits == "cbf43926")
    let text = String(decoding: line, as: UTF8.self)
    #expect(text.hasPrefix(#"{"cell":0,"result":[1,2.5],"crc32":""#) && text.hasSuffix("\"}\n"))
    #expect(try jsonObject(Data(line)).count == 3 && fault(line.dropLast()) == nil)
    #expect(PartLine.resealed(Array(line.dropLast())) == line)
  }

  @Test("every changed, missing or added byte is found")
  func damage() {
    let whole = Array(line.dropLast())
    for place in whole.indices {
      var changed = whole
      changed[place] ^= 1
      #expect(fault(changed)?.hasPrefix("a.part:3: field \"crc32\": is ") == true, "\(place)")
      changed.remove(at: place)
      #expect(fault(changed) != nil, "\(place)")
    }
    for count in whole.indices { #expect(fault(whole.prefix(count)) != nil) }
    #expect(fault(whole + [0x20]) != nil && fault(Array("{}".utf8))?.contains("is missing") == true)
  }
}
