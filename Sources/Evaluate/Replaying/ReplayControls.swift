/// The state of a replay's controls, and the effect of each key on it.
package struct ReplayControls: Sendable, Equatable {
  /// Action for the player.
  package enum Action: Sendable, Equatable {
    /// Draw the picture again.
    case draw
    /// Restart the measurement of time at this moment.
    case restart
    /// Show the next frame.
    case forward
    /// Show the preceding frame.
    case back
    /// End the replay.
    case quit
  }

  /// Range of the speed relative to the recording, also for `--speed`.
  package static let speeds = 0.001...1000.0

  package var isPaused = false
  package var isLooping = false
  package var speed = 1.0

  package init(speed: Double = 1, isLooping: Bool = false) { (self.speed, self.isLooping) = (speed, isLooping) }

  /// Applies a key and returns the player's action. A key for a single step also pauses the replay.
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
