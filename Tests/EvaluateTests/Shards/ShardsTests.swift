import Documents
import Foundation
import GazeRecording
import GazeSimulation
import Synchronization
import TestSupport
import Testing

@testable import Evaluate

extension Shards {
  /// The value of `body` where all its cells were computed in `count` shares and merged; and the parts' paths.
  static func shared<Value: Sendable>(
    in count: Int, _ folder: ScratchFolder, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let record = try CommandRecord(Invocation(["evaluate"]), inputs: [])
    var parts: [PartFile] = []
    // The parts are written and merged in another order than that of their numbers.
    for number in (1...count).reversed() {
      let shard = try #require(Shard(number, of: count))
      let path = folder.path + "/\(number)-of-\(count).part"
      await #expect(throws: ShardFinished.self) {
        try await $mode.withValue(.share(shard, of: record, path: path, force: true)) { _ = try await body() }
      }
      parts.append(try PartFile(path: path))
    }
    return try await $mode.withValue(.merge(try Parts(parts))) { try await body() }
  }
}

/// A result with the values that JSON loses most easily.
private struct Figures: Codable, Equatable, Sendable {
  var group: Int
  var index: Int
  var value: Double
  var single: Float
  var missing: Double?
  var place: SIMD2<Double>
}

extension Shards {
  /// The results of all cells of each group.
  fileprivate static func results<R: Codable & Sendable>(
    _ counts: [Int], jobs: Int, _ body: @escaping @Sendable (_ group: Int, _ index: Int) throws -> R
  ) async throws -> [[R]] {
    var results = counts.map { _ in [R]() }
    try await each(counts, jobs: jobs, progress: { _ in }, body) { results[$0].append($1) }
    return results
  }

  /// The results of all cells of one group.
  fileprivate static func results<R: Codable & Sendable>(
    _ count: Int, jobs: Int, _ body: @escaping @Sendable (Int) throws -> R
  ) async throws -> [R] {
    try await results([count], jobs: jobs) { try body($1) }[0]
  }
}

@Suite struct CellsTests {
  private let scratch = try? ScratchFolder()

  private static let values = [
    0.1 + 0.2, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, 1.0 / 3,
    123_456_789_012_345_680,
  ]

  private static func figures(_ group: Int, _ index: Int) -> Figures {
    let value = values[(3 * group + index) % values.count]
    return Figures(
      group: group, index: index, value: value, single: 0.1, missing: index % 2 == 0 ? nil : value,
      place: SIMD2(value, 1))
  }

  private static func all(_ counts: [Int], jobs: Int = 2) async throws -> [[Figures]] {
    try await Shards.results(counts, jobs: jobs) { figures($0, $1) }
  }

  @Test("results come in their order, whatever the number of jobs", arguments: [1, 2, 5])
  func order(jobs: Int) async throws {
    let all = try await Self.all([3, 0, 41], jobs: jobs)
    #expect(all.map(\.count) == [3, 0, 41])
    for (group, results) in all.enumerated() {
      #expect(results == results.indices.map { Self.figures(group, $0) })
    }
  }

  @Test("shares, merged in any order, give each number bit for bit", arguments: [1, 2, 3, 7, 50])
  func shares(count: Int) async throws {
    let whole = try await Self.all([3, 0, 20])
    let merged = try await Shards.shared(in: count, try #require(scratch)) { try await Self.all([3, 0, 20]) }
    #expect(merged == whole)
    // Equal numbers may have different signs of zero.
    let bits = { (all: [[Figures]]) in all.joined().map { [$0.value.bitPattern, $0.place.x.bitPattern] } }
    #expect(bits(merged) == bits(whole))
  }

  @Test("a missing result, and one that is no number, stay so")
  func missing() async throws {
    let body: @Sendable () async throws -> [Double?] = {
      try await Shards.results(5, jobs: 2) { $0 == 1 ? nil : $0 == 2 ? .nan : 4 }
    }
    let merged = try await Shards.shared(in: 2, try #require(scratch), body)
    #expect(merged[1] == nil && merged[2]?.isNaN == true && merged[3] == 4)
  }

  @Test("a merge computes no cell, and a share only its own")
  func computed() async throws {
    let computed = Mutex<[Int]>([])
    let body: @Sendable () async throws -> [Int] = {
      try await Shards.results(10, jobs: 2) { index in
        computed.withLock { $0.append(index) }
        return index
      }
    }
    _ = try await Shards.shared(in: 3, try #require(scratch), body)
    #expect(computed.withLock { $0.sorted() } == Array(0..<10))
  }

  @Test("an error in a cell ends a share without a part")
  func failure() async throws {
    let scratch = try #require(scratch)
    let record = try CommandRecord(Invocation(["evaluate"]), inputs: [])
    let path = scratch.path + "/failed.part"
    await #expect(throws: SimulationError.self) {
      try await Shards.$mode.withValue(.share(try #require(Shard("1/2")), of: record, path: path, force: false)) {
        _ = try await Shards.results(6, jobs: 2) { index in
          if index == 2 { throw SimulationError.argument("cell 2") }
          return index
        }
      }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a part that was cut off, changed or made longer is refused, naming file and line")
  func damaged() async throws {
    let scratch = try #require(scratch)
    _ = try await Shards.shared(in: 1, scratch) { try await Shards.results(4, jobs: 1) { $0 } }
    let path = scratch.path + "/1-of-1.part"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    func merged(_ lines: [String]) async throws -> [Int] {
      try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
      let parts = try Parts([PartFile(path: path)])
      return try await Shards.$mode.withValue(.merge(parts)) { try await Shards.results(4, jobs: 1) { $0 } }
    }
    func sealed(_ line: String) -> String {
      String(decoding: PartLine.resealed(Array(line.utf8)).dropLast(), as: UTF8.self)
    }
    #expect(try await merged(lines) == [0, 1, 2, 3])
    for (lines, words) in [
      (Array(lines.dropLast()), "ends before cell 3; make the part again"),
      (lines + [lines[4]], ":6: is beyond the last cell"),
      ([lines[0], lines[2], lines[1]] + lines[3...], "field \"cell\": is 1; expected 0"),
      ([lines[0], sealed("{\"cell\":0,\"result\":\"x\"}")], ":2: field \"result\": "),
      (
        [lines[0], sealed(lines[1].replacing("0,\"crc32", with: "-7,\"crc32"))],
        ":2: field \"result\": is -7; expected 0 to"
      ),
      ([lines[0].replacing("[4]", with: "[5]")] + lines[1...], ":1: field \"crc32\""),
      ([sealed(lines[0].replacing("[4]", with: "[-4]"))] + lines[1...], ":1: field \"cells.0\": is -4"),
      (
        [lines[0].replacing("\"version\":3", with: "\"version\":2")] + lines[1...],
        ":1: field \"version\": is 2; expected 3; make all parts again"
      ),
      (["{}"], "is not a part of gazesim"), ([], "is not a part of gazesim"),
    ] {
      await #expect { try await merged(lines) } throws: { "\($0)".contains(words) }
    }
  }
}
