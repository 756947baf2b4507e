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
