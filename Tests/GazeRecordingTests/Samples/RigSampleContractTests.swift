import Foundation
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

  /// Checks that every sequence of conversions ends in the same bytes, and that every format gives the same samples.
  static func expectLossless<Sample: RigSample>(_ samples: [Sample], in scratch: ScratchFolder) throws {
    var header = probeHeader(rig: Sample.rig)
    header.constants = ["fieldOfViewDegrees": 69.4, "imageWidthPixels": 1920]
    let original = scratch("a.jsonl")
    try write(samples, header, to: original)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: original))
    for way in [["b.npy", "c.csv", "d.jsonl"], ["b.csv.gz", "c.npy", "d.csv", "e.jsonl"], ["b.jsonl.gz", "c.jsonl"]] {
      var from = original
      for name in way {
        let (samples, _) = try read(Sample.self, from)
        try write(samples, try RecordingHeader(path: from), to: scratch(name))
        from = scratch(name)
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: from)) == bytes, "\(Sample.rig): \(way)")
      #expect(try RecordingHeader(path: from) == header)
    }
  }
}

@Suite struct RigSampleContractTests {
  @Test("a rig's fields have names that every format can hold")
  func fields() {
    RigSampleContract.expectSoundFields(ProbeSample.self)
    RigSampleContract.expectSoundFields(RecordedFrame.self)
    RigSampleContract.expectSoundFields(RecordedHead.self)
    RigSampleContract.expectSoundFields(RecordedBody.self)
    RigSampleContract.expectSoundFields(RecordedDrag.self)
  }

  @Test("jsonl to npy to csv to jsonl gives the same bytes, with all bit patterns and unknown parts: n = 2,000")
  func random() throws {
    var generator = SeededGenerator(seed: 71)
    let samples = (0..<2_000).map { _ in ProbeSample.random(using: &generator) }
    let scratch = try ScratchFolder()
    try RigSampleContract.expectLossless(samples, in: scratch)
    for name in ["a.jsonl", "b.npy", "b.csv.gz", "c.csv"] {
      let (back, isCutOff) = try read(ProbeSample.self, scratch(name))
      #expect(back == samples && !isCutOff, "\(name)")
    }
  }

  @Test("so do negative zeros, subnormals, required fields only, and a recording without samples")
  func ugly() throws {
    let scratch = try ScratchFolder()
    let tiny = Double.leastNonzeroMagnitude
    let samples = [
      ProbeSample.plain(), ProbeSample.plain(time: -0.0) { ($0[0], $0[1], $0[2], $0[3]) = (-0.0, tiny, -tiny, 0.1) },
      ProbeSample.plain(time: 1e300) { ($0[0], $0[4]) = (.greatestFiniteMagnitude, -0.0) },
      ProbeSample.plain { $0[ProbeSample.seen] = 5 },
    ]
    for samples in [samples, samples.reversed(), Array(samples.prefix(2)), []] {
      try RigSampleContract.expectLossless(samples, in: scratch)
      #expect(try read(ProbeSample.self, scratch("c.csv")).samples == samples)
    }
  }
}
