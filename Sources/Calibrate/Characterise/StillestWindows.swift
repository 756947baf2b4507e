import GazeMetrics
import GazePipeline

/// Data quality in one person's stillest windows of a second. This measure suits real takes without targets: in a few
/// of these windows the eyes may have rested.
///
/// Candidates are windows without a blink, a loss or a gap, which begin every quarter of a second; repeated frames are
/// left out of them. Only the stillest of overlapping windows is kept. The stillest tenth of the kept windows is used,
/// but at least 3 windows (all, if there are fewer) and at most 64. The numbers are computed per axis from the reported
/// cyclopean angle in the face, radians; movements of the eyes are not subtracted:
///
///     RMS-S2S = √mean(Δ²),  STD = √mean((x − x̄)²),  lag 1 = Σ (xᵢ − x̄)(xᵢ₊₁ − x̄) / Σ (xᵢ − x̄)²
struct StillestWindows {
  static let length = 1.0
  /// `most`: maximum number of windows in memory, the stillest ones.
  private static let stride = 0.25, share = 10, least = 3, most = 64
  /// Number of samples at which a window is discarded. No tracker delivers so many samples in a window, so with this
  /// many the recording's clock does not advance.
  private static let mostSamples = 1024

  /// Data quality of one window, for yaw and pitch.
  struct Window {
    var start: Double
    var rms, std, lag1: Vector2
    var spread: Double { std.length }
  }

  private struct Sample {
    var time: Double
    var angles: Vector2
  }

  private(set) var windows = 0
  private var best: [Window] = []
  private var pending: Window?
  private var samples: [Sample] = []

  mutating func add(_ glance: FrameGlance, isBlinking: Bool) {
    guard let eyes = glance.eyes, !isBlinking else {
      samples.removeAll(keepingCapacity: true)
      return
    }
    if glance.isRepeat { return }
    if let last = samples.last, !(0...0.25).contains(glance.time - last.time) || samples.count >= Self.mostSamples {
      samples.removeAll(keepingCapacity: true)
    }
    samples.append(Sample(time: glance.time, angles: eyes.angles))
    guard let first = samples.first, glance.time - first.time >= Self.length else { return }
    if let window = Self.window(samples.dropLast()) { take(window) }
    let from = first.time + Self.stride
    samples.removeAll { $0.time < from }
  }

  mutating func finish() {
    if let pending { keep(pending) }
    pending = nil
    samples = []
  }

  private static func window(_ samples: ArraySlice<Sample>) -> Window? {
    guard let first = samples.first, samples.count >= 15 else { return nil }
    let n = Double(samples.count)
    let mean = samples.reduce(Vector2.zero) { $0 + ($1.angles - first.angles) } / n + first.angles
    var (steps, squares, products) = (Vector2.zero, Vector2.zero, Vector2.zero)
    var last: Vector2?
    for sample in samples {
      let x = sample.angles - mean
      squares += x * x
      if let last {
        steps += (x - last) * (x - last)
        products += x * last
      }
      last = x
    }
    guard squares.x > 0, squares.y > 0 else { return nil }
    return Window(
      start: first.time, rms: (steps / (n - 1)).squareRoot(), std: (squares / n).squareRoot(), lag1: products / squares)
  }

  private mutating func take(_ window: Window) {
    guard let other = pending else {
      pending = window
      return
    }
    if (0..<Self.length).contains(window.start - other.start) {
      if window.spread < other.spread { pending = window }
    } else {
      keep(other)
      pending = window
    }
  }

  private mutating func keep(_ window: Window) {
    windows += 1
    let place = best.firstIndex { $0.spread > window.spread } ?? best.count
    guard place < Self.most else { return }
    best.insert(window, at: place)
    if best.count > Self.most { best.removeLast() }
  }

  /// The windows that are used: the stillest ones.
  var stillest: ArraySlice<Window> { best.prefix(max(windows / Self.share, Self.least)) }

  var characteristics: [Characteristic] {
    let stillest = stillest
    let note = stillest.isEmpty ? "no second without a blink, a loss or a gap" : nil
    func rows(_ name: String, _ scale: Double, _ value: (Window) -> Vector2) -> [Characteristic] {
      [("Yaw", 0), ("Pitch", 1)].map { axis, index in
        var sum = BatchMeans()
        for window in stillest { sum.add(value(window)[index] * scale) }
        return Characteristic(
          name + axis,
          stillest.isEmpty
            ? nil : Figure(value: sum.mean, interval: sum.interval(of: CharacteristicKind(of: name + axis))),
          count: stillest.count,
          of: "windows", windows: "the stillest \(stillest.count) of \(windows) windows of 1 s", isUpperBound: true,
          note: note)
      }
    }
    return rows("stillRMSS2S", 1000, \.rms) + rows("stillSTD", 1000, \.std) + rows("stillLag1", 1, \.lag1)
  }
}
