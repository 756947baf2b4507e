import Foundation
import GazePipeline
import TestSupport

@testable import GazeRecording

/// Bytes of the samples' rows: equal if all numbers are, to the last bit; all unknown numbers are equal.
func rows<Sample: RigSample>(_ samples: [Sample]) -> [[UInt8]] {
  let layout = FieldLayout(Sample.self)
  return samples.map { layout.withRow(of: $0) { Array(UnsafeRawBufferPointer(start: $0, count: layout.size)) } }
}

/// All samples of a recording in memory, which errors call `a`, and whether it was cut off.
@discardableResult func read<Sample: RigSample>(
  _: Sample.Type, bytes: [UInt8], ordered: Bool = false
) throws -> (samples: [Sample], isCutOff: Bool) {
  var reader = try SampleReader<Sample>(RecordingFile(bytes: bytes, name: "a"), ordered: ordered)
  var samples: [Sample] = []
  try reader.forEach { samples.append($0) }
  return (samples, reader.isCutOff)
}

@discardableResult func read<Sample: RigSample>(
  _ type: Sample.Type, text: String, ordered: Bool = false
) throws -> (samples: [Sample], isCutOff: Bool) {
  try read(type, bytes: Array(text.utf8), ordered: ordered)
}

/// Copies a recording of gaze as `gazesim convert` does.
func convert(_ from: String, _ to: String, header: RecordingHeader? = nil) throws {
  let given = try RecordingFile(path: from, header: header).header
  try write(read(RecordedFrame.self, from, header: header).samples, given, to: to)
}

/// Writes a recording of these samples.
func write<Sample: RigSample>(_ samples: [Sample], _ header: RecordingHeader, to path: String) throws {
  var writer = try SampleWriter<Sample>(path: path, force: true, header: header)
  for sample in samples { try writer.write(sample) }
  try writer.close()
}

/// All samples of a recording, and whether it was cut off.
func read<Sample: RigSample>(
  _: Sample.Type, _ path: String, header: RecordingHeader? = nil
) throws -> (samples: [Sample], isCutOff: Bool) {
  var reader = try SampleReader<Sample>(RecordingFile(path: path, header: header))
  var samples: [Sample] = []
  try reader.forEach { samples.append($0) }
  return (samples, reader.isCutOff)
}
