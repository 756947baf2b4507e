import GazePipeline
import GazeRecording

/// The true state at one tick.
struct DragMoment {
  /// The stroke in progress while the finger is down; nil while the finger is lifted.
  var stroke: DragStroke?
  /// Position of the finger, points.
  var location: Vector2?
  /// Heading and pitch that keep the content under the finger.
  var turn: Vector2
  /// Direction of the mark that the person tries to grab.
  var anchor: Vector3?
  var state: RecordedDrag.State
}

/// A person who looks at a 360° picture, simulated one tick at a time: the person looks, makes a stroke, lifts the
/// finger, makes further strokes, and looks again.
///
/// Strokes are planned with a camera that keeps content under the true finger (`StandardDragPipeline` without
/// coasting). The loop is open: the person's intents do not depend on touch noise, sample rate or the pipeline under
/// test. As a consequence, the pipeline `standard` is compared with its own arithmetic here; only
/// `PerspectiveView.place(of:)` tests whether this arithmetic is right.
struct DragBehaviour {
  private let plan: DragPlan
  private let parameters: DragParameters
  private let hasMarks: Bool
  private let view: PerspectiveView
  /// Last tick at which a stroke may end.
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
  private var anchor: Vector3?

  init(_ simulation: RigSimulation<DragRig>, participant: Int, view: PerspectiveView) {
    plan = DragPlan(simulation, participant: participant, view: view)
    parameters = simulation.parameters
    hasMarks = simulation.scenario.hasMarks
    self.view = view
    camera = StandardDragPipeline(view: view)
    // The last stroke ends early enough to be reported before the recording ends: the longest latency of a phone and a
    // tenth of a second remain.
    let seconds = min(simulation.seconds ?? 0, 1e7)
    lastTick = Int(((seconds - parameters.touch.latency * 1.5) * Clock.rate).rounded(.down)) - 24
    next = Int(((0.2 + plan.rest(0) / 2) * Clock.rate).rounded())
    aim = plan.aim(0, after: SIMD2(.pi, 0))
  }

  /// Advances to the next tick and returns its true state.
  mutating func step() -> DragMoment {
    defer { tick += 1 }
    let time = Double(tick) / Clock.rate
    if stroke == nil, tick >= next { begin(time) }
    guard let stroke else { return DragMoment(turn: turn, state: state) }
    let location = stroke.location(at: tick)
    let phase: DragPhase = tick == stroke.start ? .began : tick < stroke.end ? .moved : .ended
    camera.step(DragTouch(time: time, phase: phase, location: location))
    let moment = DragMoment(stroke: stroke, location: location, turn: turn, anchor: anchor, state: state)
    if tick >= stroke.end { end() }
    return moment
  }

  private var turn: Vector2 { camera.turn }

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
      next = tick + max(Int((plan.rest(aims) * Clock.rate).rounded()), 24)
    } else {
      state = .lift
      next = tick + max(Int((plan.lift(strokes) * Clock.rate).rounded()), 12)
    }
  }
}
