import Foundation
import TestSupport
import Testing

@testable import GazeRecording

/// What every rig's sample must hold to; a new rig adds a line to `RigSampleContractTests`.
enum RigSampleContract {
  /// Its fields have names that every format can hold, and no two columns of a table have one name.
  static func expectSoundFields<Sample: RigSample>(_: Sample.Type) {
    let layout = FieldLayout(Sample.self)
    let columns = layout.names(.all)
    #expect(Set(columns).count == columns.count, "\(Sample.rig): two columns of one name")
    #expect(Set(layout.fields.map(\.table)).count == layout.fields.count, "\(Sample.rig): two fields of one name")
    // A bit a field in a set of them; a byte a name.
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
      // A key is a field or holds fields, not both.
      let within = Sample.fields.filter { $0.key.hasPrefix(key + ".") }
      #expect(within.isEmpty, "\(Sample.rig): \(key)")
    }
  }

  /// Every way through the formats ends in the same bytes, and every format gives the same samples.
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

  @Test("jsonl to npy to csv to jsonl gives the same bytes, numbers of all bit patterns, parts not known: n = 2,000")
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

  @Test("so do negative zeros, subnormals, nothing but what is required, and no sample at all")
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
