/// Samples to the bytes of one file's rows; a value, so that slabs of samples can be encoded concurrently and written in
/// order.
package struct SampleEncoder<Sample: RigSample>: Sendable {
  package let format: RecordingFormat
  let columns: SampleColumns
  let layout: FieldLayout

  /// Appends a sample's row. What the columns do not hold is left out.
  package func append(_ sample: Sample, into out: inout [UInt8]) {
    layout.withRow(of: sample) { layout.append($0, format, columns, into: &out) }
  }
}

/// Gaze frames to the bytes of a file's rows.
package typealias FrameEncoder = SampleEncoder<RecordedFrame>
