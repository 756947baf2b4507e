import GazePipeline
import Testing

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

/// Runs a trigger at 16 frames per second, so that all times are exact, with a pointer and a sign.
struct SignDriver {
  static let frame = 0.0625
  static let window = SIMD2<Double>(400, 800)
  var trigger: ScrollTrigger
  var sign: FacialSign
  var time = 100.0

  /// - Parameter settings: settings whose `sign` the driver gives.
  init(_ settings: ScrollTrigger.Settings) {
    trigger = ScrollTrigger(settings)
    sign = settings.sign
  }

  /// One frame with the pointer at a share of the window's height (nil: held) and a level (nil: no face).
  mutating func step(_ y: Double?, _ level: Double?) -> ScrollCommand { step(y, face: sign.face(level)) }

  mutating func step(_ y: Double?, face: FaceFrame?) -> ScrollCommand {
    step(at: y.map { SIMD2(200, $0 * Self.window.y) }, face: face)
  }

  mutating func step(at point: SIMD2<Double>?, face: FaceFrame?) -> ScrollCommand {
    time += Self.frame
    return trigger.step(pointer: point, window: Self.window, at: time, face: face)
  }

  /// Stretch of a course: the pointer, the level, the number of frames, and the direction of the scroll in each one.
  typealias Stretch = (y: Double?, level: Double?, frames: Int, made: ScrollDirection)

  mutating func expect(_ course: Stretch..., sourceLocation: SourceLocation = #_sourceLocation) {
    for (index, stretch) in course.enumerated() {
      let made = run(stretch.y, stretch.level, frames: stretch.frames)
      let expected = Array(repeating: stretch.made, count: stretch.frames)
      #expect(made == expected, "stretch \(index)", sourceLocation: sourceLocation)
    }
  }

  /// Stretch of a course without a face.
  typealias Course = (y: Double?, frames: Int, made: ScrollDirection)

  mutating func expect(_ course: [Course]) {
    for stretch in course { expect((stretch.y, nil, stretch.frames, stretch.made)) }
  }

  /// The directions of a run of frames.
  mutating func run(_ y: Double?, _ level: Double?, frames: Int) -> [ScrollDirection] {
    (0..<frames).map { _ in step(y, level).direction }
  }
}

extension ScrollTrigger.Settings {
  /// The rule `confirm` or `sign` with times that are multiples of 1/16 s.
  static func signed(
    _ sign: FacialSign = .brows, rule: ScrollRule = .confirm, upSign: FacialSign = .mouthPucker
  ) -> ScrollTrigger.Settings {
    ScrollTrigger.Settings(
      edgeZone: 0.25, edgeDwell: 0.5, offScreenZone: 0.4, offScreenDwell: 0.5, hysteresis: 0.0625, release: 0.25,
      cooldown: 0.5, speed: 160, holdLimit: 0.3125, blinkThreshold: 0.5, rule: rule, sign: sign, upSign: upSign,
      longestScroll: 2)
  }
}
