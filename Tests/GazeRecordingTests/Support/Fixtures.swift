import Foundation
import GazePipeline
import TestSupport

@testable import GazeRecording

extension RecordedFrame {
  /// A frame whose numbers are all drawn from all finite bit patterns.
  static func random(using generator: inout SeededGenerator) -> RecordedFrame {
    func float() -> Float {
      while true {
        let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
        if value.isFinite { return value }
      }
    }
    func double() -> Double {
      while true {
        let value = Double(bitPattern: generator.next())
        if value.isFinite { return value }
      }
    }
    func matrix() -> TransformMatrix {
      var matrix = TransformMatrix.identity
      for i in 0..<16 { matrix[i] = float() }
      return matrix
    }
    var shapes = BlendShapes()
    for i in BlendShapes.names.indices { shapes[i] = float() }
    let frame = FaceFrame(
      time: double(), isTracked: generator.next() & 1 == 0, camera: matrix(), face: matrix(), leftEye: matrix(),
      rightEye: matrix(), blink: SIMD2(float(), float()), lookAt: SIMD3(float(), float(), float()),
      blendShapes: generator.next() & 1 == 0 ? shapes : nil)
    let intent = ([nil] + ScrollDirection.allCases.map(Optional.some)).randomElement(using: &generator) ?? nil
    let observation = RecordedFrame.Observation(
      participant: generator.int(0...100_000), frame: frame,
      target: generator.next() & 1 == 0 ? SIMD2(double(), double()) : nil, intent: intent,
      app: .random(seed: frame.time.bitPattern))
    let state = RecordedFrame.Truth.State.allCases.randomElement(using: &generator) ?? .read
    let truth = RecordedFrame.Truth(gaze: generator.next() & 1 == 0 ? SIMD2(double(), double()) : nil, state: state)
    return RecordedFrame(observation: observation, truth: generator.next() & 1 == 0 ? truth : nil)
  }
}

extension RecordedFrame.AppState {
  /// Parts drawn from all finite bit patterns, half of them absent. They have a random stream of their own, so the
  /// other numbers of a frame with the same seed are the same as before these parts existed.
  static func random(seed: UInt64) -> RecordedFrame.AppState {
    var generator = SeededGenerator(seed: seed)
    guard generator.next() & 1 == 0 else { return RecordedFrame.AppState() }
    func double() -> Double? {
      let value = Double(bitPattern: generator.next())
      return value.isFinite && generator.next() & 1 == 0 ? value : nil
    }
    func point() -> SIMD2<Double>? { double().flatMap { x in double().map { SIMD2(x, $0) } } }
    let scroll = ([nil] + ScrollDirection.allCases.map(Optional.some)).randomElement(using: &generator) ?? nil
    return RecordedFrame.AppState(pointer: point(), scroll: scroll, tap: point(), dot: point(), page: double())
  }
}

let headerLine =
  #"{"format":"gazesim.recording","version":2,"device":"iphone12mini","rate":60,"scenario":"s","participants":100001}"#

/// Sixteen zeros and ones: the unit matrix as a list.
let unit = "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"
/// The poses of a tracked frame.
let poses = #""camera":\#(unit),"face":\#(unit),"leftEye":\#(unit),"rightEye":\#(unit)"#

/// The poses of a tracked frame in the description of a `.npy`.
let arrayPoses =
  "('camera', '<f4', (16,)), ('face', '<f4', (16,)), ('leftEye', '<f4', (16,)), ('rightEye', '<f4', (16,))"

/// Writes a `.npy` with this description and these rows, followed by a header.
func writeArray(
  _ description: String, _ rows: [UInt8], _ header: RecordingHeader = usualHeader, version: UInt8 = 1, to path: String
) throws {
  let text = Array((description + "\n").utf8)
  let length = (0..<(version == 1 ? 2 : 4)).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
  let bytes = NumPyLayout.magic + [version, 0] + length + text + rows + NumPyLayout.trailer(header)
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}

/// A header of gaze for any number of people.
let usualHeader = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 100_001, source: .recorded)

/// A tracked frame whose poses are the unit matrix.
func plainFrame(
  time: Double = 0, participant: Int = 0, app: RecordedFrame.AppState = .init(), truth: RecordedFrame.Truth? = nil,
  _ change: (inout FaceFrame) -> Void = { _ in }
) -> RecordedFrame {
  var frame = FaceFrame(time: time, face: .identity, leftEye: .identity, rightEye: .identity)
  change(&frame)
  return RecordedFrame(observation: .init(participant: participant, frame: frame, app: app), truth: truth)
}

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

/// The frame of one line, with the usual header.
func frame(_ line: String) throws -> RecordedFrame {
  try read(RecordedFrame.self, text: "\(headerLine)\n\(line)\n").samples[0]
}

/// The line of a header.
func line(_ header: RecordingHeader) -> String {
  var bytes: [UInt8] = []
  RecordingEncoder.append(header, into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Copies a recording of gaze as `gazesim convert` does.
func convert(_ from: String, _ to: String, header: RecordingHeader? = nil) throws {
  let given = try RecordingFile(path: from, header: header).header
  try write(read(RecordedFrame.self, from, header: header).samples, given, to: to)
}
