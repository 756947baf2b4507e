import GazePipeline

/// Encodes samples as rows of one file. The encoder is a value type without state, so blocks of samples can be encoded
/// concurrently and written in order afterwards.
package struct SampleEncoder<Sample: RigSample>: Sendable {
  package let format: RecordingFormat
  let columns: SampleColumns
  let layout: FieldLayout

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

/// Rows of some samples, ready to be written.
package struct EncodedRows: Sendable {
  var bytes: [UInt8] = []
  package let samples: Int
  /// Groups of columns that the samples need and the file does not have; the values of these columns are missing in the
  /// rows.
  var lacking: SampleColumns = []
}

/// Encodes recordings of gaze as JSON Lines, by pure functions that append to a buffer.
///
/// Numbers are written as the shortest text that reads back bit for bit. Numbers that are not finite have no JSON text.
/// If a pose, `blink` or `lookAt` holds such a number, it is left out of a lost frame and is `null` in a tracked frame;
/// it reads back with all numbers NaN. A frame without a finite time cannot be read back; `RecordingWriter` refuses it.
public enum RecordingEncoder {
  private static let lines = SampleEncoder<RecordedFrame>(
    format: .jsonl, columns: .all, layout: FieldLayout(RecordedFrame.self))

  /// Appends a frame's line.
  public static func append(_ recorded: RecordedFrame, into out: inout [UInt8]) { lines.append(recorded, into: &out) }

  // MARK: Header

  /// Appends a header's line.
  ///
  /// The keys are those of `HeaderLine.Key` in `HeaderDecoder.swift`, which ignores others. `RecordingHeaderTests`
  /// lists them in this order and compares a header that was written with the one that was read; the schema repeats
  /// them.
  package static func append(_ header: RecordingHeader, into out: inout [UInt8]) {
    out.append("{\"format\":\"gazesim.recording\",\"version\":\(RecordingVersion.of(header))")
    out.append(",\"rig\":", quoted: header.rig)
    out.append(",\"device\":", quoted: header.device)
    out.append(",\"rate\":")
    out.append(header.rate)
    if let seed = header.seed { out.append(",\"seed\":\(seed)") }
    if let phone = header.phone { out.append(",\"phone\":\(phone)") }
    if let noise = header.noise { out.append(",\"noise\":\(noise)") }
    out.append(",\"loop\":", quoted: header.loop)
    out.append(",\"personCalibration\":", quoted: header.personCalibration)
    out.append(",\"scenario\":", quoted: header.scenario)
    out.append(",\"participants\":\(header.participants)")
    out.append(",\"preset\":", quoted: header.preset)
    out.append(",\"person\":", quoted: header.person)
    if let session = header.session { append(session, into: &out) }
    out.append(",\"source\":\"\(header.source.rawValue)\"")
    if let points = header.points { out.append(",\"points\":", [points.x, points.y]) }
    if header.orientation != .portrait { out.append(",\"orientation\":\"\(header.orientation.rawValue)\"") }
    if let state = header.thermalState { out.append(",\"thermalState\":\"\(state.rawValue)\"") }
    if !header.lines.isEmpty { append(",\"lines\":", header.lines, into: &out) }
    if !header.pages.isEmpty {
      out.append(",\"pages\":")
      out.append(list: header.pages) { out, page in
        out.append("{\"participant\":\(page.participant)")
        append(",\"lines\":", page.lines, into: &out)
        out.append("}")
      }
    }
    if !header.constants.isEmpty { append(header.constants, into: &out) }
    if !header.assumptions.isEmpty {
      out.append(",\"assumptions\":")
      out.append(list: header.assumptions) { $0.append(quoted: $1) }
    }
    if let truth = header.truth { append(truth, into: &out) }
    out.append("}\n")
  }

  /// A header's line.
  static func line(_ header: RecordingHeader) -> [UInt8] {
    var line: [UInt8] = []
    append(header, into: &line)
    return line
  }

  private static func append(_ key: String, _ lines: [RecordingHeader.LineBox], into out: inout [UInt8]) {
    out.append(key)
    out.append(list: lines) { $0.append(list: $1.list) { $0.append($1) } }
  }

  /// Appends a session: as a number if the session is only a number, as in simulations, else as an object.
  private static func append(_ session: RecordingHeader.Session, into out: inout [UInt8]) {
    out.append(",\"session\":")
    if session.start == nil, let number = session.number { return out.append("\(number)") }
    out.append("{\"id\":", quoted: session.identifier)
    out.append(",\"start\":", quoted: session.start)
    out.append("}")
  }

  /// Appends the constants sorted by name, so that equal headers have equal bytes.
  private static func append(_ constants: [String: Double], into out: inout [UInt8]) {
    out.append(",\"constants\":{")
    for (i, constant) in constants.sorted(by: { $0.key < $1.key }).enumerated() {
      if i > 0 { out.append(.comma) }
      out.append(quoted: constant.key)
      out.append(.colon)
      out.append(constant.value)
    }
    out.append("}")
  }

  private static func append(_ truth: RecordingHeader.Truth, into out: inout [UInt8]) {
    out.append(",\"truth\":{\"screen\":", truth.screen)
    out.append(",\"camera\":", truth.camera)
    out.append(",\"people\":")
    out.append(list: truth.people) { out, person in
      out.append("{\"participant\":\(person.participant),\"failing\":\(person.failing)")
      out.append(",\"kappaLeft\":", person.kappaLeft)
      out.append(",\"kappaRight\":", person.kappaRight)
      out.append(",\"flag\":", quoted: person.flag)
      out.append("}")
    }
    out.append("}")
  }
}

extension [UInt8] {
  /// Appends a key and a string; nothing for nil.
  fileprivate mutating func append(_ key: String, quoted text: String?) {
    guard let text else { return }
    append(key)
    append(quoted: text)
  }
}
