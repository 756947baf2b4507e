/// How the samples of head, body, drag and any rig to come stand in each format: all from their list of fields.
struct RigCodec<Sample: RigSample>: SampleCodec {
  let layout = RigLayout(Sample.fields)

  private func values(_ sample: Sample) -> [Double] {
    var values = [Double](repeating: .nan, count: layout.count)
    sample.write(to: &values)
    return values
  }

  func columns(of sample: Sample) -> SampleColumns { layout.hasTruth(values(sample)) ? .truth : [] }

  func check(_ sample: Sample) throws(LineFault) {
    let values = values(sample)
    try layout.check(values)
    // What the rig itself would refuse when it is read.
    let _: Sample = try layout.sample(time: sample.time, participant: sample.participant, values)
  }

  func stripped(_ sample: Sample, time: Double?) throws(LineFault) -> Sample {
    var values = values(sample)
    for slot in layout.slots where slot.isTruth {
      for place in slot.range { values[place] = .nan }
    }
    return try layout.sample(time: time ?? sample.time, participant: sample.participant, values)
  }

  func append(line sample: Sample, into out: inout [UInt8]) {
    RigLine.append(layout, time: sample.time, participant: sample.participant, values(sample), into: &out)
  }

  func append(csv sample: Sample, _ columns: SampleColumns, into out: inout [UInt8]) {
    RigCSV.append(layout, time: sample.time, participant: sample.participant, values(sample), columns, into: &out)
  }

  func append(numPy sample: Sample, _ columns: SampleColumns, into out: inout [UInt8]) {
    RigNumPy.append(layout, time: sample.time, participant: sample.participant, values(sample), columns, into: &out)
  }

  func names(_ columns: SampleColumns) -> [String] { RigCSV.names(layout, columns) }
  func fields(_ columns: SampleColumns) -> [NumPyLayout.Field] { RigNumPy.fields(layout, columns) }

  func line() -> RigLine.Decoder<Sample> { RigLine.Decoder(layout) }
  func row(of table: CSVTable) throws(LineFault) -> RigCSV.Decoder<Sample> { try RigCSV.Decoder(layout, table.titles) }
  func row(of fields: [NumPyHeader.Field]) throws(LineFault) -> RigNumPy.Decoder<Sample> {
    try RigNumPy.Decoder(layout, fields)
  }
  func samples(_ rows: consuming CodedRows<RigCodec>) -> any SampleRows<Sample> { RigRows(rows) }
}

/// The samples of an opened file.
private final class RigRows<Sample: RigSample>: SampleRows {
  private var rows: CodedRows<RigCodec<Sample>>
  private var order = Sample.Order()

  init(_ rows: consuming CodedRows<RigCodec<Sample>>) { self.rows = rows }

  var isCutOff: Bool { rows.isCutOff }
  func next() throws(FileError) -> Sample? {
    let sample = try rows.next()
    guard rows.isOrdered else { return sample }
    do throws(SampleFault) {
      if let sample { try order.check(sample) } else if !rows.isCutOff { try order.finish() }
    } catch {
      throw rows.fault(LineFault(field: error.field, message: error.message))
    }
    return sample
  }
}

extension RigSample {
  /// JSON Lines, NumPy and CSV from `fields`.
  public static var coding: SampleCoding<Self> { SampleCoding(RigCodec<Self>()) }
}
