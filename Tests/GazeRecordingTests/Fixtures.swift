import Foundation
import GazePipeline
import GazeRecording

/// An empty folder that is gone with the value.
final class ScratchFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("gazesim-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  func contents() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }
}

/// SplitMix64 (Steele, Lea & Flood 2014): the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension RecordedFrame {
  /// Frames whose every number is drawn from all finite bit patterns.
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
      participant: Int.random(in: 0...100_000, using: &generator), frame: frame,
      target: generator.next() & 1 == 0 ? SIMD2(double(), double()) : nil, intent: intent)
    let state = Truth.State.allCases.randomElement(using: &generator) ?? .read
    let truth = Truth(gaze: generator.next() & 1 == 0 ? SIMD2(double(), double()) : nil, state: state)
    return RecordedFrame(observation: observation, truth: generator.next() & 1 == 0 ? truth : nil)
  }
}

/// The bits of every number of a frame, since −0 equals 0 and NaN nothing.
func bits(_ recorded: RecordedFrame) -> [UInt64] {
  let frame = recorded.observation.frame
  let matrices = [frame.camera, frame.face, frame.leftEye, frame.rightEye]
  var floats = matrices.flatMap { matrix in (0..<16).map { matrix[$0] } }
  floats += [frame.blink.x, frame.blink.y, frame.lookAt.x, frame.lookAt.y, frame.lookAt.z]
  if let shapes = frame.blendShapes { floats += BlendShapes.names.indices.map { shapes[$0] } }
  let points = [recorded.observation.target, recorded.truth?.gaze].compactMap { $0 }
  return floats.map { UInt64($0.bitPattern) } + ([frame.time] + points.flatMap { [$0.x, $0.y] }).map(\.bitPattern)
}

/// The same to the last bit, also where what is not known is NaN.
func areSame(_ a: [RecordedFrame.Observation], _ b: [RecordedFrame.Observation]) -> Bool {
  func facts(_ o: RecordedFrame.Observation) -> [String] {
    ["\(o.participant)", "\(o.frame.isTracked)", o.intent?.rawValue ?? "", "\(o.frame.blendShapes == nil)"]
  }
  return a.count == b.count
    && zip(a, b).allSatisfy {
      bits(RecordedFrame(observation: $0)) == bits(RecordedFrame(observation: $1)) && facts($0) == facts($1)
    }
}

/// The same to the last bit.
func areSame(_ a: [RecordedFrame], _ b: [RecordedFrame]) -> Bool {
  areSame(a.map(\.observation), b.map(\.observation)) && a.map(\.truth) == b.map(\.truth)
}

let headerLine =
  #"{"format":"gazesim.recording","version":1,"device":"iphone12mini","rate":60,"scenario":"s","participants":100001}"#

/// A recording of hand-written frames.
func reader(_ frames: String..., header: String = headerLine) throws -> RecordingReaderBox {
  try RecordingReaderBox(([header] + frames).joined(separator: "\n") + "\n")
}

/// A copyable owner, since macros cannot capture what is not.
final class RecordingReaderBox {
  private var reader: RecordingReader
  let header: RecordingHeader

  init(_ text: String) throws {
    reader = try RecordingReader(bytes: Array(text.utf8), name: "a.jsonl")
    header = reader.header
  }

  func next() throws -> RecordedFrame? { try reader.next() }

  func all() throws -> [RecordedFrame] {
    var frames: [RecordedFrame] = []
    try reader.forEach { frames.append($0) }
    return frames
  }
}

/// What the closure's error prints, or nil where it has none.
func message(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}

/// Sixteen zeros and ones: the unit matrix as a list.
let unit = "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"
/// The poses of a tracked frame.
let poses = #""camera":\#(unit),"face":\#(unit),"leftEye":\#(unit),"rightEye":\#(unit)"#
