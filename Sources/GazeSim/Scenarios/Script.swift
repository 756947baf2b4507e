private import GazeRecording
import GazePipeline
private import PortableFoundation

/// A sequence of episodes that a person performs in a scenario.
protocol Script: Sendable {
  /// Height of the page's content, points; nil if the scenario has no page.
  func pageHeight(_ context: ScriptContext) -> Double?
  /// Offset of the page at the take's beginning, points.
  func pageStart(_ context: ScriptContext) -> Double
  /// The next episode; nil when the script is over.
  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode?
  /// True if the present episode ends before its maximum duration. If a pipeline moves the page, this function is
  /// called at every tick.
  mutating func endsEpisode(_ view: PageView) -> Bool
  /// True if `endsEpisode` may change its answer while the page stands still, because time passes.
  mutating func endsByTime() -> Bool
  /// Record of the reader's progress so far; nil in a script without a reader.
  var readingLog: ReadingLog? { get }
}

extension Script {
  func pageHeight(_ context: ScriptContext) -> Double? { nil }
  func pageStart(_ context: ScriptContext) -> Double { 0 }
  mutating func endsEpisode(_ view: PageView) -> Bool { false }
  mutating func endsByTime() -> Bool { false }
  var readingLog: ReadingLog? { nil }
}

/// The page as a script sees it at a time.
struct PageView {
  /// `offset`: `contentOffset.y`, points; `lastMoved`: time at which the page last moved, seconds.
  var time, offset, lastMoved: Double

  static func start(_ page: MovingPage?) -> PageView {
    PageView(time: 0, offset: page?.offset ?? 0, lastMoved: -.infinity)
  }
}

/// Inputs of a script: the screen, the parameters, and its own random streams.
struct ScriptContext {
  /// The phone's true geometry in the interface's axes.
  var screen: ScreenGeometry
  var task: SimulationParameters.Task
  var person: Person
  var headShare: Vector2
  /// The person's own viewing distance, metres.
  var distance: Double
  var isClosedLoop: Bool
  var seed: UInt64
  var participant, session, take: Int
  /// Seed that draws the tracker's own noise again.
  var noise: UInt64 = 0

  /// The random numbers of a component for this person, session and take.
  func stream(_ component: Component) -> RandomStream {
    RandomStream(
      seed: component.isTrackerNoise ? RandomStream.seed(seed, noise: noise) : seed, component,
      participant: participant,
      session: session, take: take)
  }

  /// A point at these shares of the screen's width and height, in points.
  func point(_ x: Double, _ y: Double) -> Vector2 { SIMD2(x, y) * screen.points }

  /// The point that is these angles to the right of the screen's middle and above it, as the person sees it, in
  /// radians.
  func point(towards angles: Vector2) -> Vector2 {
    let way = SIMD2(tan(angles.x), -tan(angles.y)) * distance
    return screen.points / 2 + way * screen.pointsPerMetre
  }

  /// A permutation of `count` indices, shuffled with draws `index·count…` of the script's stream.
  func order(_ count: Int, _ index: Int) -> [Int] {
    let stream = stream(.script)
    var order = Array(0..<count)
    for i in stride(from: count - 1, to: 0, by: -1) {
      let u = stream.uniform(UInt64(index * count + i))
      order.swapAt(i, min(Int(u * Double(i + 1)), i))
    }
    return order
  }
}

/// An episode away from the screen: the person looks at a worktop below the phone or beside it, and the head turns
/// partly. The draws from 5.5 billion on are listed at `Reader`.
func lookAway(_ context: ScriptContext, _ index: UInt64, seconds: Double) -> Episode {
  let u = context.stream(.scriptPlace).uniforms(5_500_000_000 + index)
  let aim = SIMD2(0.5 + 1.6 * (u.x - 0.5), 1.3 + 1.2 * u.y)
  return Episode(seconds, at: context.point(aim.x, aim.y), state: .away)
}
