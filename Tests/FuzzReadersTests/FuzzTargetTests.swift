import Foundation
import FuzzReaders
import TestSupport
import Testing

/// Every seed and every input that once was a fault of a reader, as `script/fuzz` reads them.
///
/// The suite is serialized, because a process reads all inputs from one file.
@Suite(.serialized) struct FuzzTargetTests {
  private func cases(of target: FuzzTarget) throws -> [(name: String, bytes: Data)] {
    let folder = packageRoot.appending(path: "Tests/FuzzCases/\(target.rawValue)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, try Data(contentsOf: folder.appending(path: $0)))
    }
  }

  @Test("each reader reads its seeds, and gives an error in one line for each cut", arguments: FuzzTarget.allCases)
  func seeds(_ target: FuzzTarget) throws {
    let seeds = try cases(of: target).filter { $0.name.hasPrefix("seed") }
    #expect(!seeds.isEmpty)
    for (name, bytes) in seeds {
      #expect(bytes.count <= 1 << 14, "\(name): a fuzzer changes large seeds slowly")
      let outcome = bytes.withUnsafeBytes { target.read($0) }
      #expect(outcome.read > 0, "\(name): \(outcome.refusals)")
      for length in stride(from: 0, to: bytes.count, by: max(bytes.count / 16, 1)) {
        _ = bytes.prefix(length).withUnsafeBytes { target.read($0) }
      }
    }
  }

  @Test("an input that was a fault ends in a result or an error", arguments: FuzzTarget.allCases)
  func found(_ target: FuzzTarget) throws {
    for (_, bytes) in try cases(of: target) { _ = bytes.withUnsafeBytes { target.read($0) } }
  }
}
