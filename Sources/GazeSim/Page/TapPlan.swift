import GazePipeline
private import PortableFoundation

/// A reader's taps on the content, about one every `task.tapInterval`.
///
/// The eyes go to a random place of a visible line, and the finger comes down `task.tapLead` after they have arrived.
/// In a share `task.tapHandFirst` of the taps the finger comes down first, and the eyes arrive 200 to 400 ms later. The
/// finger hides the place, so the eyes leave it 100 to 300 ms after both have arrived (assumed, as the intervals are).
struct TapPlan: Sendable {
  private let task: SimulationParameters.Task
  private let screen: SIMD2<Double>
  private let stream: RandomStream
  private var number: UInt64 = 0
  private var due = Double.infinity

  init(_ context: ScriptContext) {
    task = context.task
    screen = context.screen.points
    stream = context.stream(.tap)
    if task.tapInterval > 0 { due = interval }
  }

  /// Time from the present tap to the next, uniform over 0.7 to 1.3 intervals.
  private var interval: Double { task.tapInterval * (0.7 + 0.6 * stream.uniform(8 * number)) }

  /// The tap that is due; nil if none is, or if no line is visible.
  mutating func next(_ layout: PageLayout, _ view: PageView) -> Episode? {
    guard view.time >= due else { return nil }
    let visible = 0.05 * screen.y...0.95 * screen.y
    let first = layout.lines.firstIndex { $0.y - view.offset >= visible.lowerBound } ?? layout.lines.count
    let end = layout.lines[first...].firstIndex { $0.y - view.offset > visible.upperBound } ?? layout.lines.count
    guard first < end else { return nil }
    let (spot, kind) = (stream.uniforms(8 * number + 1), stream.uniforms(8 * number + 2))
    let (miss, late) = (stream.normals(8 * number + 3), stream.normal(8 * number + 4))
    let line = layout.lines[min(first + Int(spot.x * Double(end - first)), end - 1)]
    let x = line.x + spot.y * Double(line.characters) * layout.characterWidth
    let isHandFirst = kind.x < task.tapHandFirst
    let lead = task.tapLead * exp(task.tapLeadSpread * late)
    var episode = Episode((isHandFirst ? 0 : lead) + 0.1 + 0.2 * kind.y, at: SIMD2(x, line.y))
    episode.anchor = .page
    episode.isFixation = true
    // A saccade takes about 40 ms.
    if isHandFirst { episode.delay = 0.16 + 0.2 * stream.uniform(8 * number + 5) }
    episode.tap = .init(lead: isHandFirst ? nil : lead, miss: SIMD2(0, task.tapBelow) + task.tapSpread * miss)
    number += 1
    // The intervals are counted from due times, so that waiting for an occasion does not lengthen them.
    due = max(due + interval, view.time + 0.3 * task.tapInterval)
    return episode
  }
}
