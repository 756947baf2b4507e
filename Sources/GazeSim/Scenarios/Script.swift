package import GazePipeline

/// What a scenario makes a person do, an episode at a time; nil when it is over.
package protocol Script: Sendable {
  /// Height of the page's content, points; nil where there is no page.
  func pageHeight(_ context: ScriptContext) -> Double?
  /// The next episode.
  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode?
  /// Is the present episode over before its time? Asked every tick where there is a page.
  mutating func endsEpisode(_ view: PageView) -> Bool
  /// What a reader has gone through so far; nil where nobody reads.
  var readingLog: ReadingLog? { get }
}

extension Script {
  package func pageHeight(_ context: ScriptContext) -> Double? { nil }
  package mutating func endsEpisode(_ view: PageView) -> Bool { false }
  package var readingLog: ReadingLog? { nil }
}

/// What a person sees of the page.
package struct PageView: Sendable {
  /// Seconds.
  package var time: Double
  /// `contentOffset.y`, points.
  package var offset: Double
  /// When the page last moved, seconds.
  package var lastMoved: Double

  static func start(_ page: MovingPage?) -> PageView {
    PageView(time: 0, offset: page?.offset ?? 0, lastMoved: -.infinity)
  }
}

/// What a script may look at: the screen, the parameters, and its own random streams.
package struct ScriptContext: Sendable {
  /// The phone's true geometry as the interface stands, its axes the interface's.
  package var screen: ScreenGeometry
  package var task: SimulationParameters.Task
  package var person: Person
  package var headShare: SIMD2<Double>
  /// The person's own, metres.
  package var distance: Double
  /// A pipeline moves the page.
  package var isClosedLoop: Bool
  package var seed: UInt64
  package var participant: Int
  package var session: Int
  package var take: Int
  /// Draws the tracker's own noise again.
  package var noise: UInt64 = 0

  /// The random numbers of a component for this person, session and take.
  package func stream(_ component: Component) -> RandomStream {
    RandomStream(
      seed: component.isTrackerNoise ? RandomStream.seed(seed, noise: noise) : seed, component,
      participant: participant,
      session: session, take: take)
  }

  /// A point by its share of the screen's width and height.
  package func point(_ x: Double, _ y: Double) -> SIMD2<Double> { SIMD2(x, y) * screen.points }

  /// The point that lies so many radians to the right of the screen's middle and above it, as the person sees it.
  package func point(towards angles: SIMD2<Double>) -> SIMD2<Double> {
    let way = SIMD2(Elementary.tan(angles.x), -Elementary.tan(angles.y)) * distance
    return screen.points / 2 + way * screen.pointsPerMetre
  }

  /// Width of a character, points.
  package var characterWidth: Double { task.script == 1 ? task.textSize : task.textSize * 9.1 / 17 }

  /// The order of `count` things, shuffled with draws `index·count…` of the script's stream.
  package func order(_ count: Int, _ index: Int) -> [Int] {
    let stream = stream(.script)
    var order = Array(0..<count)
    for i in stride(from: count - 1, to: 0, by: -1) {
      let u = stream.uniform(UInt64(index * count + i))
      order.swapAt(i, min(Int(u * Double(i + 1)), i))
    }
    return order
  }
}
