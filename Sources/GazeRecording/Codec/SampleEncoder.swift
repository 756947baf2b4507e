/// Samples to the bytes of one file's rows; a value, so that slabs of samples can be encoded concurrently and written in
/// order.
package struct SampleEncoder<Sample: RecordedSample>: Sendable {
  package let format: RecordingFormat
  let columns: SampleColumns
  private let codec: any SampleCodec<Sample>

  init(format: RecordingFormat, columns: SampleColumns, codec: any SampleCodec<Sample>) {
    (self.format, self.columns, self.codec) = (format, columns, codec)
  }

  /// Appends a sample's row. What the columns do not hold is left out.
  package func append(_ sample: Sample, into out: inout [UInt8]) {
    switch format {
    case .jsonl: codec.append(line: sample, into: &out)
    case .npy: codec.append(numPy: sample, columns, into: &out)
    case .csv: codec.append(csv: sample, columns, into: &out)
    }
  }
}
