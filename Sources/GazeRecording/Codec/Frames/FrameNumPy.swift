import GazePipeline

/// A frame as a row of a `.npy`:
///
///     t f8 · participant i4 · camera, face, leftEye, rightEye (16,) f4 column-major · tracked b1 · blink (2,) f4 ·
///     lookAt (3,) f4 · target (2,) f8 · intent i1
///     with truth: truthGaze (2,) f8 · truthState i1 · truthPage f8      with blend shapes: blendShapes (52,) f4
///
/// NaN is none: a pose, lids, a target, a page that is not there. `FrameCodes` gives the numbers of intents and states.
enum FrameNumPy {
  static func fields(_ columns: SampleColumns) -> [NumPyLayout.Field] {
    var all: [NumPyLayout.Field] = [
      .f8("t"), .i4("participant"), .f4("camera", 16), .f4("face", 16),
      .f4("leftEye", 16), .f4("rightEye", 16), NumPyLayout.Field(name: "tracked", type: "|b1", count: 1, size: 1),
      .f4("blink", 2),
      .f4("lookAt", 3), .f8("target", 2), .i1("intent"),
    ]
    if columns.contains(.truth) { all += [.f8("truthGaze", 2), .i1("truthState"), .f8("truthPage")] }
    if columns.contains(.blendShapes) { all.append(.f4("blendShapes", BlendShapes.names.count)) }
    return all
  }

  /// Appends a row. What JSON Lines could not hold is written as it would read back from there, so that both formats
  /// say the same: a pose, lids or a point that is not finite as a whole is NaN as a whole.
  static func append(_ recorded: RecordedFrame, _ columns: SampleColumns, into out: inout [UInt8]) {
    let (observation, frame) = (recorded.observation, recorded.observation.frame)
    let start = out.count
    let size = 306 + (columns.contains(.truth) ? 25 : 0) + (columns.contains(.blendShapes) ? 208 : 0)
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
      if columns.contains(.truth) {
        row.put(recorded.truth?.gaze)
        row.put(FrameCodes.code(recorded.truth?.state))
        let page = recorded.truth?.page
        row.put((page.map { $0.isFinite ? $0 : .nan } ?? .nan).bitPattern.littleEndian)
      }
      if columns.contains(.blendShapes) {
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
