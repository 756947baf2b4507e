import GazePipeline
import Testing

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
