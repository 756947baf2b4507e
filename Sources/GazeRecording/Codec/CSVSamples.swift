/// The samples of a CSV recording, a row at a time.
///
/// Columns by name in any order, unknown ones skipped; a separator of tab or semicolon is recognised in the line of names.
struct CSVSamples<Codec: SampleCodec>: ~Copyable {
  private var source: LineSource
  private var table: CSVTable
  private var decoder: Codec.CSVRow
  /// The file ended in the middle of a row.
  private(set) var isCutOff = false

  /// The line of names was the source's last one.
  init(_ source: consuming LineSource, names: [UInt8], _ codec: Codec) throws(FileError) {
    let (name, number) = (source.name, source.line)
    let (table, decoder): (CSVTable, Codec.CSVRow)
    do throws(LineFault) {
      table = try CSVTable(names: names, known: codec.names(.all))
      decoder = try codec.row(of: table)
    } catch {
      throw FileError(path: name, line: number, field: error.field, message: error.message)
    }
    (self.table, self.decoder) = (table, decoder)
    self.source = source
  }

  /// The next sample, nil after the last whole one. Empty lines and comments are skipped.
  ///
  /// A row without a line end is none: whether its last number is whole, nobody can tell.
  mutating func next() throws(FileError) -> Codec.Sample? {
    while let bytes = try source.next() {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) || bytes.first == UInt8(ascii: "#") { continue }
      guard !source.isUnterminated else {
        isCutOff = true
        CutOffRecordings.heard?.add(source.name, line: source.line)
        return nil
      }
      do throws(LineFault) {
        try table.split(bytes)
        return try decoder.sample(table, bytes)
      } catch {
        throw fault(error)
      }
    }
    return nil
  }

  /// The fault with the number of the line given last.
  func fault(_ fault: LineFault) -> FileError {
    FileError(path: source.name, line: source.line, field: fault.field, message: fault.message)
  }
}
