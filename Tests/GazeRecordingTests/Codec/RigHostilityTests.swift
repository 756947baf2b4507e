import Foundation
import TestSupport
import Testing

@testable import GazeRecording

/// Files of a rig that were cut off, changed, or made with bad intent.
@Suite struct RigHostilityTests {
  private let scratch: ScratchFolder
  private let samples: [ProbeSample]

  init() throws {
    scratch = try ScratchFolder()
    var generator = SeededGenerator(seed: 81)
    samples = (0..<3).map { _ in ProbeSample.random(using: &generator) }
    for name in ["a.jsonl", "a.csv", "a.npy", "a.jsonl.gz"] {
      try write(samples, probeHeader(), to: scratch(name))
    }
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch(name))))
  }

  @Test(
    "JSON Lines cut at any byte give the whole samples before the cut and report it; other formats are refused")
  func cuts() throws {
    for name in ["a.jsonl", "a.csv", "a.npy", "a.jsonl.gz"] {
      let whole = try bytes(name)
      let lines = whole.indices.filter { whole[$0] == 0x0A }
      let path = scratch("cut-" + name)
      for length in 0..<whole.count {
        try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: path))
        let head = name == "a.csv" ? lines[1] : lines[0]
        guard ["a.jsonl", "a.csv"].contains(name), length >= head else {
          // If the file ends within the line of column names, all required names may still be there; then the recording
          // has no samples.
          var given: [ProbeSample] = []
          let error = message { given = try read(ProbeSample.self, path).samples }
          #expect(error != nil || name == "a.csv" && given.isEmpty, "\(name) \(length)")
          continue
        }
        let (given, isCutOff) = try read(ProbeSample.self, path)
        #expect(given == Array(samples.prefix(given.count)), "\(name) \(length)")
        // A line of JSON is complete without its line end, a row of CSV is not.
        let ends = lines.count { $0 < length } - lines.count { $0 <= head }
        let isWhole = length == head || length == head + 1 || lines.contains(length - 1)
        #expect(given.count == max(ends, 0) || name == "a.jsonl" && lines.contains(length), "\(name) \(length)")
        #expect(isCutOff != (isWhole || name == "a.jsonl" && lines.contains(length)), "\(name) \(length)")
      }
    }
  }

  @Test(
    "2,000 mutated files per format are each read or refused in one line, and never give an invalid number")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 83)
    // The largest valid number of each flag or name.
    let limits = ProbeSample.fields.flatMap { field in
      let limit = field.kind == .flag ? 1 : field.kind == .number ? .infinity : Double(field.names.count - 1)
      return [Double](repeating: limit, count: field.count)
    }
    for name in ["a.jsonl", "a.csv", "a.npy"] {
      let valid = try bytes(name)
      let path = scratch("f-" + name)
      var (refused, whole, wrong) = (0, 0, 0)
      for _ in 0..<2_000 {
        var bytes = valid
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch generator.next() % 3 {
          case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
          case 1: bytes.remove(at: place)
          default:
            bytes.insert(Array("0123456789-.eE,:\"{}[]nul\n".utf8).randomElement(using: &generator) ?? 0, at: place)
          }
        }
        var count = 0
        let error = message {
          if name == "a.npy" { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
          var reader =
            name == "a.npy"
            ? try SampleReader<ProbeSample>(path: path) : try SampleReader<ProbeSample>(bytes: bytes, name: "f")
          while let sample = try reader.next() {
            count += 1
            if !sample.time.isFinite || sample.values.contains(where: { $0.isInfinite }) { wrong += 1 }
            for (value, limit) in zip(sample.values, limits) where value > limit { wrong += 1 }
          }
        }
        if let error {
          refused += 1
          #expect(!error.utf8.contains { $0 < 0x20 }, "\(String(reflecting: error))")
        } else if count > 0 {
          whole += 1
        }
      }
      #expect(refused > 50 && whole > 50 && wrong == 0, "\(name): \(refused) refused, \(whole) read, \(wrong) wrong")
    }
  }

  @Test("a line that is too long, deep nesting and zeros are refused in one line or skipped")
  func monsters() throws {
    func fault(_ line: String) -> String {
      message {
        var reader = try SampleReader<ProbeSample>(bytes: Array((probeHeaderLine + "\n" + line + "\n").utf8), name: "f")
        while try reader.next() != nil {}
      } ?? "none"
    }
    let long = String(repeating: "1,", count: 1 << 20)
    #expect(fault(#"{"t":0,"attitude":[\#(long)1]}"#).hasPrefix("f:2: is longer than 1 MiB"))
    let deep = String(repeating: "[", count: 100_000)
    #expect(fault(#"{"t":0,"x":\#(deep)"#).contains("is nested deeper than 64 levels"))
    #expect(fault(#"{"t":0,"attitude":[\#(String(repeating: "1,", count: 100_000))1]}"#).contains("found 100001"))
    #expect(fault(#"{"t":0,"attitude":[1,0,0,0],"truth":{"truth":{"truth":{}}}}"#) == "none")
  }
}
