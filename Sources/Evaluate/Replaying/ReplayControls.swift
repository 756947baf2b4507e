/// What the keys have made of a replay: a state, and what each key does to it.
package struct ReplayControls: Sendable, Equatable {
  /// What the player has to do.
  package enum Action: Sendable, Equatable {
    /// Draw it again.
    case draw
    /// Reckon time from here on.
    case restart
    /// Show the next frame.
    case forward
    /// Show the one before.
    case back
    /// End.
    case quit
  }

  /// How many times faster or slower it may be made, as of `--speed`.
  package static let speeds = 0.001...1000.0

  package var isPaused = false
  package var isLooping = false
  package var speed = 1.0

  package init(speed: Double = 1, isLooping: Bool = false) { (self.speed, self.isLooping) = (speed, isLooping) }

  /// A step by hand pauses.
  package mutating func press(_ key: ReplayKey) -> Action {
    switch key {
    case .pause:
      isPaused.toggle()
      return .restart
    case .forward:
      isPaused = true
      return .forward
    case .back:
      isPaused = true
      return .back
    case .loop:
      isLooping.toggle()
      return .draw
    case .faster: return change(by: 2)
    case .slower: return change(by: 0.5)
    case .resumed: return .restart
    case .quit: return .quit
    }
  }

  private mutating func change(by factor: Double) -> Action {
    speed = min(max(speed * factor, Self.speeds.lowerBound), Self.speeds.upperBound)
    return .restart
  }
}
