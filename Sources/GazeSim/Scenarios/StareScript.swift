private import GazePipeline

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
