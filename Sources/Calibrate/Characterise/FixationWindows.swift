import GazePipeline
import GazeRecording

/// Cuts one person's frames into windows in which the eyes rest, in bounded memory: at most `most` windows, each of at
/// most `longest` seconds.
///
/// With a target, windows cover the time from `settling` after the target's appearance until its end. Without targets,
/// windows are runs in which the reported axis turns slower than `fastest`, with `edge` cut off at both ends. Windows
/// are not selected by their noise, so noise is not underestimated. Blinks with their flanks, losses and gaps end a
/// window; repeated frames are left out.
struct FixationWindows: Sendable {
  /// Seconds after a target's change until the eyes rest: reaction, saccade, corrective saccade and the tracker's
  /// latency. The value is assumed.
  static let settling = 0.75
  /// Length of a window, seconds.
  static let longest = 1.0, shortest = 0.25
  /// Highest speed of a slow run, radians a second.
  static let fastest = 20.0.radians
  /// Seconds that are left out after a blink, and before its detection.
  private static let afterBlink = 0.15, beforeBlink = 0.1
  /// Seconds after a loss in which the tracker may still be converging. The value is assumed.
  private static let afterLoss = 0.2
  /// Seconds cut off at both ends of a slow run.
  private static let edge = 0.05
  /// Angle between two frames above which the movement must be a saccade, radians.
  private static let saccade = 1.5.radians
  /// Number of windows kept. When it is reached, every other window is removed, and from then on only every second,
  /// fourth, … new window is kept.
  static let most = 256
  /// Number of samples at which a window ends. No tracker delivers so many samples in a window, so with this many the
  /// recording's clock does not advance.
  private static let mostSamples = 1024

  private struct Raw: Sendable {
    var time: Double
    var eyes: FrameGlance.Eyes
  }

  private let screen: ScreenGeometry
  private let scale: NoiseScale
  private(set) var onTargets: [FixationWindow] = []
  private(set) var free: [FixationWindow] = []
  private var kept = (target: Keeper(), free: Keeper())
  private var target: SIMD2<Double>?
  private var previousTarget: SIMD2<Double>?
  private var since = -Double.infinity
  private var look = 0
  private var lastBlink = -Double.infinity, lastLoss = -Double.infinity
  private var samples: [Raw] = []
  /// The last few frames, from which the speed is computed.
  private var trail: [Raw] = []

  private struct Keeper: Sendable {
    var offered = 0
    var stride = 1
  }

  init(screen: ScreenGeometry, scale: NoiseScale) {
    self.screen = screen
    self.scale = scale
  }

  mutating func add(_ glance: FrameGlance, target shown: SIMD2<Double>?, isBlinking: Bool) {
    let shown = shown.flatMap { $0.isFinite ? $0 : nil }
    if shown != target {
      end()
      // The gaze point is unknown while no target is shown.
      previousTarget = target
      target = shown
      since = glance.time
      look += 1
    }
    if !glance.isTracked { lastLoss = glance.time }
    if isBlinking {
      lastBlink = glance.time
      samples.removeAll { glance.time - $0.time < Self.beforeBlink }
      end()
    }
    guard let eyes = glance.eyes, !isBlinking, glance.time - lastBlink > Self.afterBlink,
      glance.time - lastLoss > Self.afterLoss,
      eyes.cameraFromFace.apply(eyes.origin).z < 0
    else {
      end()
      trail = []
      return
    }
    if glance.isRepeat { return }
    let raw = Raw(time: glance.time, eyes: eyes)
    if let last = trail.last, !(0...0.25).contains(raw.time - last.time) || trail.count >= Self.mostSamples {
      end()
      trail = []
    }
    let isSlow = isSlow(raw)
    trail.removeAll { raw.time - $0.time > 0.06 }
    trail.append(raw)
    if target != nil {
      guard glance.time - since >= Self.settling else { return }
      if let last = samples.last, (raw.eyes.angles - last.eyes.angles).length > Self.saccade {
        // The person looked away from the target, so the fixation is over, and the next one begins with another
        // settling time.
        end()
        since = glance.time
        look += 1
        return
      }
    } else if !isSlow {
      end()
      return
    }
    samples.append(raw)
    if raw.time - samples[0].time >= Self.longest || samples.count >= Self.mostSamples { end() }
  }

  mutating func finish() { end() }

  /// True if the eyes have turned slower than `fastest` over about the last 50 ms.
  private func isSlow(_ raw: Raw) -> Bool {
    guard let first = trail.first, raw.time > first.time else { return false }
    return (raw.eyes.angles - first.eyes.angles).length < Self.fastest * max(raw.time - first.time, 0.03)
  }

