import GazePipeline
private import PortableFoundation

/// A person's aims and the strokes that bring them into view. They depend only on the person, the scenario and the
/// numbers of aim and stroke.
struct DragPlan {
  private let scenario: DragScenario
  private let parameters: DragParameters
  private let view: PerspectiveView
  /// `kinds`: decision between drag and flick for each stroke; `grips`: distance between the finger and the mark that
  /// it grabs. Its stream is separate, so that the distance does not depend on whether the stroke is a flick.
  private let aims, places, times, kinds, grips: RandomStream
  /// `reach`: the person's own values: factors on reach and times, and a sideways shift of strokes.
  private let reach, pace, side: Double

  init(_ simulation: RigSimulation<DragRig>, participant: Int, view: PerspectiveView) {
    scenario = simulation.scenario
    parameters = simulation.parameters
    self.view = view
    let stream = simulation.streams(of: participant)
    // The numbers of all streams are listed at `DragRig`.
    (aims, places, times, kinds, grips) = (stream(2), stream(3), stream(4), stream(5), stream(6))
    let own = simulation.personStream(1, participant: participant)
    let hand = parameters.hand
    reach = min(hand.reach * exp(hand.reachSpread * own.normal(0)), 0.85)
    pace = exp(hand.timeSpread * own.normal(1))
    // Strokes are shifted sideways, because thumbs do not move about the middle of the screen.
    side = hand.side * own.normal(2)
  }

  /// Heading and pitch of the next aim, radians; pitch may be beyond a pole.
  func aim(_ number: UInt64, after now: Vector2) -> Vector2 {
    let u = aims.uniforms(number)
    let sign = u.x < 0.5 ? -1.0 : 1
    let share = abs(2 * u.x - 1)
    let upOrDown = number % 2 == 0 ? 1.0 : -1
    // Change of heading and new pitch for each scenario, degrees; all values are assumed.
    let (turn, pitch): (Double, Double) =
      switch scenario {
      case .around, .flick: (sign * (20 + 110 * share), 10 * (u.y - 0.5))
      case .updown: (20 * (u.x - 0.5), upOrDown * (15 + 55 * u.y))
      case .poles: (40 * (u.x - 0.5), upOrDown * (95 + 25 * u.y))
      case .targets, .calibration: (sign * (10 + 130 * share), 120 * (u.y - 0.5))
      }
    return SIMD2(now.x + parameters.task.turnFactor * turn.radians, pitch.radians)
  }

  func rest(_ number: UInt64) -> Double { 0.15 + parameters.task.restTime * times.exponential(2 * number) * 0.85 }

  func lift(_ number: UInt64) -> Double {
    max(parameters.hand.liftTime * exp(parameters.hand.timeSpread * times.normal(2 * number + 1)), 0.05)
  }

  /// Stroke `number`, from a camera at `now` towards `aim`.
  func stroke(_ number: UInt64, from now: Vector2, to aim: Vector2, start: Int) -> DragStroke {
    let size = view.points
    var way: Vector2
    var middle = size / 2
    if scenario == .calibration {
      way = calibrationWay(number)
    } else {
      let turn = SIMD2(wrappedAngle(aim.x - now.x), aim.y - now.y)
      // For content at the horizon, the path is twice the focal length times the tangent of half the turn; content
      // above or below the horizon moves less for the same change of heading.
      let half = (turn / 2).clamped(lowerBound: SIMD2(repeating: -1.2), upperBound: SIMD2(repeating: 1.2))
      way = 2 * view.focalLength * SIMD2(tan(half.x) * max(cos(now.y), 0.1), tan(half.y))
      let most = size * reach
      way *= min(1, min(most.x / max(abs(way.x), 1e-9), most.y / max(abs(way.y), 1e-9)))
      if way.length < 12 { way *= 12 / max(way.length, 1e-9) }
      middle += size * (parameters.hand.scatter * places.normals(2 * number) + SIMD2(side, 0))
    }
    // The margin keeps the whole stroke on the screen.
    let margin = size * 0.04 + abs(way) / 2
    middle = middle.clamped(lowerBound: min(margin, size / 2), upperBound: max(size - margin, size / 2))
    let isFlick = kinds.uniform(number) < parameters.hand.flickShare
    let seconds =
      (parameters.hand.strokeTime + parameters.hand.strokeTimePerScreen * way.length / size.max()) * pace
      * exp(parameters.hand.timeSpread * places.normal(2 * number + 1)) * (isFlick ? parameters.hand.flickTime : 1)
    let length = max(Int((seconds * Clock.rate).rounded()), 24)
    let held = isFlick ? max(Int((Double(length) * parameters.hand.flickCut).rounded()), 16) : length
    return DragStroke(
      number: number, start: start, length: length, held: held, from: middle - way / 2, to: middle + way / 2,
      aimError: parameters.hand.aim * grips.normals(number))
  }

  /// Way of a stroke of the calibration, about the screen's centre. Strokes come in pairs of opposite strokes, so that
  /// the camera returns; pairs have all directions, and every fourth pair is long.
  private func calibrationWay(_ number: UInt64) -> Vector2 {
    let pair = number / 2
    let u = places.uniforms(4 * pair)
    let turn = (Double(pair % 8) + 0.3 * (u.x - 0.5)) / 8 * .pi + (number % 2 == 0 ? 0 : .pi)
    let isFar = pair % 4 == 3
    let length = view.points.min() * (isFar ? 0.35 + 0.35 * u.y : 0.15 + 0.13 * u.y)
    return length * SIMD2(cos(turn), sin(turn))
  }
}

private func abs(_ v: Vector2) -> Vector2 { SIMD2(Swift.abs(v.x), Swift.abs(v.y)) }

private func min(_ a: Vector2, _ b: Vector2) -> Vector2 { pointwiseMin(a, b) }

private func max(_ a: Vector2, _ b: Vector2) -> Vector2 { pointwiseMax(a, b) }

/// A planned stroke: a minimum-jerk movement of the finger (Flash & Hogan 1985), in ticks of the truth's clock.
struct DragStroke: Equatable {
  /// Number of the stroke, counted for each person.
  var number: UInt64
  /// `start`: the tick at which the finger comes down; `length`: duration of the complete movement, ticks; `held`:
  /// number of ticks after which the finger lifts; for a flick it is smaller than `length`.
  var start, length, held: Int
  /// Start of the movement, points.
  var from: Vector2
  /// End of the complete movement, points.
  var to: Vector2
  /// Offset of the finger from the mark that it grabs, points.
  var aimError = Vector2.zero
  var isFlick: Bool { held < length }

  /// The last tick with the finger down.
  var end: Int { start + held }

  /// Position of the finger, or its last position before it lifted.
  func location(at tick: Int) -> Vector2 {
    var glide = Glide(at: from)
    glide.go(to: to, at: 0, duration: Double(length))
    return glide.value(at: Double(min(max(tick - start, 0), held)))
  }
}
