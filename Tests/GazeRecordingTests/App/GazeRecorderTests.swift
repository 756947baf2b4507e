import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct GazeRecorderTests {
  private let scratch: ScratchFolder
  private let path: String

  init() throws {
    scratch = try ScratchFolder()
    path = scratch("a.jsonl")
  }

  private static let header = RecordingHeader.take(
    device: "iPhone13,1", points: SIMD2(812, 375), orientation: .landscapeLeft, rate: 30, participants: 2)

  /// The frame with this index, which is also its x in metres; by default at 64 Hz from 500 s.
  private func frame(_ index: Int, time: Double? = nil) -> FaceFrame {
    var face = TransformMatrix.identity
    face.columns.3.x = Float(index)
    return FaceFrame(time: time ?? 500 + Double(index) / 64, face: face, leftEye: .identity, rightEye: .identity)
  }

  private func observations() throws -> [RecordedFrame.Observation] {
    var reader = try RecordingReader(path: path, ordered: true)
    let all = try reader.observations()
    #expect(reader.isCutOff == false)
    return all
  }

  private func begin() throws -> GazeRecorder { try GazeRecorder(path: path, header: Self.header) }

  /// The error that a closure throws.
  private func failure(_ body: () throws -> Void) -> GazeRecorder.Failure? {
    do {
      try body()
      return nil
    } catch {
      return error as? GazeRecorder.Failure
    }
  }

  @Test("Recorded frames read back bit for bit, from time 0 on (n = 500)")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 7)
    var recorder = try begin()
    var fed: [RecordedFrame] = []
    for index in 0..<500 {
      var recorded = RecordedFrame.random(using: &generator)
      recorded.truth = nil
      recorded.observation.participant = index % 2
      recorded.observation.frame.time = 500 + Double(index) / 64
      let observation = recorded.observation
      try recorder.record(
        observation.frame, target: observation.target, intent: observation.intent,
        participant: observation.participant, app: observation.app)
      recorded.observation.frame.time = Double(index) / 64
      fed.append(recorded)
    }
    #expect(recorder.frames == 500)
    try recorder.close()
    #expect(recorder.framesWritten == 500)
    #expect(recorder.start == 500)
    var reader = try RecordingReader(path: path, ordered: false)
    #expect(reader.header == Self.header)
    var read: [RecordedFrame] = []
    try reader.forEach { read.append($0) }
    #expect(rows(read) == rows(fed))
  }

  @Test("The file is always readable; waiting frames are limited by number, time and flush")
  func readableAlways() throws {
    var recorder = try GazeRecorder(
      path: path, header: Self.header, flushing: GazeRecorder.Flushing(frames: 8, seconds: 0.25))
    #expect(try observations().isEmpty)
    var lengths: [Int] = []
    for index in 0..<20 {
      try recorder.record(frame(index))
      lengths.append(try observations().count)
      #expect(recorder.framesWritten == lengths[index])
    }
    // 8 frames at 64 Hz span 0.11 s.
    #expect(lengths == (0..<20).map { ($0 + 1) / 8 * 8 })
    // A quarter of a second after the first frame that waits.
    try recorder.record(frame(0, time: 500 + 16 / 64.0 + 0.25))
    #expect(try observations().count == 21)
    try recorder.record(frame(0, time: 501))
    #expect(try observations().count == 21)
    try recorder.flush()
    #expect(try observations().count == 22)
    try recorder.flush(toDisk: true)
    try recorder.close()
    // Nothing is recorded after the end.
    try recorder.record(frame(0, time: 502))
    try recorder.close()
    try recorder.flush()
    #expect(recorder.failure == nil)
    #expect(try observations().count == 22)
  }

  @Test("A recorder that is released writes the frames that wait")
  func dropped() throws {
    do {
      var recorder = try begin()
      for index in 0..<5 { try recorder.record(frame(index)) }
    }
    #expect(try observations().count == 5)
  }

  @Test(
    "An existing file, link or folder is refused; a new file is private")
  func existing() throws {
    let header = Self.header
    _ = try scratch.write("old", to: "a.jsonl")
    #expect(failure { _ = try GazeRecorder(path: path, header: header) } == .exists(path))
    #expect(try scratch.text(of: "a.jsonl") == "old")
    let link = scratch("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch("nowhere"))
    #expect(failure { _ = try GazeRecorder(path: link, header: header) } == .exists(link))
    #expect(failure { _ = try GazeRecorder(path: scratch.path, header: header) } == .exists(scratch.path))
    let missing = scratch("no/b.jsonl")
    #expect(
      failure { _ = try GazeRecorder(path: missing, header: header) }?.description
        == "\(missing): cannot write: no such file or folder")
    for name in ["", "-", "a\0b"] { #expect(failure { _ = try GazeRecorder(path: name, header: header) } != nil) }
    let mine = scratch("mine.jsonl")
    do { _ = try GazeRecorder(path: mine, header: header) }
    let mode = try FileManager.default.attributesOfItem(atPath: mine)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(scratch.names == ["a.jsonl", "link", "mine.jsonl"])
  }

  @Test("A frame without a time or a listed participant is refused, and recording continues")
  func refused() throws {
    var recorder = try begin()
    for time in [Double.nan, .infinity, -.infinity, 1e12] {
      var message: String?
      do { try recorder.record(frame(0, time: time)) } catch { message = "\(error)" }
      #expect(message?.hasPrefix("\(path): field \"t\": expected a frame's time in seconds") == true)
    }
    for person in [-1, 2, .max] {
      var message: String?
      do { try recorder.record(frame(0), participant: person) } catch { message = "\(error)" }
      #expect(message?.hasPrefix("\(path): field \"participant\": \(person) is not below") == true)
    }
    try recorder.record(frame(3), participant: 1)
    #expect(recorder.frames == 1)
    try recorder.close()
    let read = try observations()
    #expect(read.count == 1 && read.first?.participant == 1)
  }

  @Test("A clock set back stops nothing: times stay ordered, the break counted")
  func clock() throws {
    var recorder = try begin()
    for time in [100, 101, 100.9, 5, 6] { try recorder.record(frame(0, time: time)) }
    #expect(recorder.restarts == 1)
    #expect(recorder.late == 1)
    try recorder.close()
    #expect(try observations().map(\.frame.time) == [0, 1, 2, 3])
  }

  @Test("A disk full from the start is a typed error without a file")
  func fullFromTheStart() throws {
    // Writing to `/dev/full` fails as on a full disk; Linux has this device, macOS does not.
    let full = open("/dev/full", O_WRONLY)
    guard full >= 0 else { return }
    let header = Self.header
    let error = failure { _ = try GazeRecorder(descriptor: full, path: "/dev/full", header: header) }
    #expect(error == .diskFull(path: "/dev/full", frames: 0))
    #expect(error?.description.contains("the disk is full") == true)
  }

  @Test("A disk that fills up later is an error once, then silence")
  func fullLater() throws {
    let full = open("/dev/full", O_WRONLY)
    guard full >= 0 else { return }
    // The header goes to a file, the rest to a full disk under the same descriptor.
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var recorder = try GazeRecorder(
      descriptor: file, path: path, header: Self.header, flushing: GazeRecorder.Flushing(frames: 4))
    #expect(dup2(full, file) == file)
    close(full)
    var errors: [GazeRecorder.Failure] = []
    for index in 0..<20 { do { try recorder.record(frame(index)) } catch { errors.append(error) } }
    do { try recorder.flush() } catch { errors.append(error) }
    do { try recorder.close() } catch { errors.append(error) }
    #expect(errors == [.diskFull(path: path, frames: 0)])
    #expect(recorder.failure == errors.first)
    #expect(recorder.frames == 4)
    #expect(try observations().isEmpty)
  }
}
