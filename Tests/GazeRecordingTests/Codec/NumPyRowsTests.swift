import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Arrays of other programs, and arrays made with bad intent.
struct NumPyRowsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func bytes<T>(_ values: T...) -> [UInt8] {
    values.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
  }

  private func fault(_ description: String, _ data: [UInt8] = [], version: UInt8 = 1) throws -> String {
    try writeArray(description, data, version: version, to: scratch("a.npy"))
    return fault()
  }

  private func fault() -> String {
    message { _ = try read(RecordedFrame.self, scratch("a.npy")) }?.replacing(scratch("a.npy"), with: "a.npy") ?? "none"
  }

  @Test("reordered, float64, padded or nested fields give the same frame")
  func otherTypes() throws {
    let unit: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 0.2, -0.3, 1]
    let floats = unit.flatMap { bytes($0) }
    let description = """
      {'shape': (1,), 'fortran_order': True, 'descr': [('rightEye', '<f8', (16,)), ('tracked', '|u1'), ('', '|V3'), \
      ('note', '<U2'), ('deep', [('a', '<f4', (2,)), ('b', '|S3')]), ('participant', '<i8'), ('face', '<f4', (16,)), \
      ('camera', '<f4', 16), ('leftEye', '<f4', (16,)), (('title', 't'), '<f4'), ('intent', '<u2')]}
      """
    let row =
      unit.flatMap { bytes(Double($0)) } + [1] + [9, 9, 9] + [UInt8](repeating: 65, count: 8)
      + [UInt8](repeating: 7, count: 11) + bytes(3 as Int64) + floats + floats + floats + bytes(0.5 as Float) + [2, 0]
    #expect(try fault(description, row, version: 3) == "none")
    let (samples, _) = try read(RecordedFrame.self, scratch("a.npy"))
    let (observation, frame) = (samples[0].observation, samples[0].observation.frame)
    #expect(samples.count == 1 && frame.time == 0.5 && frame.isTracked && observation.participant == 3)
    #expect(observation.intent == .down && observation.target == nil && samples[0].truth == nil)
    for matrix in [frame.camera, frame.face, frame.leftEye, frame.rightEye] {
      #expect((0..<16).map { matrix[$0] } == unit)
    }
    #expect(frame.blink == .zero && frame.lookAt.x.isNaN && frame.blendShapes == nil)
    // A float64 whose value is not a Float would lose digits.
    let wide = try fault(description, (0..<16).flatMap { _ in bytes(0.1) } + row.dropFirst(128), version: 2)
    #expect(wide.contains("a.npy: field \"rightEye\": row 0: holds 0.1, which is not a float32"))
  }

  @Test("an impossible value is refused by row and field; NaN and -1 are unknown")
  func values() throws {
    let layout =
      "[('t', '<f8'), \(arrayPoses), ('participant', '<i4'), ('intent', '|i1'), ('target', '<f8', (2,)), "
      + "('page', '<f8')]"
    func error(
      time: Double = 0, first: Float = 1, participant: Int32 = 0, intent: Int8 = -1, target: Double = .nan,
      page: Double = .nan
    ) throws -> String {
      let poses = bytes(first) + [UInt8](repeating: 0, count: 63 * 4)
      let row = bytes(time) + poses + bytes(participant) + bytes(intent) + bytes(target, .nan, page)
      return try fault("{'descr': \(layout), 'fortran_order': False, 'shape': (1,), }", row)
    }
    #expect(try error() == "none" && error(first: .nan) == "none")
    #expect(try error(time: .nan) == "a.npy: field \"t\": row 0: is nan; expected seconds")
    #expect(try error(first: .infinity).hasPrefix("a.npy: field \"camera\": row 0: is infinite"))
    #expect(try error(participant: -1).hasPrefix("a.npy: field \"participant\": row 0: expected a whole number"))
    #expect(
      try error(intent: 9) == "a.npy: field \"intent\": row 0: is 9; expected -1 (no value), 0 (none), 1 (up), 2 (down)"
    )
    #expect(try error(target: 1).hasPrefix("a.npy: field \"target\": row 0: is NaN in 1 of 2; expected all or none"))
    #expect(try error(page: .infinity).hasPrefix("a.npy: field \"page\": row 0: is infinite"))
    // A rig's flags are numbers.
    let needed = "('t', '<f8'), ('attitude', '<f8', (4,)), ('tracked', '|i1')"
    for (code, expected) in [
      (0xFF, nil), (2, "field \"tracked\": row 0: is 2; expected -1 (no value), 0 (false), 1 (true)"),
    ]
      as [(UInt8, String?)]
    {
      try writeArray(
        "{'descr': [\(needed)], 'shape': (1,), }", bytes(0.5, 1, 0, 0, 0) + [code], probeHeader(), to: scratch("a.npy"))
      let found = message { _ = try read(ProbeSample.self, scratch("a.npy")) }
      #expect(found == expected.map { scratch("a.npy") + ": " + $0 })
    }
  }

  @Test("an unknown version, huge header, compressed or incomplete array is refused")
  func hostile() throws {
    #expect(try fault("{}", version: 9).contains("its version is 9.0; expected 1.0 to 3.0"))
    try Data(NumPyLayout.magic + [2, 0, 0xFF, 0xFF, 0xFF, 0x7F]).write(to: URL(fileURLWithPath: scratch("a.npy")))
    #expect(fault().contains("its header has 2147483647 bytes; expected at most 1 MiB"))
    let compressed = message { _ = try RecordingWriter(path: scratch("b.npy.gz"), header: usualHeader) }
    #expect(compressed?.contains("b.npy.gz: cannot be both") == true)
    let device = message { _ = try RecordingWriter(path: "/dev/null", header: usualHeader, format: .npy) }
    #expect(device?.hasPrefix("/dev/null: cannot write: a .npy begins with the number of frames") == true)
    #expect(scratch.names == ["a.npy"])
  }

  @Test("without a header the error names a source; a given one is used")
  func lostHeader() throws {
    try write([plainFrame(), plainFrame(time: 1)], usualHeader, to: scratch("a.npy"))
    let bytes = try scratch.bytes(of: "a.npy")
    let bare = scratch("bare.npy")
    try bytes.dropLast(NumPyLayout.trailer(usualHeader).count).write(to: URL(fileURLWithPath: bare))
    let error = message { _ = try RecordingReader(path: bare) }
    #expect(error?.contains("has lost the recording's header (np.save leaves it out)") == true)
    let command = Wording.$isForCommand.withValue(true) { message { _ = try RecordingReader(path: bare) } }
    #expect(error?.contains("--") == false && command?.contains("--header RECORDING") == true)
    try convert(bare, scratch("again.npy"), header: usualHeader)
    #expect(try scratch.bytes(of: "again.npy") == bytes)
    let own = message { _ = try RecordingReader(path: scratch("a.npy"), header: usualHeader) }
    #expect(own == "\(scratch("a.npy")): has its own header; leave the given one out")
  }
}
