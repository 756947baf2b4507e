import GazePipeline
import PlainC

// Frames, settings and outputs as the pipelines in plain C have them.

extension gaze_frame {
  init(_ frame: FaceFrame) {
    self.init()
    time = frame.time
    is_tracked = frame.isTracked
    copy(frame.camera.columns, to: &camera)
    copy(frame.face.columns, to: &face)
    copy(frame.leftEye.columns, to: &left_eye)
    copy(frame.rightEye.columns, to: &right_eye)
    blink = (frame.blink.x, frame.blink.y)
    look_at = (frame.lookAt.x, frame.lookAt.y, frame.lookAt.z)
    guard let shapes = frame.blendShapes else { return }
    has_blend_shapes = true
    withUnsafeMutableBytes(of: &blend_shapes) { bytes in
      for (index, _) in BlendShapes.names.enumerated() { bytes.bindMemory(to: Float.self)[index] = shapes[index] }
    }
  }
}

/// Copies plain numbers to numbers of the same size and type, which C declares as an array.
private func copy<From, To>(_ from: From, to: inout To) {
  precondition(MemoryLayout<From>.size == MemoryLayout<To>.size)
  withUnsafeBytes(of: from) { source in withUnsafeMutableBytes(of: &to) { $0.copyMemory(from: source) } }
}

extension vec2 {
  init(_ v: SIMD2<Double>) { self.init(x: v.x, y: v.y) }
}

extension standard_pipeline {
  init(_ geometry: ScreenGeometry, _ smoothing: OneEuroFilter.Settings, _ s: ScrollTrigger.Settings) {
    self.init()
    screen.points = vec2(geometry.points)
    screen.metres = vec2(geometry.metres)
    screen.camera = vec2(geometry.camera)
    filter.min_cutoff = smoothing.minCutoff
    filter.beta = smoothing.beta
    filter.derivative_cutoff = smoothing.derivativeCutoff
    trigger.settings = trigger_settings(
      edge_zone: s.edgeZone, edge_dwell: s.edgeDwell, off_screen_zone: s.offScreenZone,
      off_screen_dwell: s.offScreenDwell, hysteresis: s.hysteresis, release: s.release, cooldown: s.cooldown,
      speed: s.speed, hold_limit: s.holdLimit, blink_threshold: s.blinkThreshold)
  }
}

extension article_pipeline {
  init(_ settings: Article2021GazePipeline.Settings) {
    self.init()
    converts_world = settings.hit == .converted
    metres = vec2(settings.metres)
    points = vec2(settings.points)
    plane = vec2(settings.plane)
    origin = vec2(settings.pointerOrigin)
    offset = vec2(settings.offset)
    target_distance = settings.targetDistance
    pointer_height = settings.pointerHeight
    web_view_height = settings.webViewHeight
    window = Int32(settings.window)
  }
}

/// A pipeline in plain C as a Swift one, for the check that both agree; it is timed without this wrapper.
struct PlainCPipeline<State>: PointerPipeline {
  var state: State
  let step: (UnsafeMutablePointer<State>?, UnsafePointer<gaze_frame>?) -> pointer_output

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    let output = withUnsafePointer(to: gaze_frame(frame)) { step(&state, $0) }
    return PointerOutput(
      pointer: output.has_pointer ? SIMD2(output.pointer.x, output.pointer.y) : nil,
      rawPointer: output.has_raw ? SIMD2(output.raw.x, output.raw.y) : nil,
      scroll: ScrollCommand(
        direction: direction(output.direction), distance: output.distance, step: output.step == 0 ? nil : output.step),
      armed: direction(output.armed))
  }

  private func direction(_ direction: scroll_direction) -> ScrollDirection {
    switch direction {
    case SCROLL_UP: .up
    case SCROLL_DOWN: .down
    default: .none
    }
  }
}
