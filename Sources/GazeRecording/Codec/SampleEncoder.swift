/// Samples to the bytes of one file's rows; a value, so that slabs of samples can be encoded concurrently and written in
/// order.
package struct SampleEncoder<Sample: RigSample>: Sendable {
  package let format: RecordingFormat
  let columns: SampleColumns
  let layout: FieldLayout

  /// The rows of samples.
  package func rows(of samples: some Collection<Sample>) -> EncodedRows {
    var rows = EncodedRows(samples: samples.count)
    rows.bytes.reserveCapacity(samples.count * 1200)
    for sample in samples { rows.lacking.formUnion(append(sample, into: &rows.bytes)) }
    return rows
  }

  /// Appends a sample's row.
  ///
  /// - Returns: the columns that it needs and the file does not have.
  @discardableResult func append(_ sample: Sample, into out: inout [UInt8]) -> SampleColumns {
    layout.withRow(of: sample) { row in
      layout.append(row, format, columns, into: &out)
      return format == .jsonl ? [] : layout.columns(row, beside: columns)
    }
  }
}

/// Rows as they stand in a file.
package struct EncodedRows: Sendable {
  var bytes: [UInt8] = []
  /// How many.
  package let samples: Int
  /// Columns that the samples need and the file does not have: what they hold is left out of the rows.
  var lacking: SampleColumns = []

  init(samples: Int) { self.samples = samples }
}
