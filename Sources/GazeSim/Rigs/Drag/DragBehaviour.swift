import GazePipeline
import GazeRecording

/// What is true at one tick.
struct DragMoment: Sendable {
  /// Ticks a second.
  static let tickRate = 240.0

  /// The stroke whose finger is down; nil while it is up.
  var stroke: DragStroke?
  /// The finger, points.
  var location: SIMD2<Double>?
  /// Heading and pitch that keep content under the finger.
  var turn: SIMD2<Double>
  /// The direction of what was to be grabbed.
  var anchor: SIMD3<Double>?
  var state: RecordedDrag.State
}

/// A person at a 360° picture, a tick at a time: looks, strokes, lifts, strokes on, looks.
///
/// The camera by which strokes are planned keeps content under the true finger (`StandardDragPipeline` without coasting),
/// so that what the person wants does not depend on touch noise, sample rate or the pipeline that is judged: an open loop.
/// `standard` is held against its own arithmetic there; that it is right is tested by `PerspectiveView.place(of:)` alone.
struct DragBehaviour: Sendable {
  private let plan: DragPlan
  private let parameters: DragParameters
  private let hasMarks: Bool
  private let view: PerspectiveView
  /// No stroke ends after this tick.
  private let lastTick: Int
  private var camera: StandardDragPipeline
  private var tick = 0
  private var next: Int
  private var stroke: DragStroke?
  private var state = RecordedDrag.State.rest
  private var strokes: UInt64 = 0
  private var aims: UInt64 = 0
  private var aim = SIMD2(Double.pi, 0)
  private var strokesToAim = 0.0
  private var anchor: SIMD3<Double>?

  init(_ simulation: RigSimulation<DragRig>, participant: Int, view: PerspectiveView) {
    plan = DragPlan(simulation, participant: participant, view: view)
    parameters = simulation.parameters
    hasMarks = simulation.scenario.hasMarks
    self.view = view
    camera = StandardDragPipeline(view: view)
    // The longest latency of a phone and a tenth of a second are left for the report of the last stroke's end.
    let seconds = min(simulation.seconds ?? 0, 1e7)
    lastTick = Int(((seconds - parameters.touch.latency * 1.5) * DragMoment.tickRate).rounded(.down)) - 24
    next = Int(((0.2 + plan.rest(0) / 2) * DragMoment.tickRate).rounded())
    aim = plan.aim(0, after: SIMD2(.pi, 0))
  }

  /// What is true at the next tick.
  mutating func step() -> DragMoment {
    defer { tick += 1 }
    let time = Double(tick) / DragMoment.tickRate
    if stroke == nil, tick >= next { begin(time) }
    guard let stroke else { return DragMoment(turn: turn, state: state) }
    let location = stroke.location(at: tick)
    let phase: DragPhase = tick == stroke.start ? .began : tick < stroke.end ? .moved : .ended
    camera.step(DragTouch(time: time, phase: phase, location: location))
    let moment = DragMoment(stroke: stroke, location: location, turn: turn, anchor: anchor, state: state)
    if tick >= stroke.end { end() }
    return moment
  }

  private var turn: SIMD2<Double> { camera.turn }

  private mutating func begin(_ time: Double) {
    let planned = plan.stroke(strokes, from: turn, to: aim, start: tick)
    guard planned.end <= lastTick else {
      next = .max
      state = .rest
      return
    }
    stroke = planned
    strokes += 1
    strokesToAim += 1
    state = planned.isFlick ? .flick : .drag
    anchor = hasMarks ? camera.pose.worldDirection(view.ray(through: planned.from - planned.aimError)) : nil
  }

  private mutating func end() {
    stroke = nil
    anchor = nil
    let left = SIMD2(wrappedAngle(aim.x - turn.x), aim.y - turn.y)
    let isThere = left.length < parameters.task.tolerance || strokesToAim >= parameters.task.patience || hasMarks
    if isThere {
      aims += 1
      strokesToAim = 0
      aim = plan.aim(aims, after: turn)
      state = .rest
      next = tick + max(Int((plan.rest(aims) * DragMoment.tickRate).rounded()), 24)
    } else {
      state = .lift
      next = tick + max(Int((plan.lift(strokes) * DragMoment.tickRate).rounded()), 12)
    }
  }
}
