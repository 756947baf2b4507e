import GazePipeline
private import PortableFoundation

/// The accumulator of a take's sums for the budget of its error (`BudgetSums`), one frame at a time.
package struct BudgetMeter {
  /// Time from a new target to the arrival of the eyes, seconds: the reference of a slow pointer if the true gaze is
  /// not known.
  static let reaction = 0.25
  /// Longest interval between frames over which a low-pass is continued, seconds.
  private static let longestHold = 1.0

  private var sums = BudgetSums()
  /// Places of the slow pointers: across and down.
  private var slow: (x: Vector3, y: Vector3)?
  /// Shares of the way that the slow pointers go in an interval.
  private var share: (step: Double, ways: Vector3) = (0, .zero)
  private var lastTime: Double?
  private var arrivals: [(time: Double, place: Vector2)] = []
  private var arrived: Vector2?
  private var block = Group()
  private var fixation = Group()
  private var before: (last: Mean?, lastButOne: Mean?) = (nil, nil)

  /// Samples that are averaged.
  private struct Group {
    var row = BudgetSums.Row()
    var count = 0.0
    var start = 0.0
    var end = 0.0
  }

  /// The mean of a fixation, at its middle.
  private struct Mean {
    var row: BudgetSums.Row
    var time: Double
  }

  /// A meter that has not taken in a frame yet.
  package init() {}

  /// Moves the slow pointers towards the true gaze, which is nil if it is not known.
  mutating func follow(gaze: Vector2?, at time: Double) {
    defer { lastTime = time }
    guard let gaze else { return }
    let step = lastTime.map { time - $0 } ?? .infinity
    guard let old = slow, step >= 0, step <= Self.longestHold else {
      slow = (SIMD3(repeating: gaze.x), SIMD3(repeating: gaze.y))
      return
    }
    if step != share.step {
      let times = BudgetSums.lagTimes
      share = (
        step,
        SIMD3(
          1 - exp(-step / times.x), 1 - exp(-step / times.y),
          1 - exp(-step / times.z))
      )
    }
    slow = (old.x + (gaze.x - old.x) * share.ways, old.y + (gaze.y - old.y) * share.ways)
  }

  /// Moves the slow pointers towards the shown target, which the eyes reach after `reaction`.
  mutating func follow(target: Vector2?, at time: Double) {
    if let target, arrivals.last?.place ?? arrived != target { arrivals.append((time, target)) }
    while let first = arrivals.first, !(time - first.time < Self.reaction) {
      arrived = first.place
      arrivals.removeFirst()
    }
    // A target that changes in every frame is no target on which eyes rest.
    if arrivals.count > 240 { arrivals.removeFirst(arrivals.count - 240) }
    follow(gaze: arrived, at: time)
  }

  /// Adds a sample of eyes at rest.
  ///
  /// - Parameters:
  ///   - pointer: direction to the pointer.
  ///   - reference: direction to the true gaze or the target, at `gaze` on the screen.
  ///   - angle: the angle between the two, degrees.
  ///   - middle: direction to the middle of the screen.
  ///   - direction: direction to any place on the screen.
  mutating func add(
    pointer: Vector3, reference: Vector3, angle: Double, middle: Vector3, gaze: Vector2,
    at time: Double, direction: (Vector2) -> Vector3
  ) {
    let axes = TangentAxes(reference)
    let sideways = axes.slopes(pointer)
    let length = sideways.length
    let error = length > 0 ? sideways * (angle / length) : .zero
    // Slopes are angles to 1 % within 10 degrees, which is enough for the columns of a fit.
    let place = TangentAxes(middle).slopes(reference) * 1.0.degrees
    var (lagX, lagY) = (Vector3.zero, Vector3.zero)
    if let slow {
      for index in 0..<3 {
        let place = SIMD2(slow.x[index], slow.y[index])
        guard (place - gaze).length > 1e-3 else { continue }
        let lag = axes.slopes(direction(place)) * 1.0.degrees
        (lagX[index], lagY[index]) = (lag.x, lag.y)
      }
    }
    add(BudgetSums.Row(place: place, error: error, lagX: lagX, lagY: lagY), at: time)
  }

  /// Adds a sample from its numbers, all in degrees.
  mutating func add(_ row: BudgetSums.Row, at time: Double) {
    guard time.isFinite, row.isUsable else { return }
    if fixation.count > 0 {
      let step = time - fixation.end
      if !(step >= 0 && step <= BudgetSums.longestStep)
        || SettlingDetector.isLater(time, than: fixation.start, by: BudgetSums.longestFixation)
      {
        closeFixation()
      } else if SettlingDetector.isLater(time, than: block.start, by: BudgetSums.block) {
        closeBlock()
      }
    }
    if fixation.count == 0 { fixation.start = time }
    if block.count == 0 { block.start = time }
    block.row += row
    block.count += 1
    fixation.end = time
    fixation.row += row
    fixation.count += 1
    sums.samples += 1
    sums.all.add(row)
  }

  /// Returns the sums; nil without a sample.
  mutating func finish() -> BudgetSums? {
    closeFixation()
    return sums.samples > 0 ? sums : nil
  }

  private mutating func closeBlock() {
    guard block.count > 0 else { return }
    sums.ofBlocks.add(block.row / block.count, weight: block.count)
    sums.blocks += 1
    block = Group()
  }

  private mutating func closeFixation() {
    closeBlock()
    guard fixation.count > 0 else { return }
    let mean = Mean(row: fixation.row / fixation.count, time: (fixation.start + fixation.end) / 2)
    sums.ofFixations.add(mean.row, weight: fixation.count)
    sums.fixations += 1
    let seconds = fixation.end - fixation.start
    sums.seconds += seconds
    if seconds >= BudgetSums.shortestFixation {
      compare(mean)
      before = (mean, before.last)
    }
    fixation = Group()
  }

  private mutating func compare(_ mean: Mean) {
    guard let last = before.last, mean.time > last.time, mean.time - last.time <= BudgetSums.longestGap else {
      before.last = nil
      return
    }
    sums.next.add(mean.row - last.row, seconds: mean.time - last.time)
    guard let other = before.lastButOne, mean.time - other.time <= 2 * BudgetSums.longestGap else { return }
    sums.afterNext.add(mean.row - other.row, seconds: mean.time - other.time)
  }
}

/// Two axes at right angles to a direction: to the screen's right, and down.
private struct TangentAxes {
  private let ahead, right, down: Vector3

  init(_ direction: Vector3) {
    ahead = direction.normalized
    let across = SIMD3(1, 0, 0) - ahead * ahead.x
    right = across.length > 1e-9 ? across.normalized : SIMD3(0, 1, 0)
    down = ahead.cross(right)
  }

  /// Slopes of another direction along the two axes.
  func slopes(_ direction: Vector3) -> Vector2 {
    let depth = direction.dot(ahead)
    let sideways = SIMD2(direction.dot(right), direction.dot(down))
    return depth > 0 ? sideways / depth : sideways
  }
}
