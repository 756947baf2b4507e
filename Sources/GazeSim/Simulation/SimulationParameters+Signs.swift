private import GazePipeline

extension SimulationParameters {
  /// Deliberate signs of the face that confirm a scroll, and how people compensate the error of a visible pointer.
  public struct Signs: Sendable, Equatable {
    var made = 0.0, shape = 0.0, upShape = 1.0, twoShapes = 0.0
    var rest = 1.0, wander = 0.02, wanderTime = 5.0, noise = 0.01
    var peak = 0.85, peakSD = 0.12, miss = 0.15, cannot = 0.05
    var reaction = 0.5, reactionSD = 0.15
    var retryAfter = 1.5, relax = 0.4
    var hiddenMade = 0.0
    var spontaneous = 0.9 / 60, spontaneousTime = 0.5
    var lookUp = 0.15
    var compensation = 0.0, compensationRate = 0.3
  }
}
