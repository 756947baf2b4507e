private import Foundation
private import GazePipeline
private import GazeRecording

/// Reading an article in open loop: the page obeys the person's wish.
///
/// A block of lines from where the text landed down to where the reader wants more; then, with the task's chances, a
/// look at the bottom without a wish (a picture, a caption), a look away from the phone, a wish to go back; then the
/// wish to go on, for which the reader looks at the bottom edge, or (a share of them) just reads on.
struct ReadingScript: Script {
  fileprivate enum Next {
    case fixation
    case bottom
    case away
    case wish
  }

  private var next = Next.fixation
  private var fixation: UInt64 = 0
  private var block: UInt64 = 0
  private var y: Double?
  private var x = 0.0
  private var until = 0.0

  mutating func next(_ context: ScriptContext) -> Episode? {
    let (task, size) = (context.task, context.screen.points)
    let (chance, place, time) = (
      context.stream(.script), context.stream(.scriptPlace), context.stream(.scriptTime)
    )
    let margin = min(20, size.x / 4)
    if y == nil { begin(context, place, margin) }
    while true {
      switch next {
      case .fixation:
        guard let line = y, line <= until else {
          next = .bottom
          continue
        }
        let episode = Episode(
          time.logNormal(fixation, mean: task.fixationMean, sd: task.fixationSD), at: SIMD2(x, line), state: .read)
        let step = max(task.charactersPerFixation + 2.5 * place.normal(1_000_000 + fixation), 2) * task.characterWidth
        x += step
        if x > size.x - margin {
          x = margin
          y = line + task.linePitch
        }
        fixation += 1
        return episode
      case .bottom:
        next = .away
        guard chance.uniform(4 * block) < task.bottomDwell else { continue }
        let u = place.uniforms(2_000_000_000 + block)
        return Episode(
          1 + time.uniform(2_000_000_000 + block), at: SIMD2(0.1 + 0.8 * u.x, 0.84 + 0.14 * u.y) * size, state: .read)
      case .away:
        next = .wish
        guard chance.uniform(4 * block + 1) < task.lookAway else { continue }
        return lookAway(context, block, seconds: 1 + 2 * time.uniform(3_000_000_000 + block))
      case .wish:
        let isUp = chance.uniform(4 * block + 2) < task.upIntent
        let isHidden = chance.uniform(4 * block + 3) < task.hiddenIntent
        let seconds = max(task.intentTime + task.intentTimeSD * time.normal(4_000_000_000 + block), 0.3)
        let n = place.normals(4_000_000_000 + block)
        let edge = task.scrollGaze + task.scrollGazeSD * n.x
        let aim =
          isHidden
          ? SIMD2(x, y ?? size.y / 2)
          : SIMD2(min(max(0.5 + 0.15 * n.y, 0), 1), isUp ? 1 - edge : edge) * size
        block += 1
        begin(context, place, margin)
        return Episode(
          seconds, at: aim, intent: isUp ? .up : .down, state: isHidden ? .read : .scroll)
      }
    }
  }

  /// The next block of lines.
  private mutating func begin(_ context: ScriptContext, _ place: RandomStream, _ margin: Double) {
    let (task, height) = (context.task, context.screen.points.y)
    next = .fixation
    x = margin
    let start = min(max(task.scrollTo + 0.10 * place.normal(block), 0.05), 0.7)
    y = start * height
    until =
      min(max(task.scrollFrom + task.scrollFromSD * place.normal(1_000_000_000 + block), start + 0.1), 0.97) * height
  }
}

/// Something that is not the screen: a worktop below the phone or beside it. The head goes along in part.
func lookAway(_ context: ScriptContext, _ index: UInt64, seconds: Double) -> Episode {
  let u = context.stream(.scriptPlace).uniforms(5_000_000_000 + index)
  let aim = SIMD2(0.5 + 1.6 * (u.x - 0.5), 1.3 + 1.2 * u.y)
  // 1 height of the screen at 35 cm is about 20°.
  let degrees = SIMD2((aim.x - 0.5) * 10, (0.5 - aim.y) * 20)
  return Episode(
    seconds, at: context.point(aim.x, aim.y), state: .away,
    headTurn: SIMD2(degrees.x.radians, degrees.y.radians) * context.headShare)
}
