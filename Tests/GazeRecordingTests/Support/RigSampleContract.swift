import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Contract of every rig's sample; for a new rig, add a line to `RigSampleContractTests`.
enum RigSampleContract {
  /// Checks that the fields have names that every format can hold, and that no two columns of a table have the same
  /// name.
  static func expectSoundFields<Sample: RigSample>(_: Sample.Type) {
    let layout = FieldLayout(Sample.self)
    let columns = layout.names(.all)
    #expect(Set(columns).count == columns.count, "\(Sample.rig): two columns of one name")
    #expect(Set(layout.fields.map(\.table)).count == layout.fields.count, "\(Sample.rig): two fields of one name")
    // A set of fields has one bit per field, up to 64; the index of a name takes one byte.
    #expect(layout.fields.count <= 64, "\(Sample.rig)")
    let isWord = { (text: String) in text.wholeMatch(of: /[A-Za-z][A-Za-z0-9._-]*/) != nil }
    for field in Sample.fields {
      let key = field.key
      #expect(isWord(key) && isWord(field.table) && !["t", "participant"].contains(key), "\(Sample.rig): \(key)")
      #expect(field.count > 0 && !field.meaning.isEmpty, "\(Sample.rig): \(key)")
      #expect(field.columns.count == field.count, "\(Sample.rig): \(key)")
      for name in field.names { #expect(isWord(name) && name.lowercased() != "nan", "\(Sample.rig): \(key): \(name)") }
      #expect(Set(field.names).count == field.names.count && field.names.count < 128, "\(Sample.rig): \(key)")
      if case .name(let names, let spoken) = field.kind { #expect(Set(names) == Set(spoken), "\(Sample.rig): \(key)") }
      if case .named = field.parts { #expect(field.kind == .float, "\(Sample.rig): \(key)") }
      // A key is a field or contains fields, not both.
      let within = Sample.fields.filter { $0.key.hasPrefix(key + ".") }
      #expect(within.isEmpty, "\(Sample.rig): \(key)")
    }
  }

  /// Checks that every format gives the same samples to the last bit, and that every sequence of conversions ends in
  /// the same bytes.
  static func expectLossless<Sample: RigSample>(_ samples: [Sample], in scratch: ScratchFolder) throws {
    var header = probeHeader(rig: Sample.rig)
    header.constants = ["fieldOfViewDegrees": 69.4, "imageWidthPixels": 1920]
    let original = scratch("a.jsonl")
    try write(samples, header, to: original)
    for way in [["b.npy", "c.csv", "d.jsonl"], ["b.csv.gz", "c.npy", "d.csv", "e.jsonl"], ["b.jsonl.gz", "c.jsonl"]] {
      var from = original
      for name in way {
        let (back, isCutOff) = try read(Sample.self, from)
        #expect(rows(back) == rows(samples) && !isCutOff, "\(Sample.rig): \(way): \(from)")
        try write(back, try RecordingHeader(path: from), to: scratch(name))
        from = scratch(name)
      }
      #expect(try scratch.bytes(of: way[way.count - 1]) == scratch.bytes(of: "a.jsonl"), "\(Sample.rig): \(way)")
      #expect(try RecordingHeader(path: from) == header)
    }
  }

  /// Checks `count` changed files of each format: one is refused in one line, or what was read of it can be written,
  /// and reads back the same.
  static func expectSoundAfterMutation<Sample: RigSample>(_ samples: [Sample], count: Int, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let scratch = try ScratchFolder()
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u12", "null", "1e999", "-", "nan", "\n", "\0", "\u{7F}é",
    ]
    for name in ["a.jsonl", "a.csv", "a.npy"] {
      try write(samples, probeHeader(rig: Sample.rig), to: scratch(name))
      let valid = [UInt8](try scratch.bytes(of: name))
      var (refused, whole) = (0, 0)
      for index in 0..<count {
        var bytes = valid
        for _ in 0..<generator.int(1...3) where !bytes.isEmpty {
          let place = generator.int(0..<bytes.count)
          switch generator.next() % 6 {
          case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
          case 1: bytes[place] ^= 1 << UInt8(generator.next() % 8)
          case 2: bytes[place] = "()[]{}',0123456789<>|fiuVUbO.e-".utf8.randomElement(using: &generator) ?? 0
          case 3: bytes.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: place)
          case 4: bytes.removeSubrange(place..<min(place + generator.int(1...60), bytes.count))
          default: bytes.removeLast(index % 4 == 0 ? bytes.count - place : 0)
          }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: scratch("b")))
        var read: [Sample] = []
        let error = message { read = try GazeRecordingTests.read(Sample.self, scratch("b")).samples }
        if let error {
          refused += 1
          #expect(!error.utf8.contains { $0 < 0x20 }, "\(String(reflecting: error))")
        } else if !read.isEmpty {
          whole += 1
          let again = ["c.jsonl", "c.csv", "c.npy"][index % 3]
          try write(read, probeHeader(rig: Sample.rig), to: scratch(again))
          #expect(rows(try GazeRecordingTests.read(Sample.self, scratch(again)).samples) == rows(read), "\(name)")
        }
      }
      // Some mutations must be read and some refused; otherwise they would test nothing.
      #expect(refused > count / 20 && whole > count / 20, "\(Sample.rig) \(name): \(refused) refused, \(whole) read")
    }
  }
}
