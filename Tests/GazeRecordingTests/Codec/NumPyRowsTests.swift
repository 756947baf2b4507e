import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct NumPyRowsTests {
  private let scratch: ScratchFolder
  private let header: RecordingHeader

  init() throws {
    scratch = try ScratchFolder()
    header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 100_001, source: .recorded)
  }

  /// A `.npy` with this description and these bytes, followed by our header.
  private func file(_ dictionary: String, _ data: [UInt8] = [], version: UInt8 = 1, trailer: Bool = true) throws
    -> String
  {
    var text = Array(dictionary.utf8)
    text += [0x0A]
    let length = (0..<(version == 1 ? 2 : 4)).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    let bytes = NumPyLayout.magic + [version, 0] + length + text + data + (trailer ? NumPyLayout.trailer(header) : [])
    try Data(bytes).write(to: URL(fileURLWithPath: scratch("a.npy")))
    return scratch("a.npy")
  }

  private func fault(_ path: String) -> String {
    let error = message {
      var reader = try RecordingReader(path: path)
      while try reader.next() != nil {}
    }
    return error.map { $0.replacingOccurrences(of: path, with: "a.npy") } ?? "none"
  }

  private let needed =
    "('camera', '<f4', (16,)), ('face', '<f4', (16,)), ('leftEye', '<f4', (16,)), ('rightEye', '<f4', (16,))"

  @Test(
    "a header that does not describe a recording is refused with what was expected",
    arguments: [
      ("{", "is not a readable .npy: its header is not {'descr'"),
      ("[]", "its header is not {'descr'"),
      ("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", "holds plain numbers (<f8); expected frames"),
      ("{'descr': [('t', '<f8')], 'fortran_order': False, 'shape': (0, 2), }", "has 2 dimensions; expected one"),
      ("{'descr': [('t', '<f8')], 'fortran_order': False, 'shape': 5, }", "its header has no shape"),
      ("{'descr': [('t', '<f8')], 'shape': (0,), }", "field \"camera\": is missing; the array has t"),
      (
        "{'descr': [('t', '>f8'), NEEDED], 'shape': (0,), }", "field \"t\": is big-endian (>f8); expected little-endian"
      ),
      ("{'descr': [('t', '<f2'), NEEDED], 'shape': (0,), }", "field \"t\": is <f2; expected float32 or float64"),
      (
        "{'descr': [('t', '<f8', (2,)), NEEDED], 'shape': (0,), }", "field \"t\": is <f8 of shape (2); expected float32"
      ),
      ("{'descr': [('x', '|O'), ('t', '<f8')], 'shape': (0,), }", "field \"x\": holds Python objects"),
      (
        "{'descr': [('t', '<f8'), NEEDED], 'shape': (9223372036854775807,), }",
        "is cut off: it states 9223372036854775807"
      ),
      ("{'descr': [('t', '<f8'), NEEDED], 'shape': (2,), }", "is cut off: it states 2 frames and holds 1"),
      ("{'descr': [('x', '<f8', (99999999,))], 'shape': (0,), }", "field \"x\": its size in the array's description"),
      ("{'descr': [('x', '<f8', (9223372036854775807, 4))], 'shape': (0,), }", "its size in the array's description"),
      ("{'descr': [('x', '<V99999999')], 'shape': (0,), }", "its size in the array's description"),
      ("{'descr': [('x', '|V0')], 'shape': (0,), }", "has rows of 0 bytes"),
      ("{'descr': [], 'shape': (0,), }", "has rows of 0 bytes"),
      ("{'descr': [('t',)], 'shape': (0,), }", "a field of the array is not described as"),
      ("{'descr': [('t', 5)], 'shape': (0,), }", "field \"t\": its type in the array's description makes no sense"),
      ("{'descr': __import__('os').system('true'), 'shape': (0,), }", "its header is not {'descr'"),
      (
        "{'descr': [('intent', '<f8'), ('t', '<f8'), NEEDED], 'shape': (0,), }",
        "field \"intent\": is <f8; expected whole numbers"
      ),
    ])
  func refused(dictionary: String, expected: String) throws {
    let text = dictionary.replacingOccurrences(of: "NEEDED", with: needed)
    let error = fault(try file(text, [UInt8](repeating: 0, count: 300)))
    #expect(error.hasPrefix("a.npy: ") && error.contains(expected) && !error.contains("\n"), "\(error)")
  }

  @Test("deep nesting, an unknown version, a huge header and every cut are refused")
  func hostile() throws {
    let deep = String(repeating: "[", count: 60_000)
    #expect(fault(try file(deep)).contains("its header is not {'descr'"))
    #expect(fault(try file("{'descr': \(String(repeating: "(", count: 60_000))")).contains("its header is no"))
    #expect(fault(try file("{}", version: 9)).contains("its version is 9.0; expected 1.0 to 3.0"))
    let huge = NumPyLayout.magic + [2, 0, 0xFF, 0xFF, 0xFF, 0x7F]
    try Data(huge).write(to: URL(fileURLWithPath: scratch("a.npy")))
    #expect(fault(scratch("a.npy")).contains("its header has 2147483647 bytes; expected at most 1 MiB"))
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try recording(5))))
    for length in stride(from: 6, to: whole.count, by: 13) {
      try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: scratch("cut.npy")))
      #expect(message { _ = try RecordingReader(path: scratch("cut.npy")) } != nil, "\(length)")
    }
  }

  private func recording(_ count: Int) throws -> String {
    var generator = SeededGenerator(seed: 31)
    var writer = try RecordingWriter(path: scratch("r.npy"), force: true, header: header)
    for _ in 0..<count { try writer.write(RecordedFrame.random(using: &generator)) }
    try writer.close()
    return scratch("r.npy")
  }

  @Test("fields in another order, as float64, with padding, or beside nested or unknown ones give the same frame")
  func otherTypes() throws {
    func doubles(_ values: [Double]) -> [UInt8] { values.flatMap { value in withUnsafeBytes(of: value) { Array($0) } } }
    func floats(_ values: [Float]) -> [UInt8] { values.flatMap { value in withUnsafeBytes(of: value) { Array($0) } } }
    let unit: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 0.2, -0.3, 1]
    let description = """
      {'shape': (1,), 'fortran_order': True, 'descr': [('rightEye', '<f8', (16,)), ('tracked', '|u1'), ('', '|V3'), \
      ('note', '<U2'), ('deep', [('a', '<f4', (2,)), ('b', '|S3')]), ('participant', '<i8'), ('face', '<f4', (16,)), \
      ('camera', '<f4', 16), ('leftEye', '<f4', (16,)), (('title', 't'), '<f4'), ('intent', '<u2')]}
      """
    let row =
      doubles(unit.map(Double.init)) + [1] + [9, 9, 9] + [UInt8](repeating: 65, count: 8)
      + [UInt8](repeating: 7, count: 11) + [3, 0, 0, 0, 0, 0, 0, 0] + floats(unit) + floats(unit) + floats(unit)
      + floats([0.5]) + [2, 0]
    let path = try file(description, row, version: 3)
    var reader = try RecordingReader(path: path)
    let read = try #require(try reader.next())
    let frame = read.observation.frame
    #expect(frame.time == 0.5 && frame.isTracked && read.observation.participant == 3)
    #expect(read.observation.intent == .down && read.observation.target == nil && read.truth == nil)
    for matrix in [frame.camera, frame.face, frame.leftEye, frame.rightEye] {
      #expect((0..<16).map { matrix[$0] } == unit)
    }
    #expect(frame.blink == .zero && frame.lookAt.x.isNaN && frame.blendShapes == nil)
    let end = try reader.next()
    #expect(end == nil)
    // A float64 whose value is not a Float would lose digits.
    let wide = try file(description, doubles([Double](repeating: 0.1, count: 16)) + row.dropFirst(128), version: 2)
    #expect(
      fault(wide).contains("a.npy: field \"rightEye\": row 0: holds 0.1, which is not a float32"), "\(fault(wide))")
  }

  @Test("a value that no frame can have is refused by row and field")
  func values() throws {
    let layout = "[('t', '<f8'), \(needed), ('participant', '<i4'), ('intent', '|i1'), ('target', '<f8', (2,))]"
    func row(
      time: Double = 0, first: Float = 1, participant: Int32 = 0, intent: Int8 = -1, target: [Double] = [.nan, .nan]
    ) -> [UInt8] {
      var bytes = withUnsafeBytes(of: time) { Array($0) }
      for i in 0..<64 { bytes += withUnsafeBytes(of: i == 0 ? first : Float(0)) { Array($0) } }
      bytes += withUnsafeBytes(of: participant) { Array($0) } + [UInt8(bitPattern: intent)]
      for value in target { bytes += withUnsafeBytes(of: value) { Array($0) } }
      return bytes
    }
    func error(_ second: [UInt8]) throws -> String {
      fault(try file("{'descr': \(layout), 'fortran_order': False, 'shape': (2,), }", row() + second))
    }
    #expect(try error(row()) == "none")
    #expect(try error(row(first: .nan)) == "none")
    #expect(try error(row(time: .nan)) == "a.npy: field \"t\": row 1: is nan; expected seconds")
    #expect(try error(row(first: .infinity)).hasPrefix("a.npy: field \"camera\": row 1: is infinite"))
    #expect(try error(row(participant: -1)).hasPrefix("a.npy: field \"participant\": row 1: expected a whole number"))
    #expect(
      try error(row(intent: 9))
        == "a.npy: field \"intent\": row 1: is 9; expected -1 (no value), 0 (none), 1 (up), 2 (down)")
    #expect(
      try error(row(target: [1, .nan])).hasPrefix(
        "a.npy: field \"target\": row 1: is NaN in 1 of 2; expected all or none"))
  }

  @Test("without the recording's header the error names a source for one, and a given header is used")
  func lostHeader() throws {
    let path = try recording(3)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let trailer = NumPyLayout.trailer(header).count
    try bytes.dropLast(trailer).write(to: URL(fileURLWithPath: scratch("bare.npy")))
    let error = message { _ = try RecordingReader(path: scratch("bare.npy")) }
    #expect(error?.contains("has lost the recording's header (np.save leaves it out)") == true)
    let command = Wording.$isForCommand.withValue(true) {
      message { _ = try RecordingReader(path: scratch("bare.npy")) }
    }
    #expect(error?.contains("--") == false && command?.contains("--header RECORDING") == true)
    try convert(scratch("bare.npy"), scratch("again.npy"), header: header)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch("again.npy"))) == bytes)
    let own = message { _ = try RecordingReader(path: path, header: header) }
    #expect(own == "\(path): has its own header; leave the given one out")
  }

  @Test("each of 5,000 mutated files is read, with finite times, or refused with an error of one line")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 32)
    let valid = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try recording(3))))
    var (refused, read) = (0, 0)
    for round in 0..<5_000 {
      var bytes = valid
      // The description, the data, the end.
      let end = [valid.count, 800, valid.count][round % 3]
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: (round % 3 == 2 ? valid.count - 200 : 0)..<min(end, bytes.count), using: &generator)
        switch generator.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes[place] ^= 1 << UInt8(generator.next() % 8)
        case 2: bytes[place] = "()[]{}',0123456789<>|fiuVUbO".utf8.randomElement(using: &generator) ?? 0
        default: bytes.remove(at: place)
        }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: scratch("f.npy")))
      do {
        var reader = try RecordingReader(path: scratch("f.npy"))
        while let frame = try reader.next() {
          #expect(frame.observation.frame.time.isFinite)
          read += 1
        }
      } catch {
        #expect(!error.description.contains("\n"), "\(error)")
        refused += 1
      }
    }
    #expect(refused > 500 && read > 500, "\(refused) \(read)")
  }
}
