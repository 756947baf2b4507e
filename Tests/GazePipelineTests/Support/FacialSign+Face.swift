import GazePipeline

extension FacialSign {
  /// A tracked frame in which this sign, and no other, has a level; a level of nil gives a frame without a face.
  func face(_ level: Double?) -> FaceFrame {
    let frame = ExactFace().frame(turned: .zero)
    guard let level else {
      var lost = frame
      lost.isTracked = false
      return lost
    }
    return adding(level, to: frame)
  }

  /// The frame with this sign's level.
  func adding(_ level: Double, to frame: FaceFrame) -> FaceFrame {
    var frame = frame
    var shapes = frame.blendShapes ?? BlendShapes()
    for (index, name) in BlendShapes.names.enumerated() where shapeNames.contains(name) { shapes[index] = Float(level) }
    frame.blendShapes = shapes
    if self == .longBlink { frame.blink = SIMD2(repeating: Float(level)) }
    if self == .nod {
      var face = ExactFace()
      face.cameraFromFace.rotation = .aboutX(level)
      frame.face = face.frame(turned: .zero).face
    }
    return frame
  }

  /// ARKit's names of the shapes that make up the sign.
  private var shapeNames: [String] {
    switch self {
    case .brows: ["browInnerUp"]
    case .mouthPucker: ["mouthPucker"]
    case .cheekPuff: ["cheekPuff"]
    case .mouthLeft: ["mouthLeft"]
    case .mouthRight: ["mouthRight"]
    case .smile: ["mouthSmileLeft", "mouthSmileRight"]
    case .nod, .longBlink, .none: []
    }
  }
}
