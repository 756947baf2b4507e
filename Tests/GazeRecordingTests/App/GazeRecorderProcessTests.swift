import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// A recorder in a process of its own, `RecorderChild`, that is killed or runs out of room.
struct GazeRecorderProcessTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Parameters of one run of the child.
  private struct Life: Sendable {
    /// Frames a second; 0 as fast as it can.
    var rate: Double
    /// Frames that may wait.
    var flush: Int
    /// Seconds from the child's first frame until the child is killed.
    var until: Double
  }

  @Test(
    "Killed at 10 random moments, the file lacks less than a flush")
  func killed() async throws { try await kill(asAnApp: 4, asFastAsItCan: 6) }

  @Test("Killed at 100 random moments, it does, too", .slow("22 s: it waits for them"))
  func killedOften() async throws { try await kill(asAnApp: 40, asFastAsItCan: 60) }

  private func kill(asAnApp slow: Int, asFastAsItCan fast: Int) async throws {
    var generator = SeededGenerator(seed: 11)
    // Some children record as fast as an app; several of these run at a time, since they mostly sleep. Others record as
    // fast as they can, so that the kill can happen during a long append.
    var lives = (0..<slow).map { _ in Life(rate: 60, flush: 30, until: .random(in: 0...1.5, using: &generator)) }
    lives += (0..<fast).map { index in
      Life(rate: 0, flush: [1, 30, 3000][index % 3], until: .random(in: 0...0.15, using: &generator))
    }
    let folder = scratch.path
    var (cut, frames) = (0, 0)
    try await withThrowingTaskGroup(of: (isCutOff: Bool, frames: Int).self) { group in
      for (index, life) in lives.enumerated() {
        if index >= 8, let done = try await group.next() {
          cut += done.isCutOff ? 1 : 0
          frames += done.frames
        }
        group.addTask { try Self.live(life, in: folder, index) }
      }
      for try await done in group {
        cut += done.isCutOff ? 1 : 0
        frames += done.frames
      }
    }
    print("\(lives.count) recorders killed: \(frames) frames read, \(cut) files ended in the middle of a line")
    #expect(frames > 100 * lives.count)
  }

  /// Runs a child once and compares its file with the frames it was given.
  private static func live(_ life: Life, in folder: String, _ index: Int) throws -> (isCutOff: Bool, frames: Int) {
    let (path, log) = (folder + "/\(index).jsonl", folder + "/\(index).fed")
    let child = try start(path, life.rate, life.flush, 0, stdout: log)
    func fed() -> Int { (try? Data(contentsOf: URL(fileURLWithPath: log)))?.count ?? 0 }
    let deadline = Date(timeIntervalSinceNow: longestWait)
    while fed() == 0, Date() < deadline { usleep(500) }
    usleep(UInt32(life.until * 1e6))
    _ = Foundation.kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    #expect(child.terminationReason == .uncaughtSignal)
    let data = try Data(contentsOf: URL(fileURLWithPath: log))
    let count = data.count / 8
    #expect(count > 0, "the child fed nothing")
    var reader = try RecordingReader(path: path, ordered: true)
    var (frames, wrong) = (0, 0)
    while let observation = try reader.next()?.observation {
      // Every frame is complete and in its place.
      let isRight =
        observation.frame.face.columns.3.x == Float(frames) && observation.frame.time == Double(frames) / 64
        && observation.target == SIMD2(Double(frames), 0) && observation.intent == ScrollDirection.none
        && observation.frame.blendShapes?[51] == Float(1) / 53
      if !isRight { wrong += 1 }
      frames += 1
    }
    #expect(wrong == 0, "\(life): of \(frames)")
    // The last frame may have been recorded but not yet counted.
    #expect(frames <= count + 1, "\(life)")
    #expect(count - frames < life.flush)
    try FileManager.default.removeItem(atPath: path)
    return (reader.isCutOff, frames)
  }

  @Test("A file that may not grow keeps its whole frames; the error is thrown once", arguments: [1, 30, 700])
  func limited(flush: Int) throws {
    // The limit is not a multiple of a line's length; the child's stderr stays below it.
    let (path, limit) = (scratch("a.jsonl"), 123_457)
    let child = try Self.start(path, 0, flush, limit, stdout: scratch("out"), stderr: scratch("err"))
    child.waitUntilExit()
    #expect(child.terminationReason == .exit && child.terminationStatus == 0)
    var reader = try RecordingReader(path: path, ordered: true)
    let frames = try reader.observations()
    #expect(reader.isCutOff == false)
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    let line = (size - 200) / max(frames.count, 1)
    // The file holds all lines that fit.
    #expect(size <= limit && size > limit - line - 50, "\(size) bytes of \(limit), \(line) a line")
    #expect(frames.last?.frame.face.columns.3.x == Float(frames.count - 1))
    let errors = try scratch.text(of: "err").split(separator: "\n")
    #expect(errors.count == 1)
    #expect(
      errors.first?.hasSuffix("the recording ends after \(frames.count) frames, which are kept") == true)
  }

  private static func start(
    _ path: String, _ rate: Double, _ flush: Int, _ bytes: Int, stdout: String, stderr: String? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = try Program.built("RecorderChild")
    process.arguments = [path, "\(rate)", "\(flush)", "\(bytes)"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try file(stdout)
    if let stderr { process.standardError = try file(stderr) }
    try process.run()
    return process
  }

  private static func file(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }
}
