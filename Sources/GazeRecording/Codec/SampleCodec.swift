/// How one sample stands in each format. The containers (`SampleReader`, `SampleWriter`) know the rest of a file: header,
/// lines, names, array, compression, what was cut off.
protocol SampleCodec<Sample>: Sendable {
  associatedtype Sample: RecordedSample
  associatedtype Line: JSONLineDecoder where Line.Sample == Sample
  associatedtype CSVRow: CSVRowDecoder where CSVRow.Sample == Sample
  associatedtype NumPyRow: NumPyRowDecoder where NumPyRow.Sample == Sample

  // MARK: What a sample may be

  /// The columns that a table must have for it, of those that not every table has.
  func columns(of sample: Sample) -> SampleColumns
  /// The same for many.
  func columns(of samples: [Sample]) -> SampleColumns
  /// Refuses what could be written and not read back, time and participant aside.
  func check(_ sample: Sample) throws(LineFault)
  /// Refuses what nothing that works with durations can use, time aside.
  func checkOrdered(_ sample: Sample) throws(LineFault)
  /// Without truth and whatever else says more of a person than the rig needs; its time is another where one is given.
  func stripped(_ sample: Sample, time: Double?) throws(LineFault) -> Sample

  // MARK: Writing

  /// Appends a line of JSON.
  func append(line sample: Sample, into out: inout [UInt8])
  /// Appends a CSV row of these columns.
  func append(csv sample: Sample, _ columns: SampleColumns, into out: inout [UInt8])
  /// Appends a row of an array of these columns.
  func append(numPy sample: Sample, _ columns: SampleColumns, into out: inout [UInt8])
  /// A CSV's names.
  func names(_ columns: SampleColumns) -> [String]
  /// An array's fields.
  func fields(_ columns: SampleColumns) -> [NumPyLayout.Field]

  // MARK: Reading

  /// What reads lines of JSON.
  func line() -> Line
  /// What reads the rows of a CSV with these names.
  func row(of table: CSVTable) throws(LineFault) -> CSVRow
  /// What reads the rows of an array with these fields.
  func row(of fields: [NumPyHeader.Field]) throws(LineFault) -> NumPyRow
  /// The samples of an opened file, their type known to the compiler where speed wants it.
  func samples(_ rows: consuming CodedRows<Self>) -> any SampleRows<Sample>
}

extension SampleCodec {
  func columns(of samples: [Sample]) -> SampleColumns {
    var all: SampleColumns = []
    for sample in samples { all.formUnion(columns(of: sample)) }
    return all
  }

  func checkOrdered(_ sample: Sample) throws(LineFault) {}
}

/// One line of JSON Lines to one sample.
protocol JSONLineDecoder {
  associatedtype Sample
  mutating func sample(_ line: UnsafeRawBufferPointer) throws(LineFault) -> Sample
}

/// One row of a CSV to one sample; the table has split it.
protocol CSVRowDecoder {
  associatedtype Sample
  mutating func sample(_ table: borrowing CSVTable, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Sample
}

/// One row of an array to one sample.
protocol NumPyRowDecoder {
  associatedtype Sample
  mutating func sample(_ row: UnsafeRawPointer) throws(LineFault) -> Sample
}

/// The samples of a file, one after another.
protocol SampleRows<Sample>: AnyObject {
  associatedtype Sample
  /// The file ended in the middle of one; known once `next()` has given nil.
  var isCutOff: Bool { get }
  func next() throws(FileError) -> Sample?
}