  private mutating func end() {
    var run = samples
    samples.removeAll(keepingCapacity: true)
    guard var first = run.first, var last = run.last else { return }
    if target == nil {
      let inner = (first.time + Self.edge)...max(last.time - Self.edge, first.time + Self.edge)
      run.removeAll { !inner.contains($0.time) }
      guard let a = run.first, let b = run.last else { return }
      (first, last) = (a, b)
    }
    guard last.time - first.time >= Self.shortest, run.count >= 8 else { return }
    if let target {
      if Self.isKept(&kept.target, &onTargets) { onTargets.append(window(run, target: target)) }
      // Once there are enough windows on targets, windows without targets are not needed.
      if onTargets.count == NoiseFit.fewest { free = [] }
    } else if onTargets.count < NoiseFit.fewest, Self.isKept(&kept.free, &free) {
      free.append(window(run, target: nil))
    }
  }

  private static func isKept(_ keeper: inout Keeper, _ windows: inout [FixationWindow]) -> Bool {
    defer { keeper.offered += 1 }
    guard keeper.offered % keeper.stride == 0 else { return false }
    if windows.count == most {
      windows = stride(from: 0, to: most, by: 2).map { windows[$0] }
      keeper.stride *= 2
      return keeper.offered % keeper.stride == 0
    }
    return true
  }

  private func window(_ run: [Raw], target: SIMD2<Double>?) -> FixationWindow {
    let start = run[0].time
    let n = Double(run.count)
    let distance = run.reduce(0) { $0 - $1.eyes.cameraFromFace.apply($1.eyes.origin).z } / n
    let samples = run.map { raw in
      FixationWindow.Sample(
        time: Float(raw.time - start), reported: SIMD2<Float>(raw.eyes.angles),
        expected: target.map { SIMD2<Float>(expected(raw.eyes, hit: screen.hit(ofPoint: $0))) } ?? .zero)
    }
    var window = FixationWindow(
      start: start, samples: samples, geometry: nil, noiseScale: 1, noiseSlope: .zero, look: look)
    // With a target, the optical axis is derived from the target's known position, since the reported axis may be far
    // off.
    let optical = target == nil ? window.mean(\.reported) : window.mean(\.expected) - SIMD2(0, scale.kappaUp)
    window.noiseScale = scale.factor(distance: distance, angles: optical)
    window.noiseSlope = scale.slope(angles: optical)
    if let target {
      let hit = screen.hit(ofPoint: target)
      let middle = run[run.count / 2].eyes
      let here = expected(middle, hit: hit)
      let (step, share) = (1e-3, 1e-2)
      let (further, nearer) = (
        FrameGlance.Eyes(middle, scaled: 1 + share), FrameGlance.Eyes(middle, scaled: 1 - share)
      )
      window.geometry = FixationWindow.Geometry(
        head: run.reduce(.zero) { $0 + angles($1.eyes.cameraFromFace.rotation.z) } / n,
        byDistance: (expected(further, hit: hit) - expected(nearer, hit: hit)) / (2 * share),
        byCameraX: (expected(middle, hit: hit - SIMD2(step, 0)) - here) / step,
        byCameraY: (expected(middle, hit: hit + SIMD2(0, step)) - here) / step,
        jump: previousTarget.map { here - expected(middle, hit: screen.hit(ofPoint: $0)) } ?? .zero)
    }
    return window
  }

  /// Direction from the cyclopean eye to a point of the screen's plane, (yaw, pitch) in the face.
  private func expected(_ eyes: FrameGlance.Eyes, hit: SIMD2<Double>) -> SIMD2<Double> {
    angles(eyes.cameraFromFace.inverse.apply(SIMD3(hit.x, hit.y, 0)) - eyes.origin)
  }

  private func angles(_ direction: SIMD3<Double>) -> SIMD2<Double> {
    let angles = GazeAngles(direction: direction)
    return SIMD2(angles.yaw, angles.pitch)
  }
}

extension FrameGlance.Eyes {
  /// Copies the same face at a multiple of its distance from the camera.
  init(_ other: FrameGlance.Eyes, scaled factor: Double) {
    cameraFromFace = RigidTransform(
      rotation: other.cameraFromFace.rotation, translation: other.cameraFromFace.translation * factor)
    (origin, angles, left, right) = (other.origin, other.angles, other.left, other.right)
    (outward, separation, depth) = (other.outward, other.separation, other.depth)
  }
}
