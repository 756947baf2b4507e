/// Frames to the bytes of one file's rows; a value, so that slabs of frames can be encoded concurrently and written in
/// order.
package struct FrameEncoder: Sendable {
  package let format: RecordingFormat
  package let columns: FrameColumns

  /// Appends a frame's row. What the columns do not hold is left out.
  package func append(_ frame: RecordedFrame, into out: inout [UInt8]) {
    switch format {
    case .jsonl: RecordingEncoder.append(frame, into: &out)
    case .npy: NumPyLayout.append(frame, columns, into: &out)
    case .csv: CSVLayout.append(frame, columns, into: &out)
    }
  }
}
