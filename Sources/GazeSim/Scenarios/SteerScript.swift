private import GazePipeline
private import GazeRecording

/// A script without intent to scroll: someone steers something with the eyes. Fixations of 0.3 to 3 s lie within 30 pt
/// of a place beside the screen's middle (`task.steerX`, `task.steerY`) along each axis. Every 5 to 15 s the eyes
/// return to the middle for 0.3 to 0.8 s. All of these numbers are assumed, and drawn uniformly.
struct SteerScript: Script {
  private var index: UInt64 = 0
  private var returnsAt = 0.0

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    defer { index += 1 }
    let (u, t) = (context.stream(.scriptPlace).uniforms(index), context.stream(.scriptTime).uniforms(index))
    if index == 0 || view.time >= returnsAt {
      let seconds = 0.3 + 0.5 * t.x
      returnsAt = view.time + seconds + 5 + 10 * t.y
      return Episode(seconds, at: context.point(0.5, 0.5))
    }
    let aim = context.point(0.5 + context.task.steerX, 0.5 + context.task.steerY) + 60 * (u - 0.5)
    return Episode(0.3 + 2.7 * t.x, at: aim, state: context.screen.contains(aim) ? .fixate : .away)
  }
}
