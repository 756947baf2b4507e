package import GazePipeline

/// What a scenario makes a person do, an episode at a time; nil when it is over.
package protocol Script: Sendable {
  /// The next episode.
  mutating func next(_ context: ScriptContext) -> Episode?
}

/// What a script may look at: the screen, the parameters, and its own random streams.
package struct ScriptContext: Sendable {
  /// The phone's true geometry.
  package var screen: ScreenGeometry
  package var task: SimulationParameters.Task
  package var headShare: SIMD2<Double>
  package var seed: UInt64
  package var participant: Int
  package var session: Int

  /// The random numbers of a component for this person and session.
  package func stream(_ component: Component) -> RandomStream {
    RandomStream(seed: seed, component, participant: participant, session: session)
  }

  /// A point by its share of the screen's width and height.
  package func point(_ x: Double, _ y: Double) -> SIMD2<Double> { SIMD2(x, y) * screen.points }

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
