/// Encodes samples as rows of one file. The encoder is a value type without state, so blocks of samples can be encoded
/// concurrently and written in order afterwards.
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
  /// - Returns: the columns that the sample needs and the file does not have.
  @discardableResult func append(_ sample: Sample, into out: inout [UInt8]) -> SampleColumns {
    layout.withRow(of: sample) { row in
      layout.append(row, format, columns, into: &out)
      return format == .jsonl ? [] : layout.columns(row, beside: columns)
    }
  }
}

/// Encoded rows of a file.
package struct EncodedRows: Sendable {
  var bytes: [UInt8] = []
  /// Number of samples.
  package let samples: Int
  /// Groups of columns that the samples need and the file does not have; the values of these columns are missing in the
  /// rows.
  var lacking: SampleColumns = []

  init(samples: Int) { self.samples = samples }
}
