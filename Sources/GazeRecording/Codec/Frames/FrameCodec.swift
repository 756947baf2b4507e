import GazePipeline

/// A recording of gaze, read a frame at a time.
public typealias RecordingReader = SampleReader<RecordedFrame>
/// A recording of gaze being written.
public typealias RecordingWriter = SampleWriter<RecordedFrame>
/// Gaze frames to the bytes of a file's rows.
package typealias FrameEncoder = SampleEncoder<RecordedFrame>

extension SampleColumns {
  /// The 52 facial coefficients.
  static let blendShapes = SampleColumns(rawValue: 2)
}

/// How gaze's frames stand in each format: bytes to values without a step between, since a recording has hundreds of
/// thousands.
struct FrameCodec: SampleCodec {
  /// How far a lid is closed, with room for rounding.
  private static let lids: ClosedRange<Float> = -0.01...1.01

  struct Line: JSONLineDecoder {
    func sample(_ line: UnsafeRawBufferPointer) throws(LineFault) -> RecordedFrame { try FrameDecoder.frame(line) }
  }

  func columns(of frame: RecordedFrame) -> SampleColumns {
    var columns: SampleColumns = []
    if frame.truth != nil { columns.insert(.truth) }
    if frame.observation.frame.blendShapes != nil { columns.insert(.blendShapes) }
    return columns
  }

  func check(_ frame: RecordedFrame) {}

  func checkOrdered(_ recorded: RecordedFrame) throws(LineFault) {
    let blink = recorded.observation.frame.blink
    for lid in [blink.x, blink.y] where lid < Self.lids.lowerBound || lid > Self.lids.upperBound {
      throw LineFault(field: "blink", message: "is \(lid); expected 0 (open) to 1 (closed)")
    }
  }

  func stripped(_ frame: RecordedFrame, time: Double?) -> RecordedFrame {
    var stripped = frame
    stripped.truth = nil
    stripped.observation.frame.blendShapes = nil
    if let time { stripped.observation.frame.time = time }
    return stripped
  }

  func append(line frame: RecordedFrame, into out: inout [UInt8]) { RecordingEncoder.append(frame, into: &out) }
  func append(csv frame: RecordedFrame, _ columns: SampleColumns, into out: inout [UInt8]) {
    FrameCSV.append(frame, columns, into: &out)
  }
  func append(numPy frame: RecordedFrame, _ columns: SampleColumns, into out: inout [UInt8]) {
    FrameNumPy.append(frame, columns, into: &out)
  }
  func names(_ columns: SampleColumns) -> [String] { FrameCSV.names(columns).map(\.name) }
  func fields(_ columns: SampleColumns) -> [NumPyLayout.Field] { FrameNumPy.fields(columns) }

  func line() -> Line { Line() }
  func row(of table: CSVTable) throws(LineFault) -> FrameCSVRow { try FrameCSVRow(table.titles) }
  func row(of fields: [NumPyHeader.Field]) throws(LineFault) -> FrameNumPyRow { try FrameNumPyRow(fields) }
  func samples(_ rows: consuming CodedRows<FrameCodec>) -> any SampleRows<RecordedFrame> { FrameRows(rows) }
}

/// Not generic, so that the compiler makes the whole way from the bytes to the frame for this type alone.
private final class FrameRows: SampleRows {
  private var rows: CodedRows<FrameCodec>

  init(_ rows: consuming CodedRows<FrameCodec>) { self.rows = rows }

  var isCutOff: Bool { rows.isCutOff }
  func next() throws(FileError) -> RecordedFrame? { try rows.next() }
}

extension RecordedFrame: RecordedSample {
  /// Gaze.
  public static var rig: String { "gaze" }
  /// A byte-level codec of its own.
  public static var coding: SampleCoding<RecordedFrame> { SampleCoding(FrameCodec()) }

  /// Seconds.
  public var time: Double { observation.frame.time }
  /// Whose, 0-based within the recording.
  public var participant: Int { observation.participant }
  /// A simulator's truth is there.
  public var hasTruth: Bool { truth != nil }
}

extension SampleReader where Sample == RecordedFrame {
  /// What a calibration may see of every frame that is left: all but the truth.
  public mutating func observations() throws(FileError) -> [RecordedFrame.Observation] {
    var all: [RecordedFrame.Observation] = []
    while let frame = try next() { all.append(frame.observation) }
    return all
  }
}
