import GazePipeline

/// A recording as a `.npy` file: its beginning, its rows, its end.
///
/// Rows are packed and little-endian, one structured type:
///
///     t f8 · participant i4 · camera, face, leftEye, rightEye (16,) f4 column-major · tracked b1 · blink (2,) f4 ·
///     lookAt (3,) f4 · target (2,) f8 · intent i1
///     with truth: truthGaze (2,) f8 · truthState i1 · truthPage f8      with blend shapes: blendShapes (52,) f4
///
/// NaN is none: a pose, lids, a target, a page that is not there. `FrameCodes` gives the numbers of intents and states.
/// The recording's header, its JSON line, follows the last row: numpy.load reads as many rows as the array has and does
/// not look further. Source of the container: numpy.lib.format, version 1.0.
enum NumPyLayout {
  static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)
  /// The last eight bytes of a file that holds a header; before them its length, 8 bytes.
  static let trailerMagic = Array("GAZEHEAD".utf8)
  static let trailerSize = 16

  struct Field {
    var name: String
    var type: String
    var count: Int
    var size: Int
  }

  static func fields(_ columns: FrameColumns) -> [Field] {
    func f4(_ name: String, _ count: Int) -> Field { Field(name: name, type: "<f4", count: count, size: 4) }
    func f8(_ name: String, _ count: Int) -> Field { Field(name: name, type: "<f8", count: count, size: 8) }
    func i1(_ name: String) -> Field { Field(name: name, type: "|i1", count: 1, size: 1) }
    var all = [
      f8("t", 1), Field(name: "participant", type: "<i4", count: 1, size: 4), f4("camera", 16), f4("face", 16),
      f4("leftEye", 16), f4("rightEye", 16), Field(name: "tracked", type: "|b1", count: 1, size: 1), f4("blink", 2),
      f4("lookAt", 3), f8("target", 2), i1("intent"),
    ]
    if columns.truth { all += [f8("truthGaze", 2), i1("truthState"), f8("truthPage", 1)] }
    if columns.blendShapes { all.append(f4("blendShapes", BlendShapes.names.count)) }
    return all
  }

  static func rowSize(_ columns: FrameColumns) -> Int { fields(columns).reduce(0) { $0 + $1.count * $1.size } }

  /// The file's beginning; of one length whatever the number of rows, so that it can be written again at the end.
  static func preamble(_ columns: FrameColumns, rows: Int) -> [UInt8] {
    let fields = fields(columns).map { field in
      "('\(field.name)', '\(field.type)'" + (field.count == 1 ? ")" : ", (\(field.count),))")
    }
    let list = fields.joined(separator: ", ")
    func dictionary(_ rows: Int) -> String {
      "{'descr': [\(list)], 'fortran_order': False, 'shape': (\(rows),), }"
    }
    // The magic, the version, the length, and a line end; NumPy wants a multiple of 64.
    let total = (10 + dictionary(.max).utf8.count + 1 + 63) / 64 * 64
    var bytes = magic + [1, 0, UInt8((total - 10) & 0xFF), UInt8((total - 10) >> 8)] + Array(dictionary(rows).utf8)
    bytes += [UInt8](repeating: 0x20, count: total - 1 - bytes.count) + [0x0A]
    return bytes
  }

  /// The file's end.
  static func trailer(_ header: RecordingHeader) -> [UInt8] {
    var line: [UInt8] = []
    RecordingEncoder.append(header, into: &line)
    let length = UInt64(line.count)
    return line + (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + trailerMagic
  }

  /// Appends a row. What JSON Lines could not hold is written as it would read back from there, so that both formats
  /// say the same: a pose, lids or a point that is not finite as a whole is NaN as a whole.
  static func append(_ recorded: RecordedFrame, _ columns: FrameColumns, into out: inout [UInt8]) {
    let (observation, frame) = (recorded.observation, recorded.observation.frame)
    let start = out.count
    let size = 306 + (columns.truth ? 25 : 0) + (columns.blendShapes ? 208 : 0)
    out.append(contentsOf: repeatElement(0, count: size))
    out.withUnsafeMutableBytes { bytes in
      var row = Cursor(bytes: bytes, place: start)
      row.put(frame.time.bitPattern.littleEndian)
      row.put(Int32(truncatingIfNeeded: observation.participant).littleEndian)
      row.put(frame.camera)
      row.put(frame.face)
      row.put(frame.leftEye)
      row.put(frame.rightEye)
      row.put(frame.isTracked ? UInt8(1) : 0)
      let blink = frame.blink
      row.put([blink.x, blink.y], isThere: blink.x.isFinite && blink.y.isFinite)
      let look = frame.lookAt
      row.put([look.x, look.y, look.z], isThere: look.x.isFinite && look.y.isFinite && look.z.isFinite)
      row.put(observation.target)
      row.put(FrameCodes.code(observation.intent))
      if columns.truth {
        row.put(recorded.truth?.gaze)
        row.put(FrameCodes.code(recorded.truth?.state))
        let page = recorded.truth?.page
        row.put((page.map { $0.isFinite ? $0 : .nan } ?? .nan).bitPattern.littleEndian)
      }
      if columns.blendShapes {
        for i in BlendShapes.names.indices {
          let value = frame.blendShapes.map { $0[i].isFinite ? $0[i] : 0 } ?? .nan
          row.put(value.bitPattern.littleEndian)
        }
      }
    }
  }

  private struct Cursor {
    let bytes: UnsafeMutableRawBufferPointer
    var place: Int

    @inline(__always)
    mutating func put<T: BitwiseCopyable>(_ value: T) {
      bytes.storeBytes(of: value, toByteOffset: place, as: T.self)
      place += MemoryLayout<T>.size
    }

    @inline(__always)
    mutating func put(_ matrix: TransformMatrix) {
      let matrix = matrix.isFinite ? matrix : .unknown
      // Every machine that Swift builds for here is little-endian.
      put(matrix.columns.0)
      put(matrix.columns.1)
      put(matrix.columns.2)
      put(matrix.columns.3)
    }

    @inline(__always)
    mutating func put(_ values: [Float], isThere: Bool) {
      for value in values { put((isThere ? value : .nan).bitPattern.littleEndian) }
    }

    @inline(__always)
    mutating func put(_ point: SIMD2<Double>?) {
      let point = point.map { $0.isFinite ? $0 : SIMD2(repeating: .nan) } ?? SIMD2(repeating: .nan)
      put(point.x.bitPattern.littleEndian)
      put(point.y.bitPattern.littleEndian)
    }
  }
}
