private import GazePipeline
private import GazeRecording

/// A script without intent to scroll: the person works below the phone with the face tracked, 20 to 60° down, and
/// glances at the screen for half a second to two seconds about every ten seconds.
struct LookdownScript: Script {
  private var index: UInt64 = 0

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    defer { index += 1 }
    let (u, t) = (context.stream(.scriptPlace).uniforms(index), context.stream(.scriptTime).uniform(index))
    if index % 5 == 4 { return Episode(0.5 + 1.5 * t, at: context.point(0.1 + 0.8 * u.x, 0.1 + 0.8 * u.y)) }
    // The person watches the hands, which move about, so a fixation lasts one to four seconds.
    let angles = SIMD2(40 * (u.x - 0.5), -20 - 40 * u.y) * (.pi / 180)
    return Episode(
      1 + 3 * t, at: context.point(towards: angles), state: .away,
      headTurn: angles * (SIMD2(0.3, 0.5) - context.headShare))
  }
}

/// A script without intent to scroll: the mind wanders, and the gaze with it, over the screen, past its edges and
/// around the room.
struct WanderScript: Script {
  private var index: UInt64 = 0

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    defer { index += 1 }
    let (place, time) = (context.stream(.scriptPlace), context.stream(.scriptTime))
    let n = place.normals(index)
    // Fixations during scanning (models.md) last 300 ± 150 ms; a fifth of the fixations are dwells of 0.4 to 1 s.
    let isDwell = time.uniform(1_000_000_000 + index) < 0.2
    let seconds = isDwell ? 0.4 + 0.6 * time.uniform(index) : max(time.logNormal(index, mean: 0.3, sd: 0.15), 0.08)
    // The aim is normally distributed about the screen's middle, so that a third of the fixations miss the screen.
    let aim = context.point(0.5 + 0.55 * n.x, 0.5 + 0.45 * n.y)
    return Episode(seconds, at: aim, state: context.screen.contains(aim) ? .fixate : .away)
  }
}

/// A script without intent to scroll: fixations of 0.4 to 3 s anywhere on the screen, its edges included, and, every
/// half minute, a period of about eight seconds in which the person looks down below the phone.
struct StareScript: Script {
  private var index: UInt64 = 0
  private var clock = 0.0
  private var lastAway = 0.0

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    defer { index += 1 }
    let (place, time) = (context.stream(.scriptPlace), context.stream(.scriptTime))
    let u = place.uniforms(index)
    if clock - lastAway > 25 {
      let episode = lookAway(context, index, seconds: 6 + 4 * time.uniform(index))
      clock += episode.duration
      lastAway = clock
      return episode
    }
    let seconds = 0.4 + 2.6 * time.uniform(index) * time.uniforms(index).y
    clock += seconds
    return Episode(seconds, at: context.point(0.02 + 0.96 * u.x, 0.02 + 0.96 * u.y))
  }
}

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
