import GazePipeline

/// Time from a step of the gaze until the pointer has covered half of its own way, measured frame by frame in bounded
/// memory.
///
/// In a step the gaze rests (slower than 1,000 pt/s) for 0.3 s, moves, and is at least 80 pt away at `window` seconds
/// after its first moving frame. With p₀ the pointer before the step and p₁ its mean over the window's last 0.1 s,
///
///     s(t) = (p(t) − p₀)·(p₁ − p₀)/|p₁ − p₀|²,  response = t(s_pointer = ½) − t(s_gaze = ½)
///
/// interpolated linearly between frames. So a constant error or a gain of the pointer does not count as delay, nor does
/// the speed of the eyes; for a pointer that is a mean of N frames the response is (N − 1)/2 frames. A step is left out
/// if a sample in its window is missing, if the gaze moves on to another place, or if the pointer covers less than a
/// quarter of the gaze's way, for example because the pointer was at the target before.
public struct StepResponse: Sendable {
  /// Speed below which the gaze rests, points per second.
  static let restSpeed = 1000.0
  /// Time for which the gaze must rest before a step, seconds.
  static let restTime = 0.3
  /// Least length of a step, points.
  static let shortest = 80.0

  private struct Sample {
    var time: Double
    var gaze: Vector2
    var pointer: Vector2
  }

  /// Time after a step in which the pointer must complete its movement, seconds.
  public let window: Double
  /// Response times in seconds, from −0.2 to 1, in bins of 4 ms.
  public private(set) var responses = StepResponse.histogram
  private let capacity: Int
  private var last: Sample?
  private var restSince: Double?
  /// Samples of the step in progress, beginning with the last sample before it; empty if no step is in progress.
  private var step: [Sample] = []

  /// An empty histogram with the bins of `responses`.
  public static let histogram = LinearHistogram(from: -0.2, width: 0.004, size: 300)

  /// A measurement that has not processed a frame yet.
  ///
  /// - Parameters:
  ///   - window: time after a step in which the pointer must complete its movement, seconds, 0.2…1.
  ///   - rate: frames per second, for the size of the buffer.
  public init(window: Double = 0.6, rate: Double) {
    self.window = min(max(window, 0.2), 1)
    capacity = Int(min(max(rate, 1), 1000) * self.window * 1.5) + 4
    step.reserveCapacity(capacity)
  }

  /// Processes a frame; a missing or non-finite point, or a time that does not increase, discards the step in progress.
  public mutating func step(gaze: SIMD2<Double>?, pointer: SIMD2<Double>?, at time: Double) {
    guard let gaze, let pointer, time.isFinite, Self.isUsable(gaze), Self.isUsable(pointer) else { return restart(nil) }
    let sample = Sample(time: time, gaze: gaze, pointer: pointer)
    guard let last, time > last.time, time - last.time < 0.1 else { return restart(sample) }
    defer { self.last = sample }
    let isResting = (gaze - last.gaze).length < Self.restSpeed * (time - last.time)
    if !step.isEmpty {
      guard step.count < capacity else { return step.removeAll(keepingCapacity: true) }
      step.append(sample)
      if time - step[1].time >= window {
        measure()
        step.removeAll(keepingCapacity: true)
        restSince = isResting ? restSince ?? time : nil
      } else if !isResting {
        restSince = nil
      } else if restSince == nil {
        restSince = last.time
      }
    } else if isResting {
      restSince = restSince ?? last.time
    } else {
      if let restSince, last.time - restSince >= Self.restTime - 1e-9 {
        step.append(last)
        step.append(sample)
      }
      restSince = nil
    }
  }

  private mutating func restart(_ sample: Sample?) {
    step.removeAll(keepingCapacity: true)
    restSince = nil
    last = sample
  }

  private mutating func measure() {
    guard let first = step.first, let last = step.last else { return }
    var (gaze, pointer, count) = (Vector2.zero, Vector2.zero, 0.0)
    for sample in step where sample.time > last.time - 0.1 {
      gaze += sample.gaze
      pointer += sample.pointer
      count += 1
    }
    let (way, own) = (gaze / count - first.gaze, pointer / count - first.pointer)
    let size = way.length
    guard size >= Self.shortest, own.length >= size / 4 else { return }
    // Leave out a window with a second step: after the first movement the gaze is still (or again) far from its final
    // place.
    let settled = first.time + 0.25
    for sample in step where sample.time > settled {
      if (sample.gaze - (first.gaze + way)).length > size / 4 { return }
    }
    guard let eyes = halfway(way, { $0.gaze }), let hand = halfway(own, { $0.pointer }) else { return }
    responses.add(hand - eyes)
  }

  /// Time at which half of a way is covered, seconds.
  private func halfway(_ way: Vector2, _ point: (Sample) -> Vector2) -> Double? {
    guard let first = step.first else { return nil }
    let square = (way * way).sum()
    var (before, time) = (0.0, first.time)
    for sample in step.dropFirst() {
      let share = ((point(sample) - point(first)) * way).sum() / square
      if share >= 0.5 { return time + (sample.time - time) * (0.5 - before) / (share - before) }
      (before, time) = (share, sample.time)
    }
    return nil
  }

  private static func isUsable(_ point: Vector2) -> Bool { abs(point.x) < 1e9 && abs(point.y) < 1e9 }
}
