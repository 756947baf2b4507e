import GazePipeline
import TestSupport

extension SeededGenerator {
  /// A frame that is good in about a third of the draws, and otherwise has one or many bad numbers.
  mutating func hostileFrame(_ index: Int) -> FaceFrame {
    var face = ExactFace()
    face.cameraFromFace = RigidTransform(rotation: .aboutY(number(-0.5...0.5)), translation: SIMD3(0, 0, -0.4))
    if next() % 8 == 0 { face.cameraFromFace = RigidTransform(rotation: rotation(), translation: vector(within: 2)) }
    var frame = face.frame(lookingAt: SIMD2(number(-300...700), number(-300...1200)), at: Double(index) / 60)
    let bad = next() % 3 == 0 ? 0 : next() % 5
    for _ in 0..<bad {
      switch next() % 8 {
      case 0: frame.time = Double(hostileNumber())
      case 1: frame.time += number(-1e6...1e6)
      case 2: frame.blink = SIMD2(hostileNumber(), hostileNumber())
      case 3: frame.isTracked.toggle()
      case 4: frame.camera[Int(next() % 16)] = hostileNumber()
      case 5: frame.face[Int(next() % 16)] = hostileNumber()
      case 6: frame.leftEye[Int(next() % 16)] = hostileNumber()
      default: frame.rightEye = next() % 4 == 0 ? .filled(hostileNumber()) : frame.leftEye
      }
    }
    if next() % 50 == 0 { frame.time = [1e300, -1e300, 0, Double.leastNonzeroMagnitude][Int(next() % 4)] }
    return frame
  }

  /// A number that breaks code that is not prepared for it.
  mutating func hostileNumber() -> Float {
    let numbers: [Float] = [
      .nan, .infinity, -.infinity, 0, -0.0, 1, -1, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, .leastNormalMagnitude, 1e20, -1e20, 1e-20, .signalingNaN, 0.5,
    ]
    return numbers[Int(next() % UInt64(numbers.count))]
  }
}
