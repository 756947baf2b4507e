import GazePipeline
import GazeRecording

/// Cuts one person's frames into windows in which the eyes rest, in bounded memory: at most `most` windows, each of at
/// most `longest` seconds.
///
/// With a target, windows cover the time from `settling` after the target's appearance until its end. Without targets,
/// windows are runs in which the reported axis turns slower than `fastest`, with `edge` cut off at both ends. Windows
/// are not selected by their noise, so noise is not underestimated. Blinks with their flanks, losses and gaps end a
/// window; repeated frames are left out.
struct FixationWindows {
  /// Seconds after a target's change until the eyes rest: reaction, saccade, corrective saccade and the tracker's
  /// latency. The value is assumed.
  static let settling = 0.75
  static let longest = 1.0, shortest = 0.25
  /// Highest speed of a slow run, radians a second.
  static let fastest = 20.0.radians
  /// `afterBlink`: seconds that are left out after a blink, and before its detection; `afterLoss`: seconds after a
  /// loss in which the tracker may still be converging. The value is assumed; `edge`: seconds cut off at both ends of
  /// a slow run; `saccade`: angle between two frames above which the movement must be a saccade, radians.
  private static let afterBlink = 0.15, beforeBlink = 0.1, afterLoss = 0.2, edge = 0.05, saccade = 1.5.radians
  /// Number of windows kept. When it is reached, every other window is removed, and from then on only every second,
  /// fourth, … new window is kept.
  static let most = 256
  /// Number of samples at which a window ends. No tracker delivers so many samples in a window, so with this many the
  /// recording's clock does not advance.
  private static let mostSamples = 1024

  private struct Raw {
    var time: Double
    var eyes: FrameGlance.Eyes
  }

  private let screen: ScreenGeometry
  private let scale: NoiseScale
  private var kept = (onTargets: Thinned(), free: Thinned())
  var onTargets: [FixationWindow] { kept.onTargets.windows }
  var free: [FixationWindow] { kept.free.windows }
  private var target, previousTarget: Vector2?
  private var since = -Double.infinity
  private var look = 0
  private var lastBlink = -Double.infinity, lastLoss = -Double.infinity
  private var samples: [Raw] = []
  /// The last few frames, from which the speed is computed.
  private var trail: [Raw] = []

  /// At most `most` windows of all that were offered.
  private struct Thinned {
    var windows: [FixationWindow] = []
    private var offered = 0
    private var stride = 1

    /// Adds every `stride`-th window.
    mutating func add(_ window: () -> FixationWindow) {
      defer { offered += 1 }
      guard offered % stride == 0 else { return }
      if windows.count == most {
        windows = Swift.stride(from: 0, to: most, by: 2).map { windows[$0] }
        stride *= 2
        guard offered % stride == 0 else { return }
      }
      windows.append(window())
    }
  }

  init(screen: ScreenGeometry, scale: NoiseScale) { (self.screen, self.scale) = (screen, scale) }

  mutating func add(_ glance: FrameGlance, target shown: Vector2?, isBlinking: Bool) {
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
      kept.onTargets.add { [self] in window(run, target: target) }
      // Once there are enough windows on targets, windows without targets are not needed.
      if onTargets.count == NoiseFit.fewest { kept.free.windows = [] }
    } else if onTargets.count < NoiseFit.fewest {
      kept.free.add { [self] in window(run, target: nil) }
    }
  }

  private func window(_ run: [Raw], target: Vector2?) -> FixationWindow {
    let start = run[0].time
    let n = Double(run.count)
    let distance = run.sum { -$0.eyes.cameraFromFace.apply($0.eyes.origin).z } / n
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
      let (further, nearer) = (middle.scaled(by: 1 + share), middle.scaled(by: 1 - share))
      window.geometry = FixationWindow.Geometry(
        head: run.reduce(.zero) { $0 + GazeAngles(direction: $1.eyes.cameraFromFace.rotation.z).vector } / n,
        byDistance: (expected(further, hit: hit) - expected(nearer, hit: hit)) / (2 * share),
        byCameraX: (expected(middle, hit: hit - SIMD2(step, 0)) - here) / step,
        byCameraY: (expected(middle, hit: hit + SIMD2(0, step)) - here) / step,
        jump: previousTarget.map { here - expected(middle, hit: screen.hit(ofPoint: $0)) } ?? .zero)
    }
    return window
  }

  /// Direction from the cyclopean eye to a point of the screen's plane, (yaw, pitch) in the face.
  private func expected(_ eyes: FrameGlance.Eyes, hit: Vector2) -> Vector2 {
    GazeAngles(direction: eyes.cameraFromFace.inverse.apply(SIMD3(hit, 0)) - eyes.origin).vector
  }
}
